public import Composition
public import Export
public import MediaTime
public import TimeStretch

/// How clips are exported or cameras recorded, under a name: what a person would else type as options. Whatever is `nil`
/// or empty is left to the defaults.
public struct Preset: Hashable, Sendable {
    /// What it is for, in a line.
    public var summary = ""
    /// How fast all of it is played, after the edits.
    public var rate: PlaybackRate?
    /// Every captured frame is played at this rate; says what ``rate`` is.
    public var conform: FrameRate?
    /// The part that is exported (source time).
    public var trim: TimeRangeExpression?
    /// The edits (source time).
    public var edits: [Edit] = []
    /// When frames are shown.
    public var timing: FrameRateChoice?
    /// How audio follows.
    public var pitch: PitchAlgorithm?
    /// Whether what is played backwards is silent.
    public var mutesReversed: Bool?
    /// How frames are encoded.
    public var videoCodec: VideoCodec?
    /// On the codec's own scale.
    public var quality: Int?
    /// The encoder's own preset.
    public var encoderPreset: String?
    /// How audio is encoded.
    public var audioCodec: AudioCodec?
    /// How cameras are recorded; `nil` where it says nothing of that.
    public var recording: RecordingPreset?

    /// A preset that says nothing.
    public init() {}

    /// Whether it says how cameras are recorded, and nothing of how clips are exported.
    public var isForRecordingOnly: Bool {
        var rest = self
        (rest.summary, rest.recording) = ("", nil)
        return recording != nil && rest == Preset()
    }

    /// Whether a time in it is relative to an anchor, which whoever uses the preset gives.
    public var isAnchored: Bool {
        trim?.isAnchored == true || edits.contains(where: \.isAnchored)
    }
}

/// When frames are shown, as a person says it.
public enum FrameRateChoice: Hashable, Sendable {
    /// Every frame at its own mapped instant.
    case passthrough
    /// One of so many frames at its own mapped instant, where no other refers to those between.
    case decimated(every: Int)
    /// At the rate that the source states.
    case source
    /// At a rate of its own.
    case constant(FrameRate)

    /// Reads `passthrough`, `passthrough/2` (to `passthrough/1000`), `source`, or a frame rate.
    ///
    /// - Throws: `ParseError` for any other text.
    public init(parsing text: String) throws(ParseError) {
        switch text {
        case "passthrough": self = .passthrough
        case "source": self = .source
        case _ where text.hasPrefix("passthrough/"):
            guard let every = Int(text.dropFirst("passthrough/".count)), (2...1000).contains(every) else {
                throw ParseError(text, "one of so many frames is written passthrough/2")
            }
            self = .decimated(every: every)
        default: self = .constant(try FrameRate(parsing: text))
        }
    }
}
