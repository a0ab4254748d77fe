extension FrameLayout {
    /// Lays out frames of a clip that follows another one, as that is: the same part of them, lying in the same way, in frames
    /// as large. Where their shape differs, they get bars, unless they are to cover all or to be stretched.
    ///
    /// A part that is given in pixels is the same share of frames of the same shape; of others, it is counted in their own
    /// pixels.
    ///
    /// - Parameters:
    ///   - frame: What follows.
    ///   - first: The frames that the output's size comes from.
    ///   - output: Their layout.
    ///   - shape: What is wanted of them.
    ///   - step: What width and height are multiples of.
    /// - Throws: ``ExportError`` `.settings` where the part does not lie in the frame.
    init(
        _ frame: SeenFrame,
        following first: SeenFrame,
        _ output: FrameLayout,
        _ shape: FrameShape,
        step: (width: Int, height: Int)
    ) throws(ExportError) {
        var own = shape
        own.size = .exact(width: output.width, height: output.height)
        switch (shape.size, shape.fit) {
        case (.exact, .cover), (.exact, .stretch): break
        default: own.fit = .bars
        }
        if case .area(let width, let height, let left, let top) = shape.crop, Self.areAlike(frame, first) {
            let (x, y) = (frame.size.width / first.size.width, frame.size.height / first.size.height)
            func scaled(_ value: Int, _ scale: Double, _ limit: Double) -> Int {
                min(Int((Double(value) * scale).rounded()), Int(limit.rounded()))
            }
            let corner = (scaled(left, x, frame.size.width - 1), scaled(top, y, frame.size.height - 1))
            own.crop = .area(
                width: max(1, scaled(width, x, frame.size.width - Double(corner.0))),
                height: max(1, scaled(height, y, frame.size.height - Double(corner.1))),
                left: corner.0,
                top: corner.1
            )
        }
        try self.init(frame, own, step: step)
    }

    /// Whether frames have the same shape, perhaps in another size.
    static func areAlike(_ frame: SeenFrame, _ other: SeenFrame) -> Bool {
        let (shape, old) = (frame.size.width / frame.size.height, other.size.width / other.size.height)
        return abs(shape / old - 1) < sameShape
    }

    /// Sizes are whole pixels: shapes that differ by less are the same.
    private static let sameShape = 0.02
}
