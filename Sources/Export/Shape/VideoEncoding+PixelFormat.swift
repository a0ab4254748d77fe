internal import FFmpeg
internal import MediaFormats

extension VideoEncoding {
    /// The format in which the encoder takes frames. It is transparent where the source's is, and the codec keeps that.
    ///
    /// - Parameters:
    ///   - source: That of the source's frames.
    ///   - wanted: libav's name of the only one that will do; `nil` for that which loses least.
    ///   - keepsGrey: Whether grey stays grey though players may not know that: beside copied frames.
    /// - Returns: The source's own, wherever the encoder takes it and players know it.
    /// - Throws: ``ExportError`` `.unsupported` where the encoder takes none.
    func pixelFormat(
        for source: PixelFormat,
        wanted: String?,
        keepsGrey: Bool = false
    ) throws(ExportError) -> PixelFormat {
        let accepted = try accepted(source).filter { format in
            // The formats that mean full range by their names are for those that have it: of grey, libav would take them for any.
            let statesRange =
                format.name.hasPrefix("yuvj") && !source.name.hasPrefix("yuvj") && codec.traits.range == nil
            return !statesRange && (keepsGrey || codec.traits.knowsGrey || !format.isGrey)
        }
        let offered = wanted == nil ? accepted : accepted.filter { $0.name == wanted }
        guard let format = source.leastLossy(of: offered, keepingTransparency: codec.traits.keepsTransparency)
        else {
            throw ExportError(.unsupported, "\(codec.traits.encoder) takes no frames like \(source.name)")
        }
        return format
    }

    /// The formats that the encoder takes at the quality; where it takes all, that of the source.
    private func accepted(_ source: PixelFormat) throws(ExportError) -> [PixelFormat] {
        guard let capabilities = EncoderCapabilities(named: codec.traits.encoder) else {
            throw ExportError(.unsupported, "this libavcodec has no encoder \(codec.traits.encoder)")
        }
        let ofQuality = codec.pixelFormats(quality: quality)
        if codec.traits.hasPalette { return ofQuality.compactMap(PixelFormat.init(named:)) }
        let taken = capabilities.pixelFormats.isEmpty ? [source] : capabilities.pixelFormats
        return taken.filter { ofQuality.isEmpty || ofQuality.contains($0.name) }
    }

    /// The format of frames whose colours are made in planes without transparency, and which then get a plane of it.
    ///
    /// - Parameters:
    ///   - source: That of the source's frames.
    ///   - wanted: libav's name of the only colours that will do; `nil` for those that lose least.
    /// - Returns: The one that loses least; `nil` where the encoder takes none.
    /// - Throws: ``ExportError`` `.unsupported` where there is no encoder.
    func alphaFormat(for source: PixelFormat, wanted: String?) throws(ExportError) -> PixelFormat? {
        if let own = codec.traits.alphaFormat { return PixelFormat(named: own) }
        guard codec.traits.keepsTransparency else { return nil }
        let offered = try accepted(source).compactMap(\.inPlanesWithAlpha)
            .filter { wanted == nil || $0.withoutAlpha?.name == wanted }
        return (source.inPlanesWithAlpha ?? source).leastLossy(of: offered, keepingTransparency: true)
    }

    /// The format of the frames that the encoder gets.
    ///
    /// - Parameters:
    ///   - colours: That in which their colours are made.
    ///   - alphaFormat: The same with a plane of transparency; `nil` where frames are opaque.
    /// - Returns: The same samples, maybe side by side, or a palette's numbers.
    /// - Throws: ``ExportError`` `.unsupported` where there is no encoder.
    func encodedFormat(_ colours: PixelFormat, _ alphaFormat: PixelFormat?) throws(ExportError) -> PixelFormat {
        if codec.traits.hasPalette { return .palette }
        guard let alphaFormat, codec.traits.keepsTransparency else { return alphaFormat ?? colours }
        return try pixelFormat(for: alphaFormat, wanted: nil)
    }

    /// The size of frames of another size, encoded in a format. Chroma with less resolution needs whole samples: encoders that insist on
    /// that get one more row or column.
    func size(ofWidth width: Int, height: Int, in format: PixelFormat) -> (width: Int, height: Int) {
        guard codec.traits.needsWholeChromaSamples else { return (width, height) }
        return (format.roundedUp(width: width), format.roundedUp(height: height))
    }
}
