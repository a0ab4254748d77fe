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
        case .video where track.codec == "rawvideo": canCarry(rawFrames: track.fourCC)
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

    /// Whether samples that are copied of a track are played one behind the other, whatever the times of its packets are.
    func placesSamplesInARow(of track: MediaTrack) -> Bool {
        guard track.isFinerThanRendered, !track.statesDurations, track.storesAudioTimes else { return false }
        return traits.countsUncompressedAudio || !traits.storesAudioTimes
    }

    /// Why packets of a track cannot be copied that ``canCopy(_:)`` does not take: the container has none of their kind, or libavformat does not
    /// write or read what movies have.
    func copyingObstacle(_ track: MediaTrack) -> String {
        if track.kind == .data, track.codecLabel == "wvtt" {
            return "libavformat does not read \(track.codecName) of mp4"
        }
        if track.codec == "rawvideo", canCarry(codec: track.codec), let video = track.video {
            return "libavformat has no code of \(rawValue) for \(track.codecName) of \(video.pixelFormat)"
        }
        let isOfMovies = track.statesDurations && (track.kind == .data || track.kind == .subtitle)
        return isOfMovies && traits.hasTrackTimescales
            ? "libavformat does not write \(track.codecName) into \(rawValue)"
            : "\(rawValue) cannot carry \(track.codecName)"
    }
}

extension MediaTrack {
    /// Whether it is PCM with more bits than are rendered (24), which is copied wherever it can be.
    var isFinerThanRendered: Bool { ["pcm_s32le", "pcm_f64le"].contains(codec) }
}
