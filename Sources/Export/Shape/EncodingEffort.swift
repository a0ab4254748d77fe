/// How well frames are encoded, whatever the codec: the part of a ``VideoEncoding`` that can be asked for without naming one.
public struct EncodingEffort: Hashable, Sendable {
    /// The quality on the codec's own scale, as in ``VideoEncoding/quality``; `nil` for what is usual.
    public var quality: Int?
    /// The encoder's preset, as in ``VideoEncoding/preset``; `nil` for what is usual.
    public var preset: String?

    /// How well frames are encoded; `nil` where nothing is asked for.
    ///
    /// - Parameters:
    ///   - quality: On the codec's own scale.
    ///   - preset: The encoder's preset.
    public init?(quality: Int? = nil, preset: String? = nil) {
        guard quality != nil || preset != nil else { return nil }
        self.quality = quality
        self.preset = preset
    }

    /// What messages call it.
    var words: String { quality.map { "quality \($0)" } ?? preset.map { "encoder preset \($0)" } ?? "" }
}

extension VideoEncoding {
    /// The encoding with what is asked for of it.
    func with(_ effort: EncodingEffort) -> VideoEncoding {
        VideoEncoding(codec: codec, quality: effort.quality ?? quality, preset: effort.preset ?? preset)
    }
}
