/// What an instant shows for which the source has no frame of its own.
public enum InBetweenFrames: String, CaseIterable, Hashable, Sendable {
    /// The latest frame at or before it: frames are repeated.
    case nearest
    /// A mix of the frames before and after it, each as much as it is near.
    case blend
    /// A frame that is made from what moves between the two.
    case motion

    /// Whether frames are made that the source does not have.
    public var makesFrames: Bool { self != .nearest }

    /// How they are made, in words.
    var words: String {
        switch self {
        case .nearest: "repeated"
        case .blend: "mixed of their neighbours"
        case .motion: "made from what moves"
        }
    }
}
