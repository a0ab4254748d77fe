internal import FFmpeg
public import MediaFormats
internal import MediaSyntax
public import MediaTime
public import TimeStretch

/// What an export will do. The plan is a value; it is made before anything is decoded or written.
public struct ExportPlan: Sendable {
    /// The files that are exported. The first one gives what has no time, such as metadata and cover art; attachments are those of all. Where a
    /// grid was found that explains rounded timestamps, for a constant rate, instants are looked up here by that.
    public let inputs: [MediaDescription]
    /// The container of the output.
    public let container: Container
    /// When frames are presented.
    public let timing: ExportSettings.OutputTiming
    /// What the result is made for.
    public let delivery: Delivery
    /// The composition's duration, in target time.
    public let duration: RationalTime
    /// A plan for each track of the first input, in the order of the file, and then for the tracks that only others have.
    public let tracks: [TrackPlan]
    /// The inputs' chapters, in target time.
    public let chapters: [Chapter]
    /// The first input's metadata that is still true of the output.
    public let metadata: [MetadataItem]
    /// What the first input's camera says in boxes of its own, and is still true of the output.
    let cameraData: [CameraDataBox]
    /// Whether the first input's XMP is still true of the output.
    let keepsXMP: Bool
    /// How often players show a moving image; `nil`: again and again.
    public let plays: Int?
    /// How many frames are written, repeated and left out. Known where frames are selected and the source was measured.
    public let counts: FrameCounts?
    /// Whether every packet of the inputs' main video was read for the plan.
    var isMeasured = false
    /// What the user should know. The caller may add warnings of its own.
    public var warnings: [String]

    /// The first file.
    public var input: MediaDescription { inputs[0] }

    /// The tracks that reach the output, in its order.
    public var carried: [TrackPlan] { tracks.filter { $0.treatment.isCarried } }

    /// The plan of the video track that reaches the output; `nil` where there is none.
    public var video: TrackPlan? { carried.first { $0.source.kind == .video } }
    /// How many frames become of one behind the filters of its source, by the paths of the inputs where it is more than one: both fields of
    /// a frame become frames.
    public var framesPerFrame: [String: Int] {
        let parts = (video?.parts ?? []) + (video?.pair?.second.parts ?? [])
        let counts = parts.map { (inputs[$0.input].path, $0.filters?.framesPerFrame ?? 1) }
        return Dictionary(counts, uniquingKeysWith: max).filter { $0.value > 1 }
    }

    /// How long the result is presented, in target time: for ``duration``, or until its last frame ends, where frames have a constant
    /// rate and the last of them goes on for longer. What a container cannot hide of a copy is not counted:
    /// see ``presentedDuration(with:)``.
    public var presentedDuration: RationalTime { max(duration, video?.lastPlaceEnd ?? .zero) }
}

/// What becomes of one track.
public struct TrackPlan: Sendable {
    /// The input's track. Where several inputs follow one another, it is the first one's, and the others are converted to its
    /// format.
    public let source: MediaTrack
    /// What is taken from which file, in target order. There are several parts where files follow one another.
    public internal(set) var parts: [TrackPart]
    /// Copy, encode or leave out.
    public let treatment: Treatment
    /// Why.
    public internal(set) var reason: String
    /// The track's metadata that is still true of the output.
    public internal(set) var metadata: [MetadataItem]
    /// How many numbers a second a timecode track has; `nil` where there is none.
    var timecodeRate: FrameRate?
    /// Whether it is encoded only because of its edits or for its rate, so that parts of it may be copied.
    var isHinderedByEdits = false
    /// The file that has it, where it has no parts: what has no time.
    var attachedFrom = 0
    /// Whether it is left out because all of its audio is played backwards, and that is muted.
    public internal(set) var isMutedReversal = false
    /// Whether what the edit plays backwards of it is left out, as of subtitles.
    var lacksReversals = false
    /// Until when audio is silent behind its last part (target time), where that is nothing but silence; `nil`: it ends with its part.
    var silentEnd: RationalTime?
    /// How much earlier than the in point copied audio begins, because its decoder needs that. It is hidden.
    var preroll = RationalTime.zero
    /// Which frames have one place each at the constant rate that is asked for; `nil` where there is none, or it was not
    /// measured.
    var even: EvenFrames?
    /// How encoded frames are made; `nil` where they go to the encoder as they are.
    public var recipe: FrameRecipe?
    /// What is written upon encoded frames.
    var marks = FrameMarks()
    /// The clip that is shown together with this one; `nil` for none.
    var pair: FramePair?
    /// Audio of the other clip that is heard together with this one; empty for none.
    var mixed: [TrackPart] = []
    /// The order of the fields of encoded frames; `nil` where they are whole.
    var fieldOrder: FieldOrder?
    /// What is shown where the source has no frame; `nil` where that is not asked for, or frames have no constant rate.
    public internal(set) var inBetween: InBetweenFrames?
    /// Why no frames can be made between those of the source; `nil` where they can, and where frames have no constant rate.
    public internal(set) var inBetweenObstacle: String?
    /// Options of the encoder beyond those of its ``VideoEncoding``: `profile`, `level`.
    var encoderOptions: [MetadataItem] = []
    /// How many frames a second an encoder is told to expect, about; `nil` where none is made.
    var encoderRate: FrameRate?
    /// The level that encoded HEVC states; `nil` for its encoder's.
    var statedLevel: HEVCLevel?

