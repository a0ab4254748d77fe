internal import MediaTime
internal import Pipeline

/// Keeps the tracks of an export within a second of one another, so that the muxer, which must interleave them, holds
/// little back. The track that is furthest behind never waits, so somebody always goes on.
final class InterleaveGate: Sendable {
    private struct State {
        /// How far each track is, in target time; `nil` for one that has finished.
        var positions: [Double?]
        /// Where each track was when the others last heard of it.
        var announced: [Double]
        var isCancelled = false
    }

    private static let lead = 1.0
    /// Others are woken no more often than this.
    private static let step = 0.125
    private let monitor: Monitor<State>

    init(tracks: Int) {
        monitor = Monitor(
            State(
                positions: Array(repeating: -.infinity, count: tracks),
                announced: Array(repeating: -.infinity, count: tracks)
            )
        )
    }

    /// Says that a track has come to a target time, and waits while that is too far ahead of the others. Seconds will
    /// do: nothing is timed by them.
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

    /// Nobody need wait for this track any more.
    func finish(_ track: Int) { monitor.withLock { $0.positions[track] = nil } }

    /// Gives the work up: everybody who waits is told.
    func cancel() { monitor.withLock { $0.isCancelled = true } }
}
