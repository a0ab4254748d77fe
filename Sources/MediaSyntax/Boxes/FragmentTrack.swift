/// What a fragment says of the samples of a track.
struct FragmentTrack {
    /// The runs of its samples, with where the content of each box begins, in bytes from the beginning of the file.
    let runs: [(box: TrackRunBox, position: UInt64)]
    /// When its first sample is decoded, in ticks of the track; `nil` where it follows the one before.
    let time: UInt64?
    /// How long a sample lasts that does not say so, in ticks of the track.
    let usual: UInt32
}
