internal import FFmpeg

/// Brings the samples of frames into planes, one for each component.
struct PlanarFrames: ~Copyable {
    private var unpacking: FilterGraph?
    private var format: (stored: PixelFormat, width: Int, height: Int)?

    init() {}

    /// The frame with its samples in planes: itself, where they are. Size and depth stay; there is no transparency.
    ///
    /// - Throws: ``ExportError`` `.unsupported` for a format that has no planes, and what filters throw.
    mutating func planar(_ frame: borrowing Frame) throws -> Frame {
        guard let stored = frame.pixelFormat, let planar = stored.inPlanes else {
            throw ExportError(.unsupported, "frames of an unknown format cannot be changed")
        }
        if stored == planar { return try frame.reference() }
        if format?.stored != stored || format?.width != frame.width || format?.height != frame.height {
            unpacking = try FilterGraph(
                "format=\(planar.name)",
                input: .video(
                    width: frame.width,
                    height: frame.height,
                    pixelFormat: stored,
                    timeBase: FilteredTime.unit,
                    sampleAspectRatio: nil
                )
            )
            format = (stored, frame.width, frame.height)
        }
        let output =
            switch unpacking {
            case .some(let graph): try graph.apply(to: frame)
            case .none: nil as Frame?
            }
        guard let output else { throw ExportError(.fault, "a filter gave nothing") }
        return output
    }
}
