public import MediaTime

/// What is left of a clip's frames when some are left out that no other frame refers to.
public struct DecimatedFrames: Hashable, Sendable {
    /// Of this many frames, one was to be kept.
    public let every: Int
    /// How the frames that are kept follow one another (asset time).
    public let timing: FrameTiming
    /// How many frames are left out.
    public let leftOut: Int64
    /// The instant of the clip's last frame (asset time), where it is left out although its type allows others to refer to
    /// it. Encoders end on such a frame, but no frame comes after it that could refer to it.
    public let trailing: RationalTime?
    /// Whether the frames that are kept are decoded in the order in which they are presented.
    public let isInOrder: Bool
    /// Whether no frame of the clip refers to another, so that any can be left out.
    public let standAlone: Bool

    /// Whether as many frames are left out as was asked for.
    public var isComplete: Bool { (timing.count + leftOut + Int64(every) - 1) / Int64(every) >= timing.count }
}

/// Counts what a decimation leaves of a clip's frames, one frame at a time.
struct DecimationCount {
    let every: Int
    /// Whether no frame refers to another.
    let standAlone: Bool
    private var timing = FrameTiming()
    private var leftOut: Int64 = 0
    /// The number of frames since the last one that is kept.
    private var gap = 0
    /// The latest frame that is kept, and how many were left out before it. It is counted when another one is kept.
    private var last: (frame: PresentationOrder.Frame, gap: Int)?

    init(every: Int, standAlone: Bool) { (self.every, self.standAlone) = (every, standAlone) }

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

    /// The result at the clip's end. `decodedLast` is the instant of the frame that is decoded last of those that are kept.
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
            isInOrder: isInOrder,
            standAlone: standAlone
        )
    }

    private mutating func settle() {
        guard let last else { return }
        timing.add(last.frame.timestamp, lasting: last.frame.duration)
        self.last = nil
    }
}
