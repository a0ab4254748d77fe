internal import FFmpeg
internal import MediaFormats
internal import MediaTime

/// How a clip's frames are made into those that the encoder gets, where they do not simply go on as they are.
public struct FrameRecipe: Sendable {
    /// The size of the output's frames, in square pixels.
    public var width: Int { layouts[0].width }
    /// See ``width``.
    public var height: Int { layouts[0].height }
    /// What becomes of the colours.
    public let colour: ColourChange
    /// libav's name of the output's pixel format; `nil` for the encoder's nearest to the source's.
    public let pixelFormat: String?
    /// The format that frames have with their transparency; `nil` where they are opaque.
    let alphaFormat: PixelFormat?
    /// Each conversion, and why, in plain words.
    public let reasons: [String]
    /// Where the samples of each of the track's parts come to lie.
    let layouts: [FrameLayout]
    /// The frames of each part, as the container describes them.
    let frames: [SeenFrame]
    /// How the view closes in.
    let zoom: FrameZoom?
    /// How the codec in its container has samples.
    let coding: SampleCoding

    /// Whether frames show all of the source's frames, neither turned nor with bars: at most in another size.
    var showsFramesAsTheyLie: Bool {
        zoom == nil
            && zip(layouts, frames).allSatisfy { layout, frame in
                let whole = FrameRectangle(left: 0, top: 0, width: frame.stored.width, height: frame.stored.height)
                return !layout.hasBars && layout.orientation == .upright && layout.region == whole
            }
    }

    /// Makes the recipe for a track.
    ///
    /// - Parameters:
    ///   - formats: The frames of each part; the first one's shape is the output's.
    ///   - settings: What is wanted.
    ///   - encoding: How the frames will be encoded.
    ///   - needs: What else has to be done where they are; `nil` where it is not known yet whether they are encoded. None of it is a
    ///     reason to encode what can be copied.
    /// - Returns: `nil` where the frames go to the encoder as they are.
    /// - Throws: ``ExportError`` `.settings` for a crop that does not lie in the frame, and for high dynamic range where it cannot be
    ///   kept, as is asked for.
    static func make(
        for formats: [VideoFormat],
        _ settings: ExportSettings,
        _ encoding: VideoEncoding,
        needs: FrameNeeds? = nil
    ) throws(ExportError) -> FrameRecipe? {
        guard let first = formats.first else { return nil }
        let traits = settings.promise
        var reasons: [String] = []
        let keepsRange = first.colour.isHighRange && !settings.mapsToStandard
        let delivered = keepsRange ? traits.highRangePixelFormats : traits.pixelFormats
        let ofQuality = encoding.codec.pixelFormats(quality: encoding.quality)
        // Another quality of the codec that is promised may be asked for.
        let promised = delivered.isEmpty || ofQuality.isEmpty ? delivered : ofQuality
        let promisedFormat =
            PixelFormat(named: first.pixelFormat)?
            .leastLossy(of: promised.compactMap(PixelFormat.init(named:)))?.name ?? promised.first
        let coding = SampleCoding(encoding.codec, in: needs?.container)
        // Grey ones get colours where others behind them have some.
        let model = needs == nil ? first : formats.first { !$0.isGrey } ?? first
        let stored = PixelFormat(named: model.pixelFormat)
        let alphaFormat = try stored.flatMap { format throws(ExportError) in
            try settings.keepsAlpha(of: formats) ? encoding.alphaFormat(for: format, wanted: promisedFormat) : nil
        }
        // Transparency is made beside the colours.
        let coded =
            alphaFormat?.withoutAlpha
            ?? stored?.inPlanes.flatMap { try? encoding.pixelFormat(for: $0, wanted: promisedFormat) }
        let getsColours = model.pixelFormat != first.pixelFormat
        let becomesOpaque = needs != nil && settings.losesAlpha && stored?.isTransparent ?? false
        let pixelFormat = promisedFormat ?? (getsColours || becomesOpaque ? coded?.name : nil)
        let colour = try colourChange(first, settings, traits, coding, as: coded, &reasons)

        var shape = settings.shape
        if shape.size == nil { shape.size = traits.size }
        // Chroma of half the resolution needs even sizes. Only lossless codecs are given odd ones, in full resolution.
        let isEven = encoding.codec.traits.needsWholeChromaSamples || shape != FrameShape() || settings.zoom != nil
        let (shiftX, shiftY) = coded?.planes.map { ($0.horizontalShift, $0.verticalShift) } ?? (0, 0)
        let step = (width: max(isEven ? 2 : 1, 1 << shiftX), height: max(isEven ? 2 : 1, 1 << shiftY))
        let frame = SeenFrame(first)
        let layout = try FrameLayout(frame, shape, step: step)
        let isShaped = settings.shape != FrameShape()
        // Texts are written as they are to be read.
        let isLevelled =
            (traits.isUpright || !settings.marks.isEmpty) && (frame.orientation != .upright || frame.pixelAspect != 1)
        let isTurned = (needs?.turns ?? false) && frame.orientation != .upright
        let recoding = needs.flatMap { _ in coded }.flatMap { format in
            recodingReason(formats, colour == .none ? first.completeColour : .bt709Limited, coding, as: format)
        }
        let isReduced = traits.size != nil && layout.isScaled
        let changesFormat = pixelFormat != nil && pixelFormat != first.pixelFormat
        // libswscale makes 1020 of 255, which is not opaque in 10 bits.
        let alphaBits = needs.flatMap { _ in alphaFormat }?.bitDepth
        let changesAlphaBits = alphaBits.map { $0 != first.bitDepth } ?? false
        let unlikePixels = needs.flatMap { _ in
            formats.areOfOnePixelShape ? nil : "the inputs' pixels have different shapes: all become square"
        }
        guard
            isShaped || settings.zoom != nil || isLevelled || isTurned || isReduced || colour != .none || changesFormat
                || recoding != nil || changesAlphaBits || unlikePixels != nil
        else { return nil }
        reasons += layout.reasons(from: frame, settings)
        if let zoom = settings.zoom, zoom.largest > 1 {
            reasons.append("zoomed up to \(zoom.largest.text(decimals: 2)) times")
        }
        if getsColours { reasons.append("the first frames are grey, and others are not: all have colours") }
        if changesFormat, let pixelFormat = promisedFormat, first.pixelFormat != alphaFormat?.name {
            reasons.append(
                "\(first.pixelFormat) becomes \(alphaFormat?.name ?? pixelFormat), as \(settings.promiseName) has it"
            )
        }
        if let recoding { reasons.append(recoding) }
        if let unlikePixels { reasons.append(unlikePixels) }
        var layouts = [layout]
        for format in formats.dropFirst() {
            let next = SeenFrame(format)
            let own = next == frame ? layout : try FrameLayout(next, following: frame, layout, shape, step: step)
            layouts.append(own)
        }
        return FrameRecipe(
            colour: colour,
            pixelFormat: pixelFormat,
            alphaFormat: alphaFormat,
            reasons: reasons,
            layouts: layouts,
            frames: formats.map(SeenFrame.init),
            zoom: settings.zoom,
            coding: coding
        )
    }

