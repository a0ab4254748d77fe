internal import FFmpeg
internal import MediaTime

extension SourceFilters {
    /// The filters, ready for frames of a kind. Timestamps are ticks of ``FilteredTime/unit``.
    func graph(
        width: Int,
        height: Int,
        _ pixelFormat: PixelFormat,
        pixelAspect: VideoFormat.PixelAspect?,
        frameRate: FrameRate?
    ) throws(FFmpegError) -> FilterGraph {
        try FilterGraph(
            chain(pixelFormat),
            input: .video(
                width: width,
                height: height,
                pixelFormat: pixelFormat,
                timeBase: FilteredTime.unit,
                sampleAspectRatio: pixelAspect.map { TimeBase(Int32(clamping: $0.width), Int32(clamping: $0.height)) },
                frameRate: frameRate.map { TimeBase($0.numerator, $0.denominator) }
            )
        )
    }

    /// Refuses a frame that came out in another size.
    func check(_ frame: borrowing Frame, width: Int, height: Int) throws(ExportError) {
        guard (frame.width, frame.height) != (width, height) else { return }
        throw ExportError(
            .filters,
            "'\(own ?? "")' makes \(frame.width)x\(frame.height) of \(width)x\(height): size and shape of the frame are set "
                + "apart from filters"
        )
    }
}
