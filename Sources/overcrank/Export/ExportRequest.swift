internal import Export
internal import MediaFormats
internal import MediaTime
internal import Presets
internal import TimeStretch

/// What an `export` command line asks for: its preset, with the line's own options over it. No file but the preset is
/// read.
struct ExportRequest {
    /// How fast all of it is played, after the edits.
    enum Speed {
        /// At a rate.
        case rate(PlaybackRate)
        /// So that every captured frame is shown at a frame rate. What the camera captured is measured unless it is given.
        case conform(FrameRate, captured: FrameRate?)
    }

    /// The paths of the clips, at least one.
    let inputs: [String]
    /// The path of the result.
    let output: String
    let container: Container
    /// Which tracks are exported; `nil` for all.
    let tracks: TrackChoice?
    let edits: ClipEdits
    /// New chapters, in the time of the source.
    let chapters: [MarkExpression]
    /// What the result says of itself, beside or instead of what the clip says.
    let metadata: [MetadataItem]
    let speed: Speed
    /// How many frames a second the camera captured; `nil` where that is not given.
    let captureRate: FrameRate?
    /// Whether a rate that the algorithm does not have is replaced by its nearest one.
    let snaps: Bool
    let pitch: PitchAlgorithm
    /// `nil` where the container chooses.
    let timing: FrameRateChoice?
    /// How often players show a moving image; `nil`: again and again.
    let plays: Int?
    let mutesReversed: Bool
    /// Whether the file may hold no frame outside of the part.
    let isExact: Bool
    /// Whether frames are copied or the export is refused.
    let copiesFramesOnly: Bool
    let delivery: Delivery
    let shape: FrameShape
    let deinterlacing: Deinterlacing
    let stabilisation: Stabilisation?
    let inBetween: InBetweenFrames?
    /// A chain of libavfilter.
    let filter: String?
    let zooms: [ZoomExpression]
    let texts: [FrameText]
    let burned: [BurnedFact]
    /// `nil`: what the delivery promises.
    let dynamicRange: DynamicRange?
    /// `nil` where frames are copied if the container takes them.
    let video: VideoEncoding?
    /// How well frames are encoded with the codec that the plan chooses; `nil` where nothing is asked for.
    let effort: EncodingEffort?
    /// Of the first frame; `nil` for that of the source's frame.
    let timecode: Timecode?
    /// `nil` where the container chooses.
    let audio: AudioEncoding?
    /// What the line itself asks for, without its presets.
    let line: Preset
    /// The options of the line that say how frames are encoded.
    let encodingOptions: [String]

    /// Whether anything is asked for at an instant of the clips.
    var namesInstants: Bool { !edits.areNone || !chapters.isEmpty || !zooms.isEmpty }

    /// Reads a command line.
    ///
    /// - Throws: ``Failure`` for options that contradict each other, and for an output whose ending names no container;
    ///   ``PresetError``.
    init(_ options: ExportCommand) throws {
        output = options.main.output
        let container = try OptionParsing.container(of: output)
        try options.video.requireOneQuality()
        let preset = try Preset(options, for: container)
        inputs = options.inputs
        self.container = container
        tracks = options.choice.tracks
        edits = ClipEdits(
            trim: preset.trim,
            edits: preset.edits,
            times: preset.times ?? 1,
            isBoomerang: preset.isBoomerang ?? false,
            anchor: options.editing.at,
            sidecar: options.sidecar.aae
        )
        chapters = options.chapters.marks
        metadata = try options.metadata.items
        speed = try Speed(options, preset)
        captureRate = options.speed.captureRate
        snaps = options.speed.snap
        pitch = preset.pitch ?? .standard
        timing = preset.timing
        plays = preset.plays?.times
        mutesReversed = preset.mutesReversed ?? false
        isExact = options.exact
        copiesFramesOnly = options.losslessOnly
        delivery = preset.delivery ?? .asSource
        shape = preset.shape
        deinterlacing = preset.deinterlacing ?? .automatic
        stabilisation = preset.stabilisation
        inBetween = preset.inBetween
        filter = preset.filter
        zooms = preset.zooms
        texts = preset.texts
        burned = preset.burned ?? []
        dynamicRange = preset.dynamicRange
        video = preset.videoCodec.map {
            VideoEncoding(codec: $0, quality: preset.quality, preset: preset.encoderPreset)
        }
        effort = EncodingEffort(quality: preset.quality, preset: preset.encoderPreset)
        timecode = preset.timecode
        audio = preset.audioCodec.map { AudioEncoding(codec: $0) }
        line = Preset(options: options)
        encodingOptions = [
            options.video.videoCodec.map { _ in "--video-codec" }, options.video.quality.map { _ in "--quality" },
            options.video.encoderPreset.map { _ in "--encoder-preset" },
        ].compactMap(\.self)
        if options.strict, let verify = options.verify, verify != .decode {
            throw Failure(
                status: .usage,
                message:
                    "--strict finds damage of what is copied by decoding the result, and --verify \(verify.rawValue) decodes nothing: keep one"
            )
        }
        let anchored = AnchoredValue(options, preset)
        try edits.requireUseOfAnchor(elsewhere: anchored != nil, in: "--edit, --trim, --zoom or --chapter")
        if let anchored, edits.anchor == nil {
            throw Failure(status: .usage, message: "\(anchored.name) is relative to the anchor", hint: edits.anchorHint)
        }
    }
}

extension ExportRequest.Speed {
    /// The speed of a command line over that of its preset.
    fileprivate init(_ options: ExportCommand, _ preset: Preset) throws {
        if options.main.rate != nil, options.speed.conform != nil {
            throw Failure(
                status: .usage,
                message: "--rate and --conform both say how fast it is played: keep one of them"
            )
        }
        if let frameRate = preset.conform {
            self = .conform(frameRate, captured: options.speed.captureRate)
            return
        }
        self = .rate(preset.rate ?? .normal)
    }
}