    /// Where the samples of a frame come to lie: a stream may change the size of its frames on its way.
    ///
    /// - Parameters:
    ///   - stored: The frame's size.
    ///   - pixelAspect: Width ÷ height of its pixels; `nil` where it does not say.
    ///   - part: The part of the track that it is from.
    /// - Returns: The layout of its part, or one for its own size.
    func layout(of stored: FrameExtent, pixelAspect: Double?, ofPart part: Int) -> FrameLayout {
        let expected = frames[part]
        guard stored != expected.stored else { return layouts[part] }
        let frame = SeenFrame(
            stored: stored,
            pixelAspect: pixelAspect ?? expected.pixelAspect,
            orientation: expected.orientation
        )
        return layouts[part].layout(of: frame, insteadOf: expected)
    }
}

extension ExportSettings {
    /// Whether frames may keep their transparency where they are made anew: nothing but their shape and colours changes.
    fileprivate func keepsAlpha(of formats: [VideoFormat]) -> Bool {
        !losesAlpha && formats.allSatisfy { $0.fieldOrder == nil }
            && formats.contains { PixelFormat(named: $0.pixelFormat)?.isTransparent ?? false }
    }

    /// Whether what is done to frames leaves no transparency that would be theirs.
    fileprivate var losesAlpha: Bool {
        isPane || !marks.isEmpty || filter != nil || stabilisation != nil || makesFrames
    }

    /// Whether high dynamic range is brought to standard range.
    var mapsToStandard: Bool {
        switch dynamicRange {
        case .keep: false
        case .standard: true
        case .none: promise.isStandardRange
        }
    }

    /// Whether encoded frames have high dynamic range, as those have that they are made of.
    func keepsHighRange(of parts: [TrackPart]) -> Bool {
        !mapsToStandard && parts.first?.source.video?.colour.isHighRange ?? false
    }
}

extension FrameLayout {
    /// Whether the source's samples are not taken one to one.
    var isScaled: Bool {
        let whole = orientation.applied(to: FrameExtent(width: region.width, height: region.height))
        return whole.width != Double(place.width) || whole.height != Double(place.height)
    }

    fileprivate func reasons(from frame: SeenFrame, _ settings: ExportSettings) -> [String] {
        var reasons: [String] = []
        let seen = "\(Int(frame.size.width.rounded()))x\(Int(frame.size.height.rounded()))"
        if frame.orientation != .upright { reasons.append("the frame is turned as players would turn it") }
        if frame.pixelAspect != 1 { reasons.append("pixels become square") }
        let size = frame.size
        let whole = frame.stored(under: FrameRectangle(left: 0, top: 0, width: size.width, height: size.height))
        if settings.shape.crop != nil, region != whole { reasons.append("a part of \(seen) is kept") }
        if settings.shape.orientation != .upright { reasons.append("mirrored or turned as asked") }
        if "\(width)x\(height)" != seen {
            let isLimited = settings.shape == FrameShape() && settings.promise.size != nil
            let why = isLimited ? ", the most that \(settings.delivery.rawValue) allows" : ""
            reasons.append("\(seen) becomes \(width)x\(height)\(isScaled ? why : "")")
        }
        if hasBars { reasons.append("black bars fill the rest") }
        return reasons
    }
}

extension VideoFormat {
    fileprivate var isGrey: Bool { PixelFormat(named: pixelFormat)?.isGrey ?? false }
}
