internal import FFmpeg

/// Makes frames of the samples that JPEG images have: BT.601 of full range, whatever the camera's stand for.
enum ImageFrame {
    /// Converts a frame.
    ///
    /// - Parameters:
    ///   - frame: a camera's, decoded.
    ///   - colour: what its samples stand for. Where a matrix or a range is not stated, it is that of BT.601, and the limited one.
    ///   - isInterlaced: whether it has two fields, which are not to be mixed.
    /// - Returns: a frame in `yuvj420p`.
    /// - Throws: `FFmpegError`, and ``CaptureError`` `.codec` where nothing comes of it.
    static func make(
        of frame: consuming Frame,
        standingFor colour: ColourDescription,
        isInterlaced: Bool
    ) throws -> Frame {
        guard let format = frame.pixelFormat else {
            throw CaptureError(.codec, "a frame from the camera has no pixel format")
        }
        let stated = [("range", colour.range), ("colorspace", colour.matrix)].compactMap { key, word in
            word.map { "\(key)=\($0)" }
        }
        let filters = [
            stated.isEmpty ? nil : "setparams=" + stated.joined(separator: ":"),
            isInterlaced ? "scale=interl=1" : nil,
            // By way of red, green and blue: else libswscale leaves the matrix as it is.
            "format=rgb24",
            "scale=out_color_matrix=bt601:out_range=full" + (isInterlaced ? ":interl=1" : ""),
            "format=yuvj420p",
        ]
        let graph = try FilterGraph(
            filters.compactMap { $0 }.joined(separator: ","),
            input: .video(
                width: frame.width,
                height: frame.height,
                pixelFormat: format,
                timeBase: .microseconds,
                sampleAspectRatio: nil
            )
        )
        frame.pts = 0
        guard let image = try graph.apply(to: frame) else {
            throw CaptureError(.codec, "a frame from the camera cannot be converted")
        }
        return image
    }
}
