package import FFmpeg

extension FilterGraph {
    /// A chain for frames like one, which are a tick of 1/25 s apart.
    package static func chain(_ filters: String, for frame: borrowing Frame) throws -> FilterGraph {
        let input = Input.video(
            width: frame.width,
            height: frame.height,
            pixelFormat: frame.pixelFormat ?? .palette,
            timeBase: TimeBase(1, 25),
            sampleAspectRatio: nil
        )
        return try FilterGraph(filters, input: input)
    }
}
