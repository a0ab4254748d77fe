/// Threads that do one job together: when one fails the others are told to stop, and the first error is the job's.
package final class WorkerGroup: Sendable {
    private struct State {
        var running = 0
        var failure: (any Error)?
        var onFailure: [@Sendable () -> Void] = []
        var onEnd: [@Sendable () -> Void] = []

        /// Notes that a thread has ended.
        ///
        /// - Returns: what is to be called after that.
        mutating func end() -> [@Sendable () -> Void] {
            running -= 1
            guard running == 0 else { return [] }
            defer { onEnd = [] }
            return onEnd
        }
    }

    private let monitor = Monitor(State())

    package init() {}

    /// Has a body called as soon as any thread fails or the group is cancelled; at once where that has happened.
    package func onFailure(_ body: @escaping @Sendable () -> Void) {
        let isTooLate = monitor.withLock { state -> Bool in
            state.onFailure.append(body)
            return state.failure != nil
        }
        if isTooLate { body() }
    }

    /// Runs a body on a thread of its own, so that it may block.
    ///
    /// A thread that cannot be started fails the group, with ``ThreadError``: ``join(meanwhile:)`` throws it.
    package func start(_ body: @escaping @Sendable () throws -> Void) {
        monitor.withLock { $0.running += 1 }
        do {
            try DetachedThread.start { [self] in
                do {
                    try body()
                } catch {
                    fail(error)
                }
                end()
            }
        } catch {
            end()
            fail(error)
        }
    }

    private func end() { for body in monitor.withLock({ $0.end() }) { body() } }

    /// Has a body called once, when no thread runs any more: by the last of them, or at once.
    package func whenEnded(_ body: @escaping @Sendable () -> Void) {
        let hasEnded = monitor.withLock { state -> Bool in
            if state.running > 0 { state.onEnd.append(body) }
            return state.running == 0
        }
        if hasEnded { body() }
    }

    /// The error that the group has failed with; `nil` while it has none.
    package var failure: (any Error)? { monitor.withQuietLock { $0.failure } }

    /// Ends the job with an error, unless it has one already.
    package func fail(_ error: any Error) {
        let toTell = monitor.withLock { state -> [@Sendable () -> Void] in
            // "Cancelled" is what a stage says because another failed first: never the cause.
            if state.failure == nil || state.failure is Cancelled && !(error is Cancelled) { state.failure = error }
            return state.onFailure
        }
        for body in toTell { body() }
    }

    /// Waits until every thread has ended, and calls a body every tenth of a second meanwhile.
    ///
    /// - Throws: the first error.
    package func join(meanwhile body: () -> Void = {}) throws {
        while true {
            let outcome = monitor.wait(milliseconds: 100) { state -> Outcome? in
                state.running == 0 ? Outcome(failure: state.failure) : nil
            }
            if let outcome {
                if let failure = outcome.failure { throw failure }
                return
            }
            body()
        }
    }

    private struct Outcome {
        var failure: (any Error)?
    }
}
