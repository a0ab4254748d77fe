internal import FFmpeg

/// Makes how transparent frames are as a ``FrameShaper`` makes their colours: the wanted part, mirrored, turned and scaled, as a plane
/// beside those of the encoder's frames, of as many bits. Bars are transparent.
struct AlphaShaper: ~Copyable {
    private var shaper: FrameShaper
    private let format: PixelFormat
    /// Takes the transparency of frames.
    private var taking: FrameFilter
    /// Puts the samples side by side; `nil` where the encoder takes them in planes.
    private var packing: FrameFilter?

    /// `nil` where the format has samples that are no whole numbers.
    ///
    /// - Parameters:
    ///   - recipe: What is made of the frames.
    ///   - target: The encoder's frames.
    ///   - format: Their format with the plane of transparency, which is the fourth.
    ///   - parts: How many parts the track has.
    ///   - timeBase: That of the encoder.
    init?(
        _ recipe: FrameRecipe,
        _ target: FrameTarget,
        _ format: PixelFormat,
        parts: Int,
        timeBase: TimeBase
    ) {
        guard let plane = PixelFormat.grey(bits: format.bitDepth) else { return nil }
        shaper = FrameShaper(
            recipe,
            FrameTarget(width: target.width, height: target.height, pixelFormat: plane, colour: Self.colour),
            from: [ColourDescription](repeating: Self.colour, count: parts),
            timeBase: timeBase,
            isInterlaced: false
        )
        taking = FrameFilter(timeBase: timeBase) { [Self.extraction(from: $0.pixelFormat)] }
        let encoded = target.encodedFormat
        packing =
            encoded == format || encoded == .palette
            ? nil : FrameFilter(timeBase: timeBase) { _ in ["format=\(encoded.name)"] }
        self.format = format
    }

    /// What is extracted of deep samples, in this machine's order of bytes.
    private static let deepPlanes = [10, 12, 16].map { "gray\($0)le" }.joined(separator: "|")

    /// The filters that take the transparency of frames of a format.
    static func extraction(from format: PixelFormat) -> String {
        // The one knows no palettes, and brings all to 8 bits; the other keeps more, where samples have them.
        if format == .palette { return "format=rgba,alphaextract" }
        return format.bitDepth > 8 ? "extractplanes=a,format=\(deepPlanes)" : "alphaextract"
    }

    /// As shades of grey in full range: black is 0, and nothing but the number of bits is converted.
    private static let colour: ColourDescription = {
        var colour = ColourDescription.bt709Limited
        (colour.range, colour.chromaLocation) = ("pc", nil)
        return colour
    }()

    /// A frame with the transparency of the one that it was made of, as the encoder takes it; opaque where that has none.
    ///
    /// - Parameters:
    ///   - frame: As the encoder takes opaque ones.
    ///   - source: The decoded frame.
    ///   - part: The part of the track that it is from.
    ///   - view: What is seen of it, in shares of width and height; `nil` for all.
    /// - Returns: A new frame.
    /// - Throws: ``ExportError``, and what filters and the scaler throw.
    mutating func adding(
        to frame: borrowing Frame,
        of source: borrowing Frame,
        ofPart part: Int,
        view: FrameRectangle?
    ) throws -> Frame {
        guard let pixelFormat = source.pixelFormat, pixelFormat.isTransparent else { return try opaque(frame) }
        let shaped = try shaper.shape(taking.apply(to: source), ofPart: part, view: view)
        let joined = try joined(frame)
        joined.replace(plane: 3, byPlane: 0, of: shaped)
        return try packed(joined)
    }

    /// A frame of which nothing is transparent.
    mutating func opaque(_ frame: borrowing Frame) throws -> Frame {
        let joined = try joined(frame)
        joined.fill(plane: 3, with: (1 << format.bitDepth) - 1)
        return try packed(joined)
    }

    /// As the encoder takes it.
    private mutating func packed(_ frame: consuming Frame) throws -> Frame {
        if let packed = try packing?.apply(to: frame) { return packed }
        return frame
    }

    /// The same colours, with a plane of transparency that is not set.
    private func joined(_ frame: borrowing Frame) throws -> Frame {
        let joined = try Frame.video(format, width: frame.width, height: frame.height)
        try joined.copyProperties(of: frame)
        for number in 0..<3 { joined.replace(plane: number, byPlane: number, of: frame) }
        return joined
    }
}
