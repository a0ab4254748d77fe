internal import Pipeline
internal import Synchronization

/// Lets another thread, such as a signal handler's, give up an export or a comparison.
public final class Cancellation: Sendable {
    private struct State {
        var isCancelled = false
        /// What is called while something runs, by numbers that are given once.
        var handlers: [Int: @Sendable () -> Void] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    /// Not cancelled yet.
    public init() {}

    /// Gives the work up. It ends with an error of the code `.cancelled`, and leaves nothing behind.
    public func cancel() {
        let handlers = state.withLock { state in
            state.isCancelled = true
            return Array(state.handlers.values)
        }
        for handler in handlers { handler() }
    }

    /// Whether ``cancel()`` was called.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Ends what is done on this thread.
    ///
    /// - Throws: `Cancelled` where the work was given up.
    func check() throws(Cancelled) {
        if isCancelled { throw Cancelled() }
    }

    /// Runs a body, and has a handler called where the work is given up meanwhile, or was before. The handler is let go of at the end:
    /// what it knows is as large as the work, and other work may follow.
    func calling<Result, Failure: Error>(
        _ handler: @escaping @Sendable () -> Void,
        during body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (number, isTooLate) = state.withLock { state in
            state.next += 1
            state.handlers[state.next] = handler
            return (state.next, state.isCancelled)
        }
        defer { state.withLock { $0.handlers[number] = nil } }
        if isTooLate { handler() }
        return try body()
    }
}
