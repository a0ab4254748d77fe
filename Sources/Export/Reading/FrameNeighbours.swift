internal import MediaTime

/// The timestamps next to an instant, of all that a track presents (asset time).
struct FrameNeighbours {
    /// What people type is printed with six decimals: an instant that lies less than this from a timestamp stands for it.
    static let precision = 1e-6

    let instant: RationalTime
    /// The latest timestamp at or before the instant: the frame that is on screen.
    private(set) var before: RationalTime?
    /// The earliest timestamp after it.
    private(set) var after: RationalTime?
    /// How long the frame that is on screen lasts, where no other follows, in the container's ticks.
    private(set) var ticks: Int64 = 0
    /// The exact instant of a frame whose timestamp was rounded across the instant, or from it.
    private var unrounded: RationalTime?

    init(of instant: RationalTime) { self.instant = instant }

    /// Takes a timestamp of the track, in any order, what the container states in its place where its clock is coarse, and how many ticks its
    /// packet lasts.
    mutating func add(_ timestamp: RationalTime, stated: RationalTime? = nil, lasting ticks: Int64 = 0) {
        if let stated, stated != timestamp,
            min(stated, timestamp).seconds - Self.precision < instant.seconds,
            instant.seconds < max(stated, timestamp).seconds + Self.precision
        {
            unrounded = timestamp
        }
        if timestamp <= instant {
            if before.map({ timestamp >= $0 }) ?? true { (before, self.ticks) = (timestamp, ticks) }
        } else {
            after = min(after ?? timestamp, timestamp)
        }
    }

    /// The neighbours where the fields of each frame are shown one after the other: as the filters have them, the second one from the middle
    /// of the frame's time on.
    ///
    /// - Throws: `TimeOverflow` where an instant does not fit.
    func ofFields(_ clock: SourceClock) throws(TimeOverflow) -> FrameNeighbours {
        guard let before else { return self }
        let middle = try before.middle(to: after ?? clock.end(ofLastFrameAt: before, lasting: ticks))
        var fields = self
        if middle <= instant { fields.before = middle } else { fields.after = middle }
        return fields
    }

    /// The timestamp that the instant stands for, which is less than so many seconds from it; the instant itself where none is near
    /// enough. Of a coarse clock people type the rounded timestamps, too.
    func snapped(within precision: Double) -> RationalTime {
        if let unrounded { return unrounded }
        let near = [before, after].compactMap { timestamp -> (distance: Double, timestamp: RationalTime)? in
            guard let timestamp else { return nil }
            guard let distance = try? (max(timestamp, instant) - min(timestamp, instant)).seconds else { return nil }
            return distance < precision ? (distance, timestamp) : nil
        }
        return near.min { $0.distance < $1.distance }?.timestamp ?? instant
    }
}
