internal import FFmpeg

/// Makes how transparent frames are as a ``FrameShaper`` makes their colours: the wanted part, mirrored, turned and scaled, as a plane of
/// 8 bits beside those of the encoder's frames. Bars are transparent.
struct AlphaShaper: ~Copyable {
    private var shaper: FrameShaper
    private let format: PixelFormat
    private let timeBase: TimeBase
    /// Takes the transparency of frames of a kind.
    private var taking: FilterGraph?
    private var kind: Kind?

    private struct Kind: Equatable {
        let pixelFormat: PixelFormat
        let width: Int
        let height: Int
    }

    /// - Parameters:
    ///   - recipe: What is made of the frames.
    ///   - target: The encoder's frames.
    ///   - format: Their format with the plane of transparency, which is the fourth.
    ///   - parts: How many parts the track has.
    ///   - timeBase: That of the encoder.
    init(
        _ recipe: FrameRecipe,
        _ target: FrameTarget,
        _ format: PixelFormat,
        parts: Int,
        timeBase: TimeBase
    ) {
        // As red, green and blue, which are all alike: black is 0, and no step converts anything.
        let planes = FrameTarget(
            width: target.width,
            height: target.height,
            pixelFormat: .planarRGB,
            colour: Self.colour
        )
        shaper = FrameShaper(
            recipe,
            planes,
            from: [ColourDescription](repeating: Self.colour, count: parts),
            timeBase: timeBase,
            isInterlaced: false
        )
        self.format = format
        self.timeBase = timeBase
    }

    private static let colour: ColourDescription = {
        var colour = ColourDescription.bt709Limited
        (colour.range, colour.matrix, colour.chromaLocation) = ("pc", "gbr", nil)
        return colour
    }()

    /// A frame with the transparency of the one that it was made of; opaque where that has none.
    ///
    /// - Parameters:
    ///   - frame: As the encoder takes opaque ones.
    ///   - source: The decoded frame.
    ///   - part: The part of the track that it is from.
    ///   - view: What is seen of it, in shares of width and height; `nil` for all.
    /// - Returns: A new frame, in the format with transparency.
    /// - Throws: ``ExportError``, and what filters and the scaler throw.
    mutating func adding(
        to frame: borrowing Frame,
        of source: borrowing Frame,
        ofPart part: Int,
        view: FrameRectangle?
    ) throws -> Frame {
        guard let pixelFormat = source.pixelFormat, pixelFormat.isTransparent else { return try opaque(frame) }
        let kind = Kind(pixelFormat: pixelFormat, width: source.width, height: source.height)
        if self.kind != kind {
            taking = try FilterGraph(
                "alphaextract,scale=in_range=full:out_range=full,format=\(PixelFormat.planarRGB)",
                input: .video(
                    width: kind.width,
                    height: kind.height,
                    pixelFormat: pixelFormat,
                    timeBase: timeBase,
                    sampleAspectRatio: nil
                )
            )
            self.kind = kind
        }
        let plain =
            switch taking {
            case .some(let graph): try graph.apply(to: source)
            case .none: nil as Frame?
            }
        guard let plain else { throw ExportError(.fault, "a frame gave no transparency") }
        let shaped = try shaper.shape(plain, ofPart: part, view: view)
        let joined = try joined(frame)
        joined.replace(plane: 3, byPlane: 0, of: shaped)
        return joined
    }

    /// A frame of which nothing is transparent.
    func opaque(_ frame: borrowing Frame) throws -> Frame {
        let joined = try joined(frame)
        joined.withMutablePlane(3) { plane in
            for index in plane.indices { plane[index] = .max }
        }
        return joined
    }

    /// The same colours, with a plane of transparency that is not set.
    private func joined(_ frame: borrowing Frame) throws -> Frame {
        let joined = try Frame.video(format, width: frame.width, height: frame.height)
        try joined.copyProperties(of: frame)
        for number in 0..<3 { joined.replace(plane: number, byPlane: number, of: frame) }
        return joined
    }
}
