public import MediaTime

/// What is left of a clip's frames when those are left out that no other refers to.
public struct DecimatedFrames: Hashable, Sendable {
    /// One of so many was to stay.
    public let every: Int
    /// The frames that stay (asset time).
    public let timing: FrameTiming
    /// How many do not.
    public let leftOut: Int64
    /// The clip's last frame (asset time), where it is left out although others might refer to one of its kind: encoders
    /// end on such a frame, and after it there is none that could.
    public let trailing: RationalTime?
    /// Whether those that stay are decoded in the order in which they are shown.
    public let isInOrder: Bool

    /// Whether as many are left out as were to be.
    public var isComplete: Bool { (timing.count + leftOut + Int64(every) - 1) / Int64(every) >= timing.count }
}

/// Counts what a decimation leaves of a clip's frames, while they go by.
struct DecimationCount {
    let every: Int
    private var timing = FrameTiming()
    private var leftOut: Int64 = 0
    /// Frames since the last one that stays.
    private var gap = 0
    /// The last frame that stays, until another one does, and how many were left out before it.
    private var last: (frame: PresentationOrder.Frame, gap: Int)?

    init(every: Int) { self.every = every }

    /// Takes the clip's next frame, in presentation order.
    mutating func add(_ frame: PresentationOrder.Frame) {
        guard frame.isKept else {
            leftOut += 1
            gap += 1
            return
        }
        settle()
        last = (frame, gap)
        gap = 0
    }

    /// The result at the clip's end, where the frame of an instant is the one that is decoded last of those that stay.
    func result(decodedLast: RationalTime?, isInOrder: Bool) -> DecimatedFrames {
        var count = self
        var trailing: RationalTime?
        if let last, leftOut > 0, last.gap < every - 1, last.frame.timestamp == decodedLast {
            trailing = decodedLast
            count.leftOut += 1
        } else {
            count.settle()
        }
        return DecimatedFrames(
            every: every,
            timing: count.timing,
            leftOut: count.leftOut,
            trailing: trailing,
            isInOrder: isInOrder
        )
    }

    private mutating func settle() {
        guard let last else { return }
        timing.add(last.frame.timestamp, lasting: last.frame.duration)
        self.last = nil
    }
}