    /// What becomes of a track.
    public enum Treatment: Sendable {
        /// Packets are copied, and only their timestamps change. The timescale is one in which all mapped timestamps are
        /// exact, where there is such a timescale. With a decimation only some of the frames are copied, and each lasts
        /// until the next.
        case copy(timescale: Int32, decimation: DecimatedFrames? = nil)
        /// Texts of subtitles are written in another kind of text, cue by cue. The timescale is that of a copy; instants are rounded to its
        /// nearest tick.
        case rewriteText(TextCodec, timescale: Int32)
        /// Frames are decoded and encoded anew.
        case encodeVideo(VideoEncoding, FrameClock)
        /// Some frames are copied, and the others are encoded like them.
        case stitch(Stitching, FrameClock)
        /// Audio is decoded, stretched and encoded anew.
        case encodeAudio(AudioEncoding, sampleRate: Int, PitchAlgorithm)
        /// What has no time, such as cover art, is copied unchanged.
        case attach
        /// The track is not in the output.
        case leaveOut

        /// Whether the track reaches the output.
        public var isCarried: Bool { if case .leaveOut = self { false } else { true } }
    }

    /// The unit in which frames' timestamps are counted.
    public enum FrameClock: Hashable, Sendable {
        /// Output frames of a constant rate.
        case frames(FrameRate)
        /// Ticks of a timescale; each frame has its own instant.
        case ticks(Int32)
    }

    /// Which parts of the sources (asset time) go where (target time), in target order.
    public var segments: [TimeMapping] { parts.flatMap(\.segments) }

    /// What is shown: of the track, and of the clip that is shown together with it.
    public var shownParts: [TrackPart] { parts + (pair?.second.parts ?? []) }

    /// Whether another clip is shown together with this one.
    public var isPair: Bool { pair != nil }

    /// Whether the last segment goes on for as long as the track does. Headers can be wrong about where a track ends.
    public var isOpenEnded: Bool { parts.last?.isOpenEnded ?? false }

    /// Which frames are copied and which are encoded, where it is not the same for all.
    public var stitching: Stitching? { if case .stitch(let stitching, _) = treatment { stitching } else { nil } }

    /// Which frames are kept, where only some are copied.
    public var decimation: DecimatedFrames? {
        if case .copy(_, let decimation) = treatment { decimation } else { nil }
    }

    /// The rate of the whole track; `nil` where there are several.
    public var constantRate: PlaybackRate? {
        let segments = segments
        guard let rate = segments.first?.rate, segments.allSatisfy({ $0.rate == rate }) else { return nil }
        return rate
    }

    /// Whether frames are drawn with a palette.
    var hasPalette: Bool {
        if case .encodeVideo(let encoding, _) = treatment { encoding.codec.traits.hasPalette } else { false }
    }

    /// How many frames are shown, by the container's count, where all of one file's frames are played once and forwards, each at its own
    /// instant; `nil` elsewhere. With filters, those that come out of them.
    public var wholeFrameCount: Int64? {
        guard parts.count == 1, let part = parts.first, let range = source.range,
            part.segments.first?.source.start == range.start, part.segments.last?.source.end == range.end,
            part.segments.allSatisfy({ $0.isForward && $0.course != .hold }),
            zip(part.segments, part.segments.dropFirst()).allSatisfy({ $0.source.end == $1.source.start })
        else { return nil }
        return source.frameCount.map { $0 * Int64(part.filters?.framesPerFrame ?? 1) }
    }

    /// When the last frame ends (target time); `nil` where frames have no constant rate.
    fileprivate var lastPlaceEnd: RationalTime? {
        let clock: FrameClock
        switch treatment {
        case .encodeVideo(_, let own), .stitch(_, let own): clock = own
        case .copy, .rewriteText, .encodeAudio, .attach, .leaveOut: return nil
        }
        guard case .frames(let rate) = clock else { return nil }
        if pair == nil, isOpenEnded, let even, even.end > 0 { return try? rate.time(ofFrame: even.end) }
        let end = max(targetEnd, pair?.second.targetEnd ?? .zero)
        return try? rate.time(ofFrame: rate.frame(at: end, rounding: .up))
    }

    /// Where the track's content ends, in target time.
    public var targetEnd: RationalTime { parts.last?.segments.last?.target.end ?? .zero }
}
