internal import Synchronization

/// What is to be said while recordings run. Any thread says it; the one that draws the status line prints it.
final class RecordingNews: Sendable {
    /// A line, and to whom it is said.
    enum Line: Hashable {
        /// To people.
        case words(String)
        /// To people, also where they want nothing but errors.
        case complaint(String)
        /// To programs.
        case data(String)
    }

    private struct State {
        var lines: [Line] = []
        var confirmations: [String] = []
        var typed: String?
        /// What is said no more than once.
        var said: Set<String> = []
    }

    private let shared = Mutex(State())

    /// Says something that is to stay.
    func say(_ line: String) { shared.withLock { $0.lines.append(.words(line)) } }

    /// Says lines that belong together.
    func say(all lines: [String]) { shared.withLock { $0.lines += lines.map { .words($0) } } }

    /// Says something that several may say, the first time.
    func say(once line: String) {
        shared.withLock { shared in
            if shared.said.insert(line).inserted { shared.lines.append(.words(line)) }
        }
    }

    /// Says what has failed.
    func complain(_ line: String) { shared.withLock { $0.lines.append(.complaint(line)) } }

    /// Gives out a line of data.
    func write(_ line: String) { shared.withLock { $0.lines.append(.data(line)) } }

    /// Says what an order has done: in the status line, where there is one.
    func confirm(_ text: String) { shared.withLock { $0.confirmations.append(text) } }

    /// What is to be printed now, in order.
    func takeLines() -> [Line] {
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
