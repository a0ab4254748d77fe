internal import MediaTime
internal import Pipeline

/// Keeps the tracks of an export within a second of one another (target time). The muxer interleaves the tracks, and so it
/// holds little back. The track that is furthest behind never waits, so the export always goes on.
final class InterleaveGate: Sendable {
    private struct State {
        /// How far each track is, in target time; `nil` for one that has finished.
        var positions: [Double?]
        /// Where each track was when it was last announced to the others.
        var announced: [Double]
        var isCancelled = false
    }

    /// In seconds of target time.
    static let lead = 1.0
    /// A track is announced to the others every so many seconds of target time: more often, and they would be woken for a few
    /// packets each.
    static let step = 0.5
    private let monitor: Monitor<State>

    init(tracks: Int) {
        monitor = Monitor(
            State(
                positions: Array(repeating: -.infinity, count: tracks),
                announced: Array(repeating: -.infinity, count: tracks)
            )
        )
    }

    /// Says that a track has come to a target time, and waits while that is too far ahead of the others. Seconds are exact
    /// enough here: no packet gets its time from them.
    func pass(_ track: Int, at time: RationalTime) throws(Cancelled) {
        let seconds = time.seconds
        let isNews = monitor.withQuietLock { state -> Bool in
            if seconds < state.announced[track] + Self.step { return state.isCancelled }
            state.announced[track] = seconds
            return true
        }
        guard isNews else { return }
        monitor.withLock { $0.positions[track] = seconds }
        let isOpen = monitor.wait { state -> Bool? in
            if state.isCancelled { return false }
            for (other, position) in state.positions.enumerated() where other != track {
                if let position, position < seconds - Self.lead { return nil }
            }
            return true
        }
        if !isOpen { throw Cancelled() }
    }

    /// The track has ended: no other waits for it any more.
    func finish(_ track: Int) { monitor.withLock { $0.positions[track] = nil } }

    /// Cancels the work: all that wait are woken, and throw.
    func cancel() { monitor.withLock { $0.isCancelled = true } }
}
