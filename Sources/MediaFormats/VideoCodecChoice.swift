/// A codec as people name it, with one of its qualities where that has a name: `h264`, `prores:hq`.
public struct VideoCodecChoice: Hashable, Sendable {
    /// The codec.
    public let codec: VideoCodec
    /// On the codec's own scale; `nil` where none is named.
    public let quality: Int?

    /// Reads a name as ``VideoCodec/init(named:)`` does, and behind a colon that of a quality, in upper or lower case; `nil` for
    /// any other text.
    public init?(named name: String) {
        let parts = name.lowercased().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let codec = VideoCodec(named: String(parts[0])) else { return nil }
        guard parts.count == 2 else {
            (self.codec, quality) = (codec, nil)
            return
        }
        guard let place = codec.traits.qualityNames.firstIndex(of: String(parts[1])),
            let lowest = codec.traits.qualities?.lowerBound
        else { return nil }
        (self.codec, quality) = (codec, lowest + place)
    }

    private init(_ codec: VideoCodec, quality: Int?) { (self.codec, self.quality) = (codec, quality) }
}

extension VideoCodecChoice: RawRepresentable, CaseIterable {
    /// The codecs, and those that have names for qualities with each of them.
    public static var allCases: [VideoCodecChoice] {
        VideoCodec.allCases.flatMap { codec in
            let lowest = codec.traits.qualities?.lowerBound ?? 0
            let named = codec.traits.qualityNames.indices.map { VideoCodecChoice(codec, quality: lowest + $0) }
            return [VideoCodecChoice(codec, quality: nil)] + named
        }
    }

    /// As ``init(named:)``.
    public init?(rawValue: String) { self.init(named: rawValue) }

    /// `h264`, `prores:hq`.
    public var rawValue: String {
        guard let quality, let lowest = codec.traits.qualities?.lowerBound,
            codec.traits.qualityNames.indices.contains(quality - lowest)
        else { return codec.rawValue }
        return "\(codec.rawValue):\(codec.traits.qualityNames[quality - lowest])"
    }
}
