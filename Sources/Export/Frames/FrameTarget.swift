internal import FFmpeg

/// The format that an encoder is given: the source's own wherever the encoder takes it, unless a recipe says otherwise.
struct FrameTarget: Sendable {
    let width: Int
    let height: Int
    let pixelFormat: PixelFormat
    /// The same with a plane of transparency; `nil` where frames are opaque.
    let alphaFormat: PixelFormat?
    /// That of the frames which the encoder gets: the same samples, maybe side by side, or a palette's numbers.
    let encodedFormat: PixelFormat
    let colour: ColourDescription

    /// - Parameters:
    ///   - parameters: What is known of the source's frames.
    ///   - encoding: How they will be encoded.
    ///   - recipe: How they are made into others; `nil` where they go on as they are.
    ///   - isBesideCopies: Whether they stand in a track beside copied frames, which they have to be like.
    /// - Throws: ``ExportError`` `.unsupported` where the encoder takes no such frames.
    init(
        parameters: CodecParameters,
        encoding: VideoEncoding,
        recipe: FrameRecipe?,
        isBesideCopies: Bool = false
    ) throws(ExportError) {
        guard let source = parameters.pixelFormat else {
            throw ExportError(.unsupported, "the frames' format is not known")
        }
        alphaFormat = recipe?.alphaFormat
        // Transparency is made beside what a recipe makes.
        let shaped = recipe == nil ? source : source.inPlanes ?? source
        if let colours = alphaFormat?.withoutAlpha {
            pixelFormat = colours
        } else {
            pixelFormat = try encoding.pixelFormat(
                for: shaped,
                wanted: recipe?.pixelFormat,
                keepsGrey: isBesideCopies
            )
        }
        encodedFormat = try encoding.encodedFormat(pixelFormat, alphaFormat)
        if let recipe {
            (width, height) = (recipe.width, recipe.height)
            let colour = recipe.colour == .none ? parameters.completeColour : .bt709Limited
            self.colour = recipe.coding.coding(colour, as: pixelFormat, lines: recipe.height)
            return
        }
        (width, height) = encoding.size(ofWidth: parameters.width, height: parameters.height, in: pixelFormat)
        var colour = parameters.colour
        colour.range = source.range(stated: colour.range)
        self.colour = isBesideCopies ? colour : colour.statedWholly(in: source, lines: height)
    }
}

extension ColourDescription {
    /// All of it as players take it, where a part is stated: Chromium leaves the range out of account where the others are missing. Nothing
    /// is said for what says nothing, and where there is no chroma.
    fileprivate func statedWholly(in format: PixelFormat, lines: Int) -> ColourDescription {
        guard range == "pc" || matrix != nil, format.inPlanes?.planes?.family == .yuv else { return self }
        return completed(in: format, lines: lines)
    }
}

extension FrameTarget {
    /// Opaque frames of another kind than a source's.
    init(width: Int, height: Int, pixelFormat: PixelFormat, colour: ColourDescription) {
        (self.width, self.height, self.pixelFormat, self.colour) = (width, height, pixelFormat, colour)
        (alphaFormat, encodedFormat) = (nil, pixelFormat)
    }

    /// Frames that are put together of others, which are opaque.
    init(width: Int, height: Int, of parts: FrameTarget) {
        (self.width, self.height, pixelFormat, colour) = (width, height, parts.pixelFormat, parts.colour)
        (alphaFormat, encodedFormat) = (nil, parts.encodedFormat)
    }
}
