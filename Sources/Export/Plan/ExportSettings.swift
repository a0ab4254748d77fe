public import MediaFormats
public import MediaTime
public import TimeStretch

/// What an export is to be like. By default nothing is encoded that can be copied.
public struct ExportSettings: Sendable {
    /// When frames are shown.
    public enum OutputTiming: Hashable, Sendable {
        /// Every frame of the source, at its own mapped instant.
        case passthrough
        /// One of every *n* frames of the source, at its own mapped instant; *n* is one of ``decimations``. Only frames are left out that
        /// no other refers to, so nothing is encoded.
        ///
        /// A plan is refused where the frames cannot be copied or come from several clips (``ExportError``,
        /// `.notDecimatable`), and where others refer to all of them (`.nothingDisposable`).
        case decimated(every: Int)
        /// A frame at every *k* ÷ rate. It shows the latest frame of the source at that instant. A plan is refused where a frame would last
        /// longer than an hour, or than a container can say.
        case constantFrameRate(FrameRate)

        /// Of how many frames one may stay.
        public static let decimations = 1...1000
    }

    /// When frames are shown.
    public var timing: OutputTiming = .passthrough
    /// What is shown at instants of a constant frame rate for which the source has no frame; `nil`: the nearest one before.
    public var inBetween: InBetweenFrames?
    /// How audio is stretched.
    public var pitch: PitchAlgorithm = .standard
    /// Whether the audio of reversed parts is left out.
    public var mutesReversed = false
    /// What the result is made for: promises about its container, codecs, size and colours.
    public var delivery: Delivery = .asSource
    /// Which part of the frames is shown, how it lies and how large it is.
    public var shape = FrameShape()
    /// Whether the fields of interlaced frames become frames.
    public var deinterlacing: Deinterlacing = .automatic
    /// How much shaking of the camera is taken away, before frames are retimed; `nil` for none. The parts of the clips that are
    /// played are then read twice.
    public var stabilisation: Stabilisation?
    /// A chain of libavfilter for the frames of each clip before they are retimed, such as `eq=contrast=1.1`. It must give each
    /// frame once, at its own time, and as large as it was.
    public var filter: String?
    /// How the view closes in on a part of that; `nil` where it does not.
    public var zoom: FrameZoom?
    /// What is written upon frames, behind all that changes their look.
    public var texts: [FrameText] = []
    /// What is said of frames upon them, line by line at the bottom right.
    public var burned: [BurnedFact] = []
    /// What becomes of high dynamic range; `nil`: what the delivery promises, or else it is kept.
    public var dynamicRange: DynamicRange?
    /// The timecode of the first frame; `nil` for that of the source's frame.
    public var timecode: Timecode?
    /// New chapters, beside those of the clips.
    public var chapters: [ChapterMark] = []
    /// What the result says of itself: each item stands in place of all of the first clip's that say the same (`MetadataFact`), and an
    /// empty value leaves that out. The last one of a key counts.
    public var metadata: [MetadataItem] = []
    /// How frames are encoded. With `nil` they are copied where that is possible, and encoded with the container's default
    /// codec where it is not.
    public var video: VideoEncoding?
    /// How well frames are encoded, with the codec that the plan chooses: it knows the clip's dynamic range, and what the result is made for.
    /// Frames are encoded then. Of no effect beside ``video``, which names its codec.
    public var effort: EncodingEffort?
    /// Whether an export is refused of which frames would have to be encoded (``ExportError``, `.encodingNeeded`).
    public var copiesFramesOnly = false
    /// How audio is encoded where it has to be; `nil` is the container's default codec.
    public var audio: AudioEncoding?

    /// How often players show a moving image; `nil`: again and again.
    public var plays: Int?

    /// Whether frames are to be put together with those of another clip, and are opaque.
    var isPane = false

    /// What is demanded of frames whatever they are made for; `nil` where nothing is.
    var demand: FrameDemand?

    /// Which frames of a track are copied and which are encoded, where a copy of all would be another one than was asked for; by where it
    /// begins.
    var stitchings: [TrackPlace: Stitching] = [:]

    /// The tracks of which a copy was found to hold no frame outside of what is played, by where they begin.
    var wholeCopies: Set<TrackPlace> = []

    /// Why frames of a track are not to be copied, by where it begins.
    var knownObstacles: [TrackPlace: KnownObstacle] = [:]

    /// The default settings.
    public init() {}
}

extension ExportSettings {
    /// Whether frames are made that the source does not have.
    var makesFrames: Bool { inBetween?.makesFrames ?? false }

    /// What is promised of the result.
    var promise: DeliveryTraits { demand?.traits ?? delivery.traits }

    /// What messages call that.
    var promiseName: String { demand?.name ?? delivery.rawValue }
}

extension ExportSettings {
    /// How frames are encoded with the codec that nobody named: what is promised of the result, else what its container is used with.
    ///
    /// - Parameters:
    ///   - container: That of the result.
    ///   - isHighRange: Whether the result has high dynamic range.
    ///   - source: How the source is encoded, where the rest of it cannot be copied; `nil` where that does not matter.
    /// - Returns: The encoding, with the quality and the preset that are usual.
    func usualVideo(in container: Container, isHighRange: Bool, matching source: VideoEncoding?) -> VideoEncoding {
        if let video = isHighRange ? promise.highRangeVideo : promise.video { return video }
        let usual = container.traits.defaultVideo ?? .h264
        if let video = source, promise.video == nil, container.canCarry(codec: video.codec.rawValue) {
            return video
        }
        // Hardly a player knows high dynamic range in H.264.
        let takesOver = usual == .h264 && isHighRange && container.canCarry(codec: VideoCodec.hevc.rawValue)
        return VideoEncoding(codec: takesOver ? .hevc : usual)
    }

    /// Names the codec of frames of which only is said how well they are encoded.
    mutating func nameVideo(in container: Container, isHighRange: Bool) {
        guard video == nil, let effort else {
            effort = nil
            return
        }
        video = usualVideo(in: container, isHighRange: isHighRange, matching: nil).with(effort)
    }

    /// What is written upon frames.
    var marks: FrameMarks { FrameMarks(texts: texts, facts: burned) }
}
