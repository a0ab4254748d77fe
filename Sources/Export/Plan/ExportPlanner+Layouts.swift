internal import FFmpeg
internal import MediaFormats

extension ExportPlanner {
    /// What the container does not say of channels in uncompressed audio. Mono and stereo need no word: every player knows which is which.
    func layoutWarnings(_ tracks: [TrackPlan]) -> [String] {
        guard !container.traits.statesLayoutOfPCM else { return [] }
        return tracks.compactMap { track in
            guard track.isUncompressed, let part = track.parts.first, let source = stream(of: part)?.parameters,
                source.statesLayout, source.channelLayout.channelCount > 2
            else { return nil }
            return
                "\(container.rawValue) does not say which channel is which in uncompressed audio: players have to guess that "
                + "the \(source.channelLayout.channelCount) channels of \(track.source.label) are \(source.channelLayout); "
                + "as flac, or in wav or mov, it is said"
        }
    }
}

extension TrackPlan {
    /// Whether it is uncompressed audio in the output.
    fileprivate var isUncompressed: Bool {
        switch treatment {
        case .encodeAudio(let encoding, _, _): encoding.codec == .pcm
        case .copy: source.kind == .audio && source.codec.hasPrefix("pcm_")
        default: false
        }
    }
}
