public import MediaTime

/// What a camera's driver says about a frame, besides its bytes.
public struct CapturedFrame: Hashable, Sendable {
    /// The driver's count of frames, which leaps where it lost some, and begins anew after 2³² − 1.
    public let sequence: UInt32
    /// When the frame was taken, by the system's monotonic clock, to the driver's own resolution.
    public let timestamp: RationalTime
    /// Where the timestamp comes from.
    public let timestampSource: TimestampSource
    /// Whether the driver marked the frame as damaged.
    public let isDamaged: Bool
    /// Which lines the frame has, as the driver says of it alone; `nil` where it does not.
    public let fields: FrameFields?

    /// The facts of one frame.
    public init(
        sequence: UInt32,
        timestamp: RationalTime,
        timestampSource: TimestampSource = .driver,
        isDamaged: Bool,
        fields: FrameFields? = nil
    ) {
        self.sequence = sequence
        self.timestamp = timestamp
        self.timestampSource = timestampSource
        self.isDamaged = isDamaged
        self.fields = fields
    }
}

extension CapturedFrame {
    /// The same frame, marked as damaged.
    var damaged: CapturedFrame {
        CapturedFrame(
            sequence: sequence,
            timestamp: timestamp,
            timestampSource: timestampSource,
            isDamaged: true,
            fields: fields
        )
    }
}
