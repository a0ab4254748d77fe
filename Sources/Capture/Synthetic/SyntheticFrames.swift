internal import FFmpeg
internal import MediaSyntax
internal import MediaTime
internal import SceneRendering

/// The synthetic scene's frames in the formats of cameras.
final class SyntheticFrames {
    /// The formats that there are.
    enum Format: String, CaseIterable {
        /// Planar 4:2:0.
        case planar = "YU12"
        /// Packed 4:2:2.
        case packed = "YUYV"
        /// A JPEG image for each frame.
        case motionJPEG = "MJPG"
        /// H.264, which can be decoded from every second's first frame on.
        case h264 = "H264"
        /// HEVC, likewise.
        case hevc = "HEVC"

        var isRaw: Bool { self == .planar || self == .packed }

        /// How colours become samples, as webcams have it.
        var coding: ColourCoding { self == .motionJPEG ? .jpeg : .bt601 }

        /// What the samples stand for: the colours of screens, as USB Video Class 1.5 takes them where a camera does not say
        /// (3.9.2.6).
        var colour: ColourDescription {
            var colour = ColourDescription()
            colour.range = self == .motionJPEG ? "pc" : "tv"
            colour.primaries = "bt709"
            colour.transfer = "iec61966-2-1"
            colour.matrix = "smpte170m"
            return colour
        }
    }

    /// What the samples stand for.
    var colour: ColourDescription { format.colour }

    private let scene: SyntheticScene
    private let format: Format
    private let size: FrameSize
    private var planes: [UInt8]
    private var packed: [UInt8]
    private let encoder: PromptEncoder?

    init(mode: CaptureMode, frameRate: FrameRate) throws(CaptureError) {
        guard let format = Format(rawValue: mode.format.description) else {
            throw CaptureError(.unsupported, "the synthetic camera has no format \(mode.format)")
        }
        let size = mode.size
        let smallest = SyntheticScene.smallestSize
        guard size.width >= smallest.width, size.height >= smallest.height, size.width % 2 == 0, size.height % 2 == 0
        else {
            throw CaptureError(
                .unsupported,
                "the synthetic camera has even sizes from \(smallest.width)x\(smallest.height), not \(size)"
            )
        }
        self.format = format
        self.size = size
        scene = SyntheticScene(
            width: size.width,
            height: size.height,
            frameRate: frameRate,
            coding: format.coding
        )
        planes = [UInt8](repeating: 0, count: format.isRaw ? size.area * 3 / 2 : 0)
        packed = [UInt8](repeating: 0, count: format == .packed ? size.area * 2 : 0)
        switch format {
        case .planar, .packed: encoder = nil
        case .motionJPEG: encoder = try PromptEncoder.images(size: size)
        case .h264, .hevc:
            encoder = try PromptEncoder.stream(
                format == .hevc ? .hevc : .h264,
                size: size,
                keyInterval: Int(frameRate.approximation.rounded(.up)),
                colour: format.colour
            )
        }
    }

    /// Draws a frame and lends its bytes.
    ///
    /// - Parameters:
    ///   - number: which frame of the scene.
    ///   - brightness: what is darker than white is so much brighter, at most white.
    ///   - isKey: an encoder is to begin anew with this frame.
    ///   - body: gets the bytes.
    /// - Throws: ``CaptureError`` `.codec` where an encoder fails.
    /// - Complexity: O(number of pixels).
    func withFrame(
        _ number: Int64,
        brightness: Double = 1,
        isKey: Bool = false,
        _ body: (borrowing RawSpan) -> Void
    ) throws(CaptureError) {
        let exposure = SyntheticExposure(brightness, luma: format.coding.luma)
        switch format {
        case .planar:
            drawPlanes(number, exposure)
            unsafe planes.withUnsafeBytes { unsafe body(RawSpan(_unsafeBytes: $0)) }
        case .packed:
            drawPlanes(number, exposure)
            Self.pack(planes, size, into: &packed)
            unsafe packed.withUnsafeBytes { unsafe body(RawSpan(_unsafeBytes: $0)) }
        case .motionJPEG, .h264, .hevc:
            try encoder?.encode(
                isKey: isKey,
                { plane, samples, stride in
                    scene.render(frame: number, plane, into: &samples, stride: stride)
                    exposure.apply(to: &samples, of: plane, size, stride: stride)
                },
                body
            )
        }
    }

    private func drawPlanes(_ number: Int64, _ exposure: SyntheticExposure) {
        unsafe planes.withUnsafeMutableBufferPointer { samples in
            var start = 0
            for plane in FramePlane.allCases {
                let columns = plane.columns(ofWidth: size.width)
                let end = start + columns * plane.rows(ofHeight: size.height)
                let part = unsafe UnsafeMutableBufferPointer(rebasing: samples[start..<end])
                var span = unsafe MutableSpan(_unsafeElements: part)
                scene.render(frame: number, plane, into: &span, stride: columns)
                exposure.apply(to: &span, of: plane, size, stride: columns)
                start = end
            }
        }
    }

    /// Y0 Cb Y1 Cr; each row of chroma serves two rows of pixels.
    private static func pack(_ planes: [UInt8], _ size: FrameSize, into packed: inout [UInt8]) {
        let luma = planes.span
        var output = packed.mutableSpan
        let (cb, cr) = (size.area, size.area * 5 / 4)
        for row in 0..<size.height {
            let chroma = row / 2 * (size.width / 2)
            for pair in 0..<size.width / 2 {
                let place = (row * size.width + 2 * pair) * 2
                output[place] = luma[row * size.width + 2 * pair]
                output[place + 1] = luma[cb + chroma + pair]
                output[place + 2] = luma[row * size.width + 2 * pair + 1]
                output[place + 3] = luma[cr + chroma + pair]
            }
        }
    }
}
