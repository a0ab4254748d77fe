internal import Glibc
internal import Pipeline

/// Turns Ctrl-C and its relatives into an orderly end: signals are blocked in all threads and one thread waits for
/// them, so that no handler ever interrupts anything.
enum Signals {
    private static let ending = [SIGINT, SIGTERM, SIGHUP]
    /// Another Ctrl-C ends the process at once only after this time: until then it may be the same impatient hand, and
    /// a file is finished in less.
    private static let patience = Duration.seconds(1)

    /// A reader that has gone, and a file that may not grow any more, are errors of write(), not the end of the process.
    static func ignoreFailedWrites() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Has the system keep how programs of ours ended until we ask. Who started us may ignore that, and so would we.
    static func noticeEndedPrograms() { signal(SIGCHLD, SIG_DFL) }

    /// Keeps signals that come while the process is still beginning: those that end a recording, and the one that triggers it.
    /// To be called before there is any other thread.
    static func hold() {
        var held = heldAtFirst
        unsafe pthread_sigmask(SIG_BLOCK, &held, nil)
    }

    /// Has the signals that are held work as usual, for a command that does not wait for them from its beginning on.
    static func release() {
        var held = heldAtFirst
        unsafe pthread_sigmask(SIG_UNBLOCK, &held, nil)
    }

    private static var heldAtFirst: sigset_t { Self.set(of: ending + [SIGUSR1]) }

    /// Calls a body at the first signal that is to end the process, and others each time that their signal comes.
    ///
    /// All of them are blocked before the thread that waits for them exists: a signal goes to any thread that does not
    /// block it, and ends the process there. To be called before other threads are made, which inherit the mask. What
    /// `nohup` made the process ignore stays ignored.
    ///
    /// A second SIGTERM or SIGHUP changes nothing: services and shells send them twice. A second Ctrl-C ends the
    /// process the usual way, when the first one has had a second to work.
    ///
    /// - Parameters:
    ///   - others: what other signals do.
    ///   - atLast: is called before a signal ends the process at once.
    ///   - body: is called at the first signal.
    /// - Throws: `ThreadError` where the system gives no thread. The signals then work as before.
    static func onInterrupt(
        others: [Int32: @Sendable () -> Void] = [:],
        atLast: @escaping @Sendable () -> Void = {},
        _ body: @escaping @Sendable () -> Void
    ) throws(ThreadError) {
        let awaited = ending.filter { !isIgnoredHangUp($0) } + others.keys
        var blocked = set(of: awaited)
        var before = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, &blocked, &before)
        do {
            try DetachedThread.start { wait(for: awaited, others, atLast, body) }
        } catch {
            unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
            throw error
        }
    }

    private static func wait(
        for numbers: [Int32],
        _ others: [Int32: @Sendable () -> Void],
        _ atLast: @Sendable () -> Void,
        _ body: @Sendable () -> Void
    ) {
        var awaited = set(of: numbers)
        var caught: Int32 = 0
        var began: ContinuousClock.Instant?
        while unsafe sigwait(&awaited, &caught) == 0 {
            if let other = others[caught] {
                other()
            } else if let began {
                if caught == SIGINT, began.duration(to: .now) >= patience {
                    atLast()
                    act(caught)
                }
            } else {
                began = .now
                body()
            }
        }
    }

    /// Has a signal that is waited for do what it does by itself: end the process at once, or stop it until it is continued.
    static func act(_ number: Int32) {
        var mask = set(of: [number])
        signal(number, SIG_DFL)
        unsafe pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        raise(number)
        unsafe pthread_sigmask(SIG_BLOCK, &mask, nil)
    }

    /// Only SIGHUP: a shell without job control has its background commands ignore SIGINT, which says nothing of what
    /// the user wants.
    private static func isIgnoredHangUp(_ number: Int32) -> Bool {
        var action = sigaction()
        guard number == SIGHUP, unsafe sigaction(number, nil, &action) == 0 else { return false }
        return unsafe action.__sigaction_handler.sa_handler.map { unsafe unsafeBitCast($0, to: Int.self) == 1 } ?? false
    }

    private static func set(of numbers: [Int32]) -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in numbers { unsafe sigaddset(&set, number) }
        return set
    }
}
