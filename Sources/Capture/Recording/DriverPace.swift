internal import MediaTime

/// How fast a camera delivers, by its driver's times alone: what becomes of the frames later does not matter.
struct DriverPace: Hashable, Sendable {
    private var first: RationalTime?
    private var last: RationalTime?
    /// Frames that the driver delivered, and those that are missing between them.
    private var delivered: Int64 = 0
    private var missing: Int64 = 0

    /// Takes a frame that was delivered.
    mutating func add(_ frame: CapturedFrame) {
        delivered += 1
        first = first ?? frame.timestamp
        last = max(last ?? frame.timestamp, frame.timestamp)
    }

    /// Takes a loss; only frames that were not delivered count.
    mutating func add(_ loss: Loss) {
        if loss.kind == .sequence || loss.kind == .time { missing += loss.count }
    }

    /// Frames a second, those that are missing counted in; `nil` for fewer than two.
    var rate: Double? {
        guard let first, let last, delivered > 1, let span = try? last - first, span > .zero else { return nil }
        return Double(delivered - 1 + missing) / span.seconds
    }
}
