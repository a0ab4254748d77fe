internal import FFmpeg

/// Black frames, and frames with black bars beside them. Black is 0 in full range, and 16 of 255 in limited range: libavfilter's own
/// `pad` and `drawbox` know the range of few formats.
struct FrameCanvas: Sendable {
    let width: Int
    let height: Int
    let pixelFormat: PixelFormat
    /// Says the range.
    let colour: ColourDescription

    /// A black frame. It is opaque.
    func black() throws(FFmpegError) -> Frame {
        let frame = try Frame.video(pixelFormat, width: width, height: height)
        frame.set(colour)
        try frame.blacken()
        return frame
    }

    /// A frame of the same format at its place, with black beside it.
    ///
    /// - Parameters:
    ///   - frame: As large as the place.
    ///   - place: Where it lies; its corner is a whole sample of chroma.
    /// - Returns: A new frame, with what is known of the other one beside its samples.
    /// - Throws: ``FFmpegError`` where there is no memory, or the formats differ.
    func framing(_ frame: borrowing Frame, at place: FrameLayout.Place) throws(FFmpegError) -> Frame {
        let whole = try black()
        try whole.copyProperties(of: frame)
        whole.set(colour)
        try whole.paste(frame, left: place.left, top: place.top)
        return whole
    }
}

extension FrameCanvas {
    /// Frames as an encoder gets them.
    init(_ target: FrameTarget) {
        self.init(width: target.width, height: target.height, pixelFormat: target.pixelFormat, colour: target.colour)
    }
}
