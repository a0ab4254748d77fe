internal import FFmpeg
internal import MediaFormats

/// Which channels encoded audio is stated to have.
enum EncodedChannels {
    /// What FLAC, Vorbis and Opus take so many channels for.
    private static let usual = [
        1: "mono", 2: "stereo", 3: "3.0", 4: "quad", 5: "5.0", 6: "5.1", 7: "6.1", 8: "7.1",
    ]

    /// The layout that audio like a source's is encoded with: its own one, or the same loudspeakers by another name.
    ///
    /// - Throws: ``ExportError`` where a decoder would take the channels for other ones.
    static func layout(
        of source: CodecParameters,
        for codec: AudioCodec,
        in container: Container
    ) throws(ExportError) -> ChannelLayout {
        let (own, traits) = (source.channelLayout, codec.traits)
        let keepsLayout = codec == .flac && container.traits.statesLayoutOfFLAC
        if let known = traits.layouts, !keepsLayout || !source.statesLayout {
            // A channel by itself is heard alike, whatever loudspeaker it was meant for: recorders write left and right apart.
            let isStated = source.statesLayout && own.channelCount > 1
            let names = isStated ? [own.name, own.usualName] : [usual[own.channelCount], own.name]
            if let name = names.lazy.compactMap({ $0 }).first(where: known.contains) {
                return ChannelLayout(channelCount: own.channelCount, name: name)
            }
        } else if own.channelCount <= traits.mostChannels {
            return own
        }
        throw ExportError(
            .channelsNotCarried(codec, container),
            "\(codec.rawValue) in \(container.rawValue) cannot say which channel is which in \(own)"
        )
    }
}
