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

    /// Has malloc return large blocks to the system as soon as they are freed, and all threads take small ones from two heaps.
    ///
    /// For a process that runs for long and opens one clip after another: by default each thread's heap keeps what it needed
    /// most. After 78 clips of all sizes, 210 MB are left instead of 660. To be called before there are other threads.
    static func returnFreedBlocks() {
        oc_malloc_keep(256 << 10, 1 << 20)
        oc_malloc_share(2)
    }
}
