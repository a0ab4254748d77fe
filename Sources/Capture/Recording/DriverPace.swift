internal import MediaTime

/// How fast a camera delivers, by its driver's times alone: what becomes of the frames later does not matter.
struct DriverPace: Hashable, Sendable {
    private var first: RationalTime?
    private var last: RationalTime?
    /// Frames that the driver delivered, and those that are missing between them.
    private var delivered: Int64 = 0
    private var missing: Int64 = 0
    /// From one frame to the next, as granted.
    private let interval: RationalTime?
    /// Frames since the last one that have its time.
    private var repeated: Int64 = 0

    /// A camera that has delivered nothing yet.
    ///
    /// - Parameter interval: from one frame to the next, as granted; `nil` where that is not known.
    init(interval: RationalTime? = nil) { self.interval = interval }

    /// Takes a frame that was delivered. One that has the time of the one before counts where it fills a gap, and not where that is only
    /// given twice.
    mutating func add(_ frame: CapturedFrame) {
        guard let last else {
            (first, self.last, delivered) = (frame.timestamp, frame.timestamp, 1)
            return
        }
        guard frame.timestamp > last else {
            if frame.timestamp < last { delivered += 1 } else { repeated += 1 }
            return
        }
        delivered += 1 + min(repeated, FrameGap.room(from: last, to: frame.timestamp, interval: interval))
        (self.last, repeated) = (frame.timestamp, 0)
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
