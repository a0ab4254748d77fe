internal import Glibc
internal import Pipeline

/// Turns Ctrl-C and its relatives into an orderly end: signals are blocked in all threads and one thread waits for
/// them, so that no handler ever interrupts anything.
enum Signals {
    private static let ending = [SIGINT, SIGTERM, SIGHUP]

    /// A reader that has gone, and a file that may not grow any more, are errors of write(), not the end of the process.
    static func ignoreFailedWrites() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Calls a body at the first signal; the second one ends the process the usual way. To be called before the threads
    /// that are not to be interrupted are made: they inherit the mask.
    ///
    /// - Throws: `ThreadError` where the system gives no thread. The signals then work as before.
    static func onInterrupt(_ body: @escaping @Sendable () -> Void) throws(ThreadError) {
        try startBlocking(ending) {
            var set = endingSet()
            var caught: Int32 = 0
            unsafe sigwait(&set, &caught)
            body()
            unsafe sigwait(&set, &caught)
            unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
            signal(caught, SIG_DFL)
            raise(caught)
        }
    }

    /// Calls a body each time that a signal comes. To be called before other threads are made, as above.
    ///
    /// - Throws: `ThreadError` where the system gives no thread. The signal then works as before.
    static func on(_ number: Int32, _ body: @escaping @Sendable () -> Void) throws(ThreadError) {
        try startBlocking([number]) {
            var awaited = set(of: [number])
            var caught: Int32 = 0
            while unsafe sigwait(&awaited, &caught) == 0 { body() }
        }
    }

    /// Blocks signals in this thread and in all that it starts from now on, and runs a body that waits for them. Without
    /// that thread nobody would get the signals: they are unblocked again.
    private static func startBlocking(_ numbers: [Int32], _ body: @escaping @Sendable () -> Void) throws(ThreadError) {
        var blocked = set(of: numbers)
        unsafe pthread_sigmask(SIG_BLOCK, &blocked, nil)
        do {
            try DetachedThread.start(body)
        } catch {
            unsafe pthread_sigmask(SIG_UNBLOCK, &blocked, nil)
            throw error
        }
    }

    private static func endingSet() -> sigset_t { set(of: ending) }

    private static func set(of numbers: [Int32]) -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in numbers { unsafe sigaddset(&set, number) }
        return set
    }
}
