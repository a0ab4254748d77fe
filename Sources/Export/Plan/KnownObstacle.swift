internal import MediaFormats

/// Why frames of a track are not to be copied, where that is known before the plan is made.
struct KnownObstacle: Sendable {
    /// In words.
    let reason: String
    /// How they are encoded so that they are no worse than the source's, where that is known.
    var encoding: VideoEncoding?
}
