public import Composition
public import Export
public import MediaFormats
public import MediaTime
public import TimeStretch

/// How clips are exported or cameras recorded, under a name. Values that are `nil` or empty are left to the defaults.
public struct Preset: Hashable, Sendable {
    /// What it is for, in one line.
    public var summary = ""
    /// The rate of the whole (source time ÷ target time), after the edits.
    public var rate: PlaybackRate?
    /// The frame rate at which every captured frame is shown; ``rate`` follows from it.
    public var conform: FrameRate?
    /// The part that is exported (source time).
    public var trim: TimeRangeExpression?
    /// The edits (source time).
    public var edits: [Edit] = []
    /// How often all of it is played, after the edits.
    public var times: Int?
    /// Whether all of it is played there and back.
    public var isBoomerang: Bool?
    /// When frames are shown.
    public var timing: FrameRateChoice?
    /// How often players show a moving image.
    public var plays: PlayCount?
    /// What is shown where the source has no frame.
    public var inBetween: InBetweenFrames?
    /// How audio is stretched.
    public var pitch: PitchAlgorithm?
    /// Whether parts that are played backwards are silent.
    public var mutesReversed: Bool?
    /// What the result is made for.
    public var delivery: Delivery?
    /// The part of the frame that stays.
    public var crop: FrameCrop?
    /// How the frame is mirrored, before it is turned.
    public var flip: FrameOrientation?
    /// How the frame is turned.
    public var turn: FrameOrientation?
    /// How large the frame becomes.
    public var size: FrameSizing?
    /// What happens where the size has another shape.
    public var fit: FrameFit?
    /// Whether the fields of interlaced frames become frames.
    public var deinterlacing: Deinterlacing?
    /// How much shaking of the camera is taken away.
    public var stabilisation: Stabilisation?
    /// A chain of libavfilter for the clip's frames, before they are retimed.
    public var filter: String?
    /// How the view closes in on a part of the frame.
    public var zooms: [ZoomExpression] = []
    /// What is written upon the frame.
    public var texts: [FrameText] = []
    /// What is said of frames upon them.
    public var burned: [BurnedFact]?
    /// What becomes of high dynamic range.
    public var dynamicRange: DynamicRange?
    /// How frames are encoded.
    public var videoCodec: VideoCodec?
    /// The quality of frames, on the codec's own scale.
    public var quality: Int?
    /// The encoder's own preset.
    public var encoderPreset: String?
    /// The timecode of the first frame.
    public var timecode: Timecode?
    /// How audio is encoded.
    public var audioCodec: AudioCodec?
    /// How cameras are recorded; `nil` if it is for exports only.
    public var recording: RecordingPreset?

    /// A preset without values.
    public init() {}

    /// Whether it is for recordings only.
    public var isForRecordingOnly: Bool {
        var rest = self
        (rest.summary, rest.recording) = ("", nil)
        return recording != nil && rest == Preset()
    }

    /// What the frame is to look like.
    public var shape: FrameShape {
        var shape = FrameShape()
        shape.crop = crop
        shape.orientation = (flip ?? .upright).then(turn ?? .upright)
        shape.size = size
        shape.fit = fit ?? .inside
        return shape
    }

    /// Whether a time in it is relative to an anchor, which whoever uses the preset gives.
    public var isAnchored: Bool {
        trim?.isAnchored == true || edits.contains(where: \.isAnchored) || zooms.contains(where: \.range.isAnchored)
    }
}

/// When frames are shown, as a person says it.
public enum FrameRateChoice: Hashable, Sendable {
    /// Every frame at its own mapped instant.
    case passthrough
    /// Every n-th frame at its own mapped instant, where no other frame refers to those between.
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
            guard let every = Int(text.dropFirst("passthrough/".count)), every > 1,
                ExportSettings.OutputTiming.decimations.contains(every)
            else {
                throw ParseError(text, "one of so many frames is written passthrough/2")
            }
            self = .decimated(every: every)
        default: self = .constant(try FrameRate(parsing: text))
        }
    }
}
