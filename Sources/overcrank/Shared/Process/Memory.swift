internal import CMalloc

/// How the process's memory is managed.
enum Memory {
    /// Packets and frames are allocated by one thread and freed by another, over and over in the same sizes. By
    /// default malloc gives such blocks back to the system each time, and clearing them anew costs more system time than
    /// copying a file; kept, they are used again. As many as are ever in use at once: queues are bounded.
    static func keepFreedBlocks() {
        oc_malloc_keep(16 << 20, 32 << 20)
    }
}
