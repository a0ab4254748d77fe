internal import CMalloc

/// How the process's memory is managed.
enum Memory {
    /// Has malloc keep freed blocks for reuse.
    ///
    /// Packets and frames are allocated by one thread and freed by another, again and again in the same sizes. By default
    /// malloc returns such blocks to the system each time; the system clears them again, and that takes more time than
    /// copying a file. Memory does not grow by this: queues bound how many blocks are in use at once.
    static func keepFreedBlocks() {
        oc_malloc_keep(16 << 20, 32 << 20)
    }
}
