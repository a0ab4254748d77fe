/// How a frame of H.264 becomes an IDR frame, so that copying can begin with it.
struct FrameRestart: Hashable, Sendable {
    /// Whether frames are left out that others may refer to: those that are presented before it, and decoded after it.
    let allowsGaps: Bool
}
