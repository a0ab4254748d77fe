internal import MediaFormats

/// What has to be done to frames because they are encoded.
struct FrameNeeds: Sendable {
    /// What they are written to.
    let container: Container
    /// Whether they are turned as players would turn them, because the container does not say how.
    let turns: Bool
}
