/// How a frame is mirrored and turned: one of the eight ways in which a rectangle fits itself.
public struct FrameOrientation: Hashable, Sendable {
    /// Turns by 90° clockwise, 0 to 3, after mirroring.
    public let quarterTurns: Int
    /// Whether left and right are exchanged, before turning.
    public let isMirrored: Bool

    /// An orientation; any number of turns is brought to 0 to 3.
    public init(quarterTurns: Int = 0, isMirrored: Bool = false) {
        self.quarterTurns = (quarterTurns % 4 + 4) % 4
        self.isMirrored = isMirrored
    }

    /// As it is.
    public static let upright = FrameOrientation()
    /// Left and right exchanged.
    public static let mirrored = FrameOrientation(isMirrored: true)
    /// Top and bottom exchanged.
    public static let upsideDown = FrameOrientation(quarterTurns: 2, isMirrored: true)

    /// This one first, and then another.
    public func then(_ next: FrameOrientation) -> FrameOrientation {
        FrameOrientation(
            quarterTurns: next.quarterTurns + (next.isMirrored ? -quarterTurns : quarterTurns),
            isMirrored: isMirrored != next.isMirrored
        )
    }

    /// What takes it back.
    public var inverse: FrameOrientation {
        isMirrored ? self : FrameOrientation(quarterTurns: -quarterTurns)
    }

    /// Whether width and height are exchanged.
    public var swapsSides: Bool { quarterTurns % 2 == 1 }

    /// A size after it.
    func applied(to size: FrameExtent) -> FrameExtent {
        swapsSides ? FrameExtent(width: size.height, height: size.width) : size
    }

    /// Where a rectangle comes to lie.
    ///
    /// - Parameters:
    ///   - rectangle: In a frame of the size, counted from its top left corner.
    ///   - size: The frame before it is mirrored and turned.
    /// - Returns: The rectangle in the frame that comes of it.
    func applied(to rectangle: FrameRectangle, in size: FrameExtent) -> FrameRectangle {
        var (rectangle, size) = (rectangle, size)
        if isMirrored { rectangle.left = size.width - rectangle.left - rectangle.width }
        for _ in 0..<quarterTurns {
            rectangle = FrameRectangle(
                left: size.height - rectangle.top - rectangle.height,
                top: rectangle.left,
                width: rectangle.height,
                height: rectangle.width
            )
            size = FrameExtent(width: size.height, height: size.width)
        }
        return rectangle
    }

    /// Where a direction (to the right, downwards) points after it.
    func applied(to direction: (x: Double, y: Double)) -> (x: Double, y: Double) {
        var direction = isMirrored ? (x: -direction.x, y: direction.y) : direction
        for _ in 0..<quarterTurns { direction = (-direction.y, direction.x) }
        return direction
    }
}
