public import Composition
public import MediaTime
public import TimeStretch

/// One of two clips that are shown together.
public struct PairSide: Sendable {
    /// What is played of it. It plays one file.
    public var composition: Composition
    /// That file.
    public var input: MediaDescription
    /// The instant that coincides with the other clip's, in the composition's time (target time).
    public var mark: RationalTime

    /// A clip as it is played, with its mark.
    public init(_ composition: Composition, of input: MediaDescription, mark: RationalTime) {
        self.composition = composition
        self.input = input
        self.mark = mark
    }
}

/// How two clips are shown together.
public struct PairSettings: Sendable {
    /// Whose audio is heard.
    public enum Sound: String, CaseIterable, Sendable {
        /// The first clip's.
        case first = "a"
        /// The second one's.
        case second = "b"
        /// Both, each at half of its level (-6 dB), so that nothing is clipped.
        case both = "mix"
        /// None.
        case none

        /// The numbers of the clips that are heard, from 0.
        var heard: [Int] {
            switch self {
            case .first: [0]
            case .second: [1]
            case .both: [0, 1]
            case .none: []
            }
        }
    }

    /// Where they lie.
    public var layout = PairLayout.side
    /// How large both together become; `nil` for their own size, and 3840 pixels on the longer side at most.
    public var size: FrameSizing?
    /// Frames a second; `nil` for those of the faster clip, as it is played, and 60 at most. A moving image gets so few of these that
    /// there are no more than it usually has.
    public var frameRate: FrameRate?
    /// How often players show it, where it is a moving image; `nil`: again and again.
    public var plays: Int?
    /// Whose audio is heard.
    public var sound = Sound.first
    /// How it is stretched.
    public var pitch: PitchAlgorithm = .standard
    /// How frames are encoded; `nil` is the container's default.
    public var video: VideoEncoding?
    /// How audio is encoded; `nil` is the container's default.
    public var audio: AudioEncoding?

    /// The default settings.
    public init() {}
}
