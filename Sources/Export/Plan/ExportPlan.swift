public import MediaFormats
public import MediaTime
public import TimeStretch

/// What an export will do: a pure value, made from what the file says, the edits and the settings, before anything is
/// decoded or written.
public struct ExportPlan: Sendable {
    /// What is exported: the files, in the order in which they are first needed. What has no time (metadata, cover art)
    /// comes from the first.
    public let inputs: [MediaDescription]
    /// What it is written to.
    public let container: Container
    /// How frames are timed.
    public let timing: ExportSettings.OutputTiming
    /// The composition's duration, in target time.
    public let duration: RationalTime
    /// One for each track of the first input, in its order, and then those that only others have.
    public let tracks: [TrackPlan]
    /// The inputs' chapters, in target time.
    public let chapters: [Chapter]
    /// The first input's texts that still hold.
    public let metadata: [MetadataItem]
    /// How the selection of frames turns out, where a constant frame rate is asked for or one of so many frames, and the
    /// source was measured.
    public let counts: FrameCounts?
    /// What the user should know; who asks for the plan may add what it had to change.
    public var warnings: [String]

    /// The first file.
    public var input: MediaDescription { inputs[0] }

    /// The tracks that reach the output, in its order.
    public var carried: [TrackPlan] { tracks.filter { $0.treatment.isCarried } }

    /// The frames' own track plan, where there are frames.
    public var video: TrackPlan? { carried.first { $0.source.kind == .video } }
}

/// What becomes of one track.
public struct TrackPlan: Sendable {
    /// The input's track; of several the first, to which the others are brought.
    public let source: MediaTrack
    /// What is taken from which file, in target order; several where files follow one another.
    public let parts: [TrackPart]
    /// Copy, encode or leave out.
    public let treatment: Treatment
    /// Why.
    public let reason: String

    /// What becomes of a track.
    public enum Treatment: Sendable {
        /// Packets are copied, and only their timestamps change; counted in a timescale in which the map is exact
        /// wherever there is one.
        ///
        /// Where they are decimated, only some of the frames are copied, and each lasts until the next.
        case copy(timescale: Int32, decimation: DecimatedFrames? = nil)
        /// Frames are decoded and encoded anew.
        case encodeVideo(VideoEncoding, FrameClock)
        /// Audio is decoded, stretched and encoded anew.
        case encodeAudio(AudioEncoding, sampleRate: Int, PitchAlgorithm)
        /// The one frame goes along untouched.
        case attach
        /// The output does without it.
        case leaveOut

        /// Whether the track reaches the output.
        public var isCarried: Bool { if case .leaveOut = self { false } else { true } }
    }

    /// What encoded frames' timestamps are counted in.
    public enum FrameClock: Hashable, Sendable {
        /// In output frames.
        case frames(FrameRate)
        /// In ticks of a timescale, each frame at its own instant.
        case ticks(Int32)
    }

    /// Which parts of the sources (asset time) go where (target time), in target order.
    public var segments: [TimeMapping] { parts.flatMap(\.segments) }

    /// The last segment ends where the track ends, wherever that turns out to be: headers can be wrong.
    public var isOpenEnded: Bool { parts.last?.isOpenEnded ?? false }

    /// Which frames stay, where only some are copied.
    public var decimation: DecimatedFrames? {
        if case .copy(_, let decimation) = treatment { decimation } else { nil }
    }

    /// The rate of the whole track, where there is only one.
    public var constantRate: PlaybackRate? {
        let segments = segments
        guard let rate = segments.first?.rate, segments.allSatisfy({ $0.rate == rate }) else { return nil }
        return rate
    }

    /// Where the track's content ends, in target time.
    public var targetEnd: RationalTime { parts.last?.segments.last?.target.end ?? .zero }
}
