internal import FFmpeg
internal import MediaSyntax

/// Makes image files of decoded frames: upright, in the colours of the format, with a description.
struct StillImage: ~Copyable {
    private let format: StillFormat
    /// Width ÷ height of one pixel of an upright frame.
    private let pixelShape: TimeBase?
    private var upright: FrameFilter

    /// An image file and its size in pixels.
    struct File {
        let bytes: [UInt8]
        let width: Int
        let height: Int
    }

    init(_ stream: StreamInfo, format: StillFormat) {
        let orientation = stream.orientation
        let shape = stream.sampleAspectRatio.map { ratio in
            orientation.swapsSides ? TimeBase(ratio.denominator, ratio.numerator) : ratio
        }
        self.format = format
        pixelShape = shape
        upright = FrameFilter(timeBase: stream.timeBase) { kind in
            let (width, height) = orientation.swapsSides ? (kind.height, kind.width) : (kind.width, kind.height)
            return try orientation.filters + format.squaring(width, height, shape) + format.pixels()
        }
    }

    /// The file of a frame.
    mutating func file(of frame: borrowing Frame, _ description: ExifDescription) throws -> File {
        let colour = frame.colour
        return try Self.file(of: upright.apply(to: frame), format, description, colour, pixelShape: pixelShape)
    }

    /// The file of a frame that has the format's own pixels.
    static func file(
        of frame: borrowing Frame,
        _ format: StillFormat,
        _ description: ExifDescription,
        _ colour: ColourDescription,
        pixelShape: TimeBase? = nil
    ) throws -> File {
        try format.check(frame.width, frame.height)
        // Encoders would write the colours in ways that viewers take literally: a gamma of 1.96 for BT.709.
        frame.clearColour()
        let bytes = try encoded(frame, format, pixelShape: format == .png ? pixelShape : nil)
        let described: [UInt8]?
        switch format {
        case .png:
            let needs = ColourNeeds(primaries: colour.primaries, transfer: colour.transfer)
            let colours = (needs.areSpecial ? colour.codePoints : nil).map {
                PNGImage.Chunk.codingIndependentColour(primaries: $0.primaries, transfer: $0.transfer)
            }
            described = PNGImage.image(bytes, with: [colours, .exif(description)].compactMap { $0 })
        case .jpeg: described = JPEGImage.image(bytes, with: description)
        case .webp: described = WebPImage.image(bytes, width: frame.width, height: frame.height, with: description)
        }
        guard let described else { throw ExportError(.fault, "the \(format.rawValue) image cannot be described") }
        return File(bytes: described, width: frame.width, height: frame.height)
    }

    private static func encoded(
        _ frame: borrowing Frame,
        _ format: StillFormat,
        pixelShape: TimeBase?
    ) throws -> [UInt8] {
        guard let pixelFormat = frame.pixelFormat else { throw ExportError(.fault, "an image without a format") }
        var colour = ColourDescription()
        if format == .jpeg { colour.range = "pc" }
        let encoder = try Encoder(
            VideoEncoderSettings(
                encoder: format.encoder,
                width: frame.width,
                height: frame.height,
                pixelFormat: pixelFormat,
                timeBase: TimeBase(1, 1),
                frameRate: nil,
                // Without one, the PNG encoder would write a shape of 0:1.
                sampleAspectRatio: pixelShape ?? TimeBase(1, 1),
                colour: colour,
                options: format.options,
                needsGlobalHeader: false
            )
        )
        let packet = try Packet()
        // The frame keeps the type that it had in its stream, and its time, which means nothing here.
        frame.clearPictureType()
        frame.pts = 0
        guard try encoder.send(frame) else { throw ExportError(.fault, "the encoder takes no image") }
        try encoder.sendEnd()
        guard try encoder.receive(into: packet) == .produced else {
            throw ExportError(.fault, "the encoder gave no image")
        }
        return packet.bytes
    }
}

extension StillFormat {
    /// The filters that bring pixels to a square shape: the side that is too short grows, so that nothing is lost. A PNG keeps
    /// the pixels as they are, and says their shape.
    fileprivate func squaring(_ width: Int, _ height: Int, _ shape: TimeBase?) throws(ExportError) -> [String] {
        guard self != .png, let shape, shape.numerator != shape.denominator else { return [] }
        let size = Self.square(width, height, shape)
        try check(size.width, size.height)
        return ["scale=\(size.width):\(size.height):flags=lanczos"]
    }

    /// Checks that an image can have so many pixels.
    func check(_ width: Int, _ height: Int) throws(ExportError) {
        guard max(width, height) <= longestSide else {
            throw ExportError(.settings, "a \(rawValue) file cannot have \(width)x\(height) pixels")
        }
    }

    /// The size with square pixels.
    static func square(_ width: Int, _ height: Int, _ shape: TimeBase?) -> (width: Int, height: Int) {
        guard let shape else { return (width, height) }
        let ratio = Double(shape.numerator) / Double(shape.denominator)
        guard (0.05...20).contains(ratio) else { return (width, height) }
        let stored = FrameExtent(width: Double(width), height: Double(height))
        let size = SeenFrame(stored: stored, pixelAspect: ratio).size
        return (Int(size.width.rounded()), Int(size.height.rounded()))
    }

    /// The filters that bring frames to the pixels that the format has. All go by way of red, green and blue, as those of a PNG
    /// are; JPEG has a matrix of its own (BT.601, full range), and libwebp converts by itself.
    func pixels() throws -> [String] {
        guard let capabilities = EncoderCapabilities(named: encoder) else {
            throw ExportError(.unsupported, "this libavcodec has no encoder \(encoder)")
        }
        switch self {
        case .png: return ["format=" + capabilities.pixelFormats.map(\.name).joined(separator: "|")]
        case .jpeg: return ["format=rgb24", "scale=out_color_matrix=bt601:out_range=pc", "format=yuvj420p"]
        case .webp: return ["format=rgb24", "format=bgra"]
        }
    }

    /// The encoder's own options. Nothing that is lost can be seen.
    fileprivate var options: [MetadataEntry] {
        let options: [(String, String)]
        switch self {
        case .png: options = []
        case .jpeg: options = [("flags", "+qscale+bitexact"), ("global_quality", "\(2 * 118)")]
        case .webp: options = [("quality", "90")]
        }
        return options.map { MetadataEntry(key: $0, value: $1) }
    }
}
