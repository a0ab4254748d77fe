internal import FFmpeg
internal import MediaFormats

/// The format that an encoder is given: the source's own wherever the encoder takes it, unless a recipe says otherwise.
struct FrameTarget: Sendable {
    let width: Int
    let height: Int
    let pixelFormat: PixelFormat
    /// The same with a plane of transparency; `nil` where frames are opaque.
    let alphaFormat: PixelFormat?
    let colour: ColourDescription

    init(parameters: CodecParameters, encoding: VideoEncoding, recipe: FrameRecipe?) throws(ExportError) {
        guard let source = parameters.pixelFormat else {
            throw ExportError(.unsupported, "the frames' format is not known")
        }
        alphaFormat = recipe?.alphaFormat.flatMap(PixelFormat.init(named:))
        // Transparency is made beside what a recipe makes.
        let shaped = recipe == nil ? source : source.inPlanes ?? source
        let format = try encoding.pixelFormat(for: shaped, wanted: recipe?.pixelFormat)
        pixelFormat = format
        if let recipe {
            (width, height) = (recipe.width, recipe.height)
            let colour = recipe.colour == .none ? parameters.completeColour : .bt709Limited
            self.colour = recipe.coding.coding(colour, as: format, lines: recipe.height)
            return
        }
        (width, height) = encoding.size(ofWidth: parameters.width, height: parameters.height, in: format)
        var colour = parameters.colour
        if source.name.hasPrefix("yuvj") { colour.range = "pc" }
        self.colour = colour
    }
}

extension FrameTarget {
    /// The format of frames that are put together.
    init(width: Int, height: Int, pixelFormat: PixelFormat, colour: ColourDescription) {
        (self.width, self.height, self.pixelFormat, self.colour) = (width, height, pixelFormat, colour)
        alphaFormat = nil
    }
}
