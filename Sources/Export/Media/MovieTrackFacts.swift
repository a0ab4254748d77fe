internal import MediaFormats
internal import MediaSyntax

/// What a movie says of one of its tracks that libavformat does not read, or reads and does not write.
struct MovieTrackFacts: Sendable {
    /// Whether players present it where nobody chooses another one.
    let isEnabled: Bool
    /// Whether one of its kind is that in the movie, be it itself.
    let isKindEnabled: Bool
    /// The number of the tracks of which players present one; 0 where it is no choice between tracks.
    let group: UInt16
    /// What it says of itself under keys of any name: the lens of a camera.
    let keys: [MovieKeysBox.Item]
    /// What it says of frames for two eyes, or of all around.
    let views: [MovieBox]

    /// What is said under keys and is a text or a number.
    var texts: [(key: String, value: String)] {
        keys.compactMap { item in
            switch item.value {
            case .text(let text), .number(let text, _, _): text.isEmpty ? nil : (item.key, text)
            case .stored: nil
            }
        }
    }
}

extension MovieTrackFacts {
    /// Of one of a movie's tracks.
    init(_ track: TrackBoxes, among tracks: [TrackBoxes]) {
        isKindEnabled = tracks.contains { $0.handler == track.handler && $0.isEnabled }
        (isEnabled, group, keys) = (track.isEnabled, track.group, track.keys)
        views = track.handler == "vide" ? track.samples.viewBoxes : []
    }
}

extension MediaTrack {
    /// Takes what a movie says of it besides; where it is a text or a number, it is metadata of the track.
    mutating func take(_ facts: MovieTrackFacts?) {
        movie = facts
        for (key, value) in facts?.texts ?? [] where text(key) == nil {
            metadata.append(MetadataItem(key: key, value: value))
        }
    }
}
