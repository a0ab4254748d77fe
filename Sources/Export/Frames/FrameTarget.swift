internal import FFmpeg
internal import MediaFormats

/// The format that an encoder is given: the source's own wherever the encoder takes it, unless a recipe says otherwise.
struct FrameTarget: Sendable {
    let width: Int
    let height: Int
    let pixelFormat: PixelFormat
    let colour: ColourDescription
    /// Whether sample values are changed from limited to full range. JPEG has full range only.
    let widensRange: Bool

    init(parameters: CodecParameters, encoding: VideoEncoding, recipe: FrameRecipe?) throws(ExportError) {
        let codec = encoding.codec
        guard let capabilities = EncoderCapabilities(named: codec.traits.encoder) else {
            throw ExportError(.unsupported, "this libavcodec has no encoder \(codec.traits.encoder)")
        }
        guard let source = parameters.pixelFormat else {
            throw ExportError(.unsupported, "the frames' format is not known")
        }
        let ofQuality = codec.pixelFormats(quality: encoding.quality)
        let taken = capabilities.pixelFormats.isEmpty ? [source] : capabilities.pixelFormats
        let accepted =
            codec.traits.hasPalette
            ? ofQuality.compactMap(PixelFormat.init(named:))
            : taken.filter { ofQuality.isEmpty || ofQuality.contains($0.name) }
        let wanted = recipe?.pixelFormat
        let offered = wanted == nil ? accepted : accepted.filter { $0.name == wanted }
        guard let format = source.leastLossy(of: offered) else {
            throw ExportError(.unsupported, "\(codec.traits.encoder) takes no frames like \(source.name)")
        }
        pixelFormat = format
        if let recipe {
            (width, height) = (recipe.width, recipe.height)
            var colour = recipe.colour == .none ? parameters.completeColour : .bt709Limited
            if codec.traits.isAlwaysFullRange { (colour.range, colour.chromaLocation) = ("pc", "center") }
            if let matrix = codec.traits.matrix { (colour.matrix, colour.chromaLocation) = (matrix, "center") }
            self.colour = colour.coded(as: format, lines: recipe.height)
            widensRange = false
            return
        }
        // Subsampled chroma needs whole samples. Encoders that insist on it get one more row or column.
        let evens = codec.traits.needsWholeChromaSamples
        width = evens ? format.roundedUp(width: parameters.width) : parameters.width
        height = evens ? format.roundedUp(height: parameters.height) : parameters.height
        var colour = parameters.colour
        widensRange = codec.traits.isAlwaysFullRange && colour.range != "pc"
        if widensRange || source.name.hasPrefix("yuvj") { colour.range = "pc" }
        self.colour = colour
    }
}

extension FrameTarget {
    /// The format of frames that are put together.
    init(width: Int, height: Int, pixelFormat: PixelFormat, colour: ColourDescription) {
        (self.width, self.height, self.pixelFormat) = (width, height, pixelFormat)
        (self.colour, widensRange) = (colour, false)
    }
}

extension CodecParameters {
    /// The colours with what is not stated as players take it: those of high definition from 720 lines on.
    var completeColour: ColourDescription {
        var colour = colour
        let isRGB = pixelFormat?.inPlanes?.planes?.family == .rgb
        let usual = VideoFormat.Colour.assumed(lines: height)
        colour.range = isRGB || pixelFormat?.name.hasPrefix("yuvj") == true ? "pc" : colour.range ?? "tv"
        colour.matrix = isRGB ? "gbr" : colour.matrix ?? usual
        colour.primaries = colour.primaries ?? (colour.matrix?.hasPrefix("bt2020") == true ? "bt2020" : usual)
        colour.transfer = colour.transfer ?? "bt709"
        return colour
    }
}

extension ColourDescription {
    /// The same colours in samples of a format: where that is not RGB, by a matrix.
    fileprivate func coded(as format: PixelFormat, lines: Int) -> ColourDescription {
        var colour = self
        if format.planes?.family == .yuv, matrix == "gbr" {
            (colour.matrix, colour.range) = (VideoFormat.Colour.assumed(lines: lines), "tv")
        }
        if format.planes?.family == .rgb, matrix != "gbr" {
            (colour.matrix, colour.range, colour.chromaLocation) = ("gbr", "pc", nil)
        }
        return colour
    }
}
