extension MediaTrack {
    /// What messages call the track.
    var label: String { "track \(index) (\(kind.rawValue), \(codecLabel))" }
}
