public import MediaTime
internal import Synchronization

/// A place where an input could not be read.
public struct Damage: Hashable, Sendable {
    /// The number of the stream in the file.
    public let trackIndex: Int
    /// Roughly when, in asset time; `nil` where that is not known.
    public let time: RationalTime?
    /// What is wrong.
    public let message: String
}

/// Collects damage from several threads. It counts all of it, and keeps the first 50 entries for people to read.
final class DamageLog: Sendable {
    private struct State {
        var entries: [Damage] = []
        var count = 0
        /// The latest time that was noted.
        var latest: RationalTime?
        /// Whether some of it has no time.
        var isPlaceless = false
    }

    private static let limit = 50
    private let state = Mutex(State())
    private let whole: DamageLog?

    /// An empty log. What is added to it is added to that of the `whole`, too.
    init(of whole: DamageLog? = nil) { self.whole = whole }

    func add(_ damage: Damage) {
        state.withLock { state in
            state.count += 1
            if state.entries.count < Self.limit { state.entries.append(damage) }
            if let time = damage.time {
                state.latest = max(time, state.latest ?? time)
            } else {
                state.isPlaceless = true
            }
        }
        whole?.add(damage)
    }

    /// Whether all of it is known to lie before an instant (asset time).
    func ends(before instant: RationalTime) -> Bool {
        state.withLock { !$0.isPlaceless && $0.latest.map { $0 < instant } ?? true }
    }

    var entries: [Damage] { state.withLock { $0.entries } }
    var count: Int { state.withLock { $0.count } }
}

extension ExportError {
    /// The refusal of what is damaged; `nil` where nothing is.
    init?(refusing damage: DamageLog, of plan: ExportPlan) {
        guard let first = damage.entries.first else { return nil }
        let time = first.time.map { " at about \(Milliseconds.text($0))" } ?? ""
        let names = plan.inputs.map(\.path).joined(separator: ", ")
        let others = damage.count > 1 ? ", and \(damage.count - 1) more damaged places" : ""
        self.init(.damaged, "\(names): track \(first.trackIndex) is damaged\(time): \(first.message)\(others)")
    }
}
