internal import FFmpeg
internal import MediaFormats

extension VideoEncoding {
    /// The format in which the encoder takes frames. It is transparent where the source's is, and the codec keeps that.
    ///
    /// - Parameters:
    ///   - source: That of the source's frames.
    ///   - wanted: libav's name of the only one that will do; `nil` for that which loses least.
    /// - Returns: The source's own, wherever the encoder takes it.
    /// - Throws: ``ExportError`` `.unsupported` where the encoder takes none.
    func pixelFormat(for source: PixelFormat, wanted: String?) throws(ExportError) -> PixelFormat {
        guard let capabilities = EncoderCapabilities(named: codec.traits.encoder) else {
            throw ExportError(.unsupported, "this libavcodec has no encoder \(codec.traits.encoder)")
        }
        let ofQuality = codec.pixelFormats(quality: quality)
        let taken = capabilities.pixelFormats.isEmpty ? [source] : capabilities.pixelFormats
        let accepted =
            codec.traits.hasPalette
            ? ofQuality.compactMap(PixelFormat.init(named:))
            : taken.filter { ofQuality.isEmpty || ofQuality.contains($0.name) }
        let offered = wanted == nil ? accepted : accepted.filter { $0.name == wanted }
        guard let format = source.leastLossy(of: offered, keepingTransparency: codec.traits.keepsTransparency)
        else {
            throw ExportError(.unsupported, "\(codec.traits.encoder) takes no frames like \(source.name)")
        }
        return format
    }

    /// The size of frames of another size, encoded in a format. Chroma with less resolution needs whole samples: encoders that insist on
    /// that get one more row or column.
    func size(ofWidth width: Int, height: Int, in format: PixelFormat) -> (width: Int, height: Int) {
        guard codec.traits.needsWholeChromaSamples else { return (width, height) }
        return (format.roundedUp(width: width), format.roundedUp(height: height))
    }
}
