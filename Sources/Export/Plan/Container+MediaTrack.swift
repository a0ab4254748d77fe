internal import MediaFormats

extension Container {
    /// Whether the container has tracks of a kind.
    func carries(_ kind: MediaTrack.Kind) -> Bool {
        switch kind {
        case .video: traits.defaultVideo != nil
        case .audio: traits.defaultAudio != nil
        default: true
        }
    }

    /// Whether the container can carry a track's packets as they are. Data tracks are carried only where libavformat
    /// writes them without changing them.
    func canCopy(_ track: MediaTrack) -> Bool {
        switch track.kind {
        case .data: track.fourCC.map(traits.dataTracks.contains) ?? false
        // MOV has a code for each kind of raw frame. libavformat's muxer takes any kind, and has a code for few.
        case .video where self == .mov && track.codec == "rawvideo":
            keeps(codec: track.codec, from: track.container)
        case .video, .audio, .subtitle:
            canCarry(codec: track.codec) || track.fourCC != nil && keeps(codec: track.codec, from: track.container)
        case .coverArt:
            switch traits.coverArt {
            case .none: false
            case .frame(let codecs): codecs.contains(track.codec)
            case .attachment: CoverFile(codec: track.codec) != nil
            }
        case .attachment: traits.carriesAttachments
        case .timecode, .chapterText: false
        }
    }
}
