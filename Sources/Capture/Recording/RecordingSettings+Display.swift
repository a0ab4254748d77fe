internal import FFmpeg

extension RecordingSettings {
    /// A frame track that players turn and mirror.
    func turned(_ track: Muxer.StreamDescription) -> Muxer.StreamDescription {
        guard rotation != .none || isMirrored else { return track }
        var track = track
        track.sideData.append(.display(clockwise: rotation.degrees, isMirrored: isMirrored))
        return track
    }
}
