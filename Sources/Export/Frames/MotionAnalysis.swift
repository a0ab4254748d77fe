internal import FFmpeg
internal import MediaTime

/// Measures the camera's way through passages of a clip, in small pictures of its frames, which have square pixels.
struct MotionAnalysis: ~Copyable {
    /// Pictures are not larger than this.
    private static let largestSide = 640

    /// Width ÷ height of a frame's pixels.
    private let pixelAspect: Double
    private var tracker = CameraTracker()
    private var graph: FilterGraph?
    private var format: Format?

    private struct Format: Equatable {
        let pixelFormat: PixelFormat
        let width: Int
        let height: Int
    }

    init(pixelAspect: Double) { self.pixelAspect = pixelAspect }

    /// The camera's ways between cuts.
    var paths: [CameraPath] { tracker.paths }

    /// Measures a passage; passages are measured in the order of time.
    ///
    /// - Parameters:
    ///   - range: The passage (asset time).
    ///   - frames: The clip.
    ///   - isOpenEnded: Whether the passage goes on for as long as the clip does.
    ///   - measured: Is told the instant of each frame.
    /// - Throws: What decoders and filters throw, and whatever `measured` throws.
    mutating func measure(
        _ range: TimeRange,
        of frames: inout FilteredFrames,
        isOpenEnded: Bool,
        _ measured: (RationalTime) throws -> Void
    ) throws {
        try frames.seek(to: range.start)
        tracker.cut()
        while let timed = try frames.next() {
            if timed.end <= range.start, !timed.isLast { continue }
            if timed.start >= range.end, !isOpenEnded, timed.start > range.start { break }
            try measured(timed.start)
            guard let (picture, scale) = try picture(of: timed.frame) else { continue }
            tracker.add(picture, scale: scale, at: timed.start.seconds)
        }
    }

    /// The frame's brightness, and how many of its rows are in a sample; `nil` where it is too small to be looked at.
    private mutating func picture(of frame: borrowing Frame) throws -> (GreyPicture, scale: Double)? {
        guard let pixelFormat = frame.pixelFormat else { return nil }
        let format = Format(pixelFormat: pixelFormat, width: frame.width, height: frame.height)
        let (wide, high) = (Double(format.width) * pixelAspect, Double(format.height))
        let scale = max(1, max(wide, high) / Double(Self.largestSide))
        let (width, height) = (Int((wide / scale).rounded()), Int((high / scale).rounded()))
        guard min(width, height) >= 16 else { return nil }
        if format != self.format {
            graph = try FilterGraph(
                "scale=\(width):\(height):flags=area,format=gray16le,gblur=sigma=0.8",
                input: .video(
                    width: format.width,
                    height: format.height,
                    pixelFormat: pixelFormat,
                    timeBase: FilteredTime.unit,
                    sampleAspectRatio: nil
                )
            )
            self.format = format
        }
        let grey =
            switch graph {
            case .some(let graph): try graph.apply(to: frame)
            case .none: nil as Frame?
            }
        guard let grey else { throw ExportError(.fault, "no picture of a frame's brightness could be made") }
        return (GreyPicture(grey), scale)
    }
}

extension GreyPicture {
    /// A frame of 16 bits, brought to the range of 8.
    fileprivate init(_ frame: borrowing Frame) {
        let (width, height, stride) = (frame.width, frame.height, frame.stride(ofPlane: 0))
        var samples: [Float] = []
        samples.reserveCapacity(width * height)
        frame.withPlane(0) { bytes in
            for row in 0..<height {
                for at in Swift.stride(from: row * stride, to: row * stride + 2 * width, by: 2) {
                    samples.append(Float(bytes[at]) / 256 + Float(bytes[at + 1]))
                }
            }
        }
        self.init(width: width, height: height, samples: samples)
    }
}
