internal import FFmpeg
internal import MediaTime

/// Tries filters on a few black frames like those of a source, before anything is written: whether libavfilter takes them, and
/// whether each frame comes out once, at its time, and as large as it went in.
struct FilterTrial {
    /// Filters that write files of their own, or talk to others, and those that get frames from elsewhere.
    private static let refused: [String: String] = {
        let writers = ["metadata", "signature", "deshake", "vidstabdetect", "psnr", "ssim", "libvmaf", "vmafmotion"]
        let talkers = ["zmq"]
        let sources = ["movie"]
        return Dictionary(uniqueKeysWithValues: writers.map { ($0, "it writes a file of its own") })
            .merging(talkers.map { ($0, "it is commanded from elsewhere") }) { $1 }
            .merging(sources.map { ($0, "it takes frames of another file") }) { $1 }
    }()

    /// A filter that leaves out one of five frames shows it, and so does one that holds back some.
    private static let frameCount = 6

    let filters: SourceFilters
    let format: VideoFormat
    /// When the first frame is presented that is used (asset time).
    let start: RationalTime

    /// - Throws: ``ExportError`` `.filters`.
    func run() throws(ExportError) {
        guard let own = filters.own else { return }
        for name in FilterNames(of: own).names {
            guard let reason = Self.refused[name] else { continue }
            throw ExportError(.filters, "the filter \(name) is refused: \(reason)")
        }
        do {
            try pass(through: own)
        } catch let error as ExportError {
            throw error
        } catch let error as FFmpegError {
            throw ExportError(
                .filters,
                "libavfilter does not take '\(own)': \(error.logLine ?? error.reason)",
                cause: error
            )
        } catch {
            throw ExportError(.fault, "\(error)", cause: error)
        }
    }

    private func pass(through own: String) throws {
        guard let pixelFormat = PixelFormat(named: format.pixelFormat) else { return }
        let graph = try filters.graph(
            width: format.width,
            height: format.height,
            pixelFormat,
            pixelAspect: format.pixelAspect,
            frameRate: format.claimedFrameRate
        )
        let length = format.claimedFrameRate?.frameDuration ?? RationalTime(1, 25)
        var expected: [FilteredTime] = []
        let output = try Frame()
        var (count, mark) = (0, 0 as Int64)
        func receive() throws {
            while try graph.receive(into: output) == .produced {
                // Some filters give frames in another order, with times in the right one.
                let isInOrder = output.mark == 0 || output.mark >= mark
                mark = max(mark, output.mark)
                guard count < expected.count, isInOrder, expected[count].isMet(by: output.pts, in: graph.timeBase)
                else {
                    throw ExportError(
                        .filters,
                        "'\(own)' changes the number, the order or the times of frames; filters come before frames are retimed, and each "
                            + "frame must come out of them once, at its own time"
                    )
                }
                try filters.check(output, width: format.width, height: format.height)
                count += 1
                output.reset()
            }
        }
        for number in 0..<Self.frameCount {
            let begin = try start + length.scaled(by: Int64(number), over: 1)
            let times = try FilteredTime.times(
                from: begin,
                to: begin + length,
                isLast: number == Self.frameCount - 1,
                count: filters.framesPerFrame
            )
            expected += times
            let frame = try Frame.video(pixelFormat, width: format.width, height: format.height)
            frame.clear()
            frame.pts = times[0].ticks
            frame.mark = Int64(number + 1)
            try graph.send(frame)
            try receive()
        }
        try graph.sendEnd()
        try receive()
        guard count == expected.count else {
            throw ExportError(
                .filters,
                "'\(own)' gives \(count) frames of \(expected.count); filters come before frames are retimed, and each frame "
                    + "must come out of them once, at its own time"
            )
        }
    }
}
