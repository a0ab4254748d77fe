internal import Pipeline
internal import Synchronization

/// Lets another thread, such as a signal handler's, give up an export or a comparison.
public final class Cancellation: Sendable {
    private struct State {
        var isCancelled = false
        var handlers: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    /// Not cancelled yet.
    public init() {}

    /// Gives the work up. It ends with an error of the code `.cancelled`, and leaves nothing behind.
    public func cancel() {
        let handlers = state.withLock { state in
            state.isCancelled = true
            return state.handlers
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

    func onCancel(_ handler: @escaping @Sendable () -> Void) {
        let isTooLate = state.withLock { state in
            state.handlers.append(handler)
            return state.isCancelled
        }
        if isTooLate { handler() }
    }
}
