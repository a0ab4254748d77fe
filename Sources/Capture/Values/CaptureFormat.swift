/// One entry of a camera's list of formats: how frames are coded, and at which sizes and rates.
///
/// A camera may list the same code twice; the entries are kept apart.
public struct CaptureFormat: Hashable, Sendable {
    /// How a frame is coded or lies in memory.
    public let code: FourCharacterCode
    /// The driver's words for it.
    public let description: String
    /// Whether frames are encoded, as in Motion JPEG.
    public let isCompressed: Bool
    /// Whether it is not the camera's own but converted from another format (libv4l2).
    public let isEmulated: Bool
    /// The sizes, in the driver's order.
    public let sizes: [CaptureSize]

    init(
        code: FourCharacterCode,
        description: String,
        isCompressed: Bool,
        isEmulated: Bool = false,
        sizes: [CaptureSize]
    ) {
        self.code = code
        self.description = description
        self.isCompressed = isCompressed
        self.isEmulated = isEmulated
        self.sizes = sizes
    }
}

/// A size of frames, and the rates that there are at that size.
public struct CaptureSize: Hashable, Sendable {
    /// The size.
    public let size: FrameSize
    /// The grid of sizes of which it is one; `nil` where the camera lists sizes one by one.
    public let grid: SizeGrid?
    /// The rates, in the driver's order; empty where the driver does not say.
    public let ranges: [FrameRateRange]

    init(size: FrameSize, grid: SizeGrid? = nil, ranges: [FrameRateRange]) {
        self.size = size
        self.grid = grid
        self.ranges = ranges
    }
}

/// All sizes from one to another, in steps. Both ends belong to it.
public struct SizeGrid: Hashable, Sendable {
    /// The smallest.
    public let minimum: FrameSize
    /// The largest.
    public let maximum: FrameSize
    /// From one to the next: columns and rows; at least 1.
    public let step: FrameSize

    init(minimum: FrameSize, maximum: FrameSize, step: FrameSize) {
        self.minimum = minimum
        self.maximum = maximum
        self.step = FrameSize(width: max(step.width, 1), height: max(step.height, 1))
    }

    /// Whether a size is one of them.
    public func contains(_ size: FrameSize) -> Bool {
        (minimum.width...max(minimum.width, maximum.width)).contains(size.width)
            && (minimum.height...max(minimum.height, maximum.height)).contains(size.height)
            && (size.width - minimum.width) % step.width == 0 && (size.height - minimum.height) % step.height == 0
    }
}
