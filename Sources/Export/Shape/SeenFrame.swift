/// A source's frame, stored and as people see it.
struct SeenFrame: Hashable, Sendable {
    /// The size of stored frames.
    let stored: FrameExtent
    /// Width ÷ height of a stored pixel.
    let pixelAspect: Double
    /// How players mirror and turn stored frames.
    let orientation: FrameOrientation

    init(_ format: VideoFormat) {
        stored = FrameExtent(width: Double(format.width), height: Double(format.height))
        pixelAspect = format.pixelAspect.map { Double($0.width) / Double($0.height) } ?? 1
        orientation = format.orientation
    }

    init(stored: FrameExtent, pixelAspect: Double = 1, orientation: FrameOrientation = .upright) {
        self.stored = stored
        self.pixelAspect = pixelAspect
        self.orientation = orientation
    }

    /// The size in square pixels, before it is turned. No side becomes smaller than it is stored.
    private var square: FrameExtent {
        pixelAspect >= 1
            ? FrameExtent(width: stored.width * pixelAspect, height: stored.height)
            : FrameExtent(width: stored.width, height: stored.height / pixelAspect)
    }

    /// The size as people see it.
    var size: FrameExtent { orientation.applied(to: square) }

    /// The stored samples under a rectangle of what people see.
    func stored(under rectangle: FrameRectangle) -> FrameRectangle {
        let flat = orientation.inverse.applied(to: rectangle, in: size)
        let (x, y) = (stored.width / square.width, stored.height / square.height)
        return FrameRectangle(
            left: flat.left * x,
            top: flat.top * y,
            width: flat.width * x,
            height: flat.height * y
        )
    }
}

extension [VideoFormat] {
    /// Whether all have pixels of one shape.
    var areOfOnePixelShape: Bool { Set(map { SeenFrame($0).pixelAspect }).count <= 1 }
}
