internal import Synchronization

/// What is to be said while a recording runs. Any thread says it; the one that draws the status line prints it.
final class RecordingNews: Sendable {
    private struct State {
        var lines: [String] = []
        var confirmations: [String] = []
        var typed: String?
    }

    private let shared = Mutex(State())

    /// Says something that is to stay.
    func say(_ line: String) { shared.withLock { $0.lines.append(line) } }

    /// Says what an order has done: in the status line, where there is one.
    func confirm(_ text: String) { shared.withLock { $0.confirmations.append(text) } }

    /// What is to be printed now, in order.
    func takeLines() -> [String] {
        shared.withLock { shared in
            defer { shared.lines = [] }
            return shared.lines
        }
    }

    /// What was done since the last call.
    func takeConfirmations() -> [String] {
        shared.withLock { shared in
            defer { shared.confirmations = [] }
            return shared.confirmations
        }
    }

    /// The line that is being typed; `nil` while none is.
    var typed: String? {
        get { shared.withLock { $0.typed } }
        set { shared.withLock { $0.typed = newValue } }
    }
}
