internal import ArgumentParser
internal import Export
internal import MediaFormats
internal import MediaTime
internal import Presets
internal import TimeStretch

/// The options of `export` that people use most.
struct MainExportOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .long],
        help: "The result; its ending chooses the container: \(OptionParsing.endings.joined(separator: ", ")).",
        completion: .file(extensions: OptionParsing.endings)
    )
    var output: String

    @Option(
        help: ArgumentHelp("How fast to play: 0.5, 1/4, 25%, 2x.", valueName: "rate"),
        transform: OptionParsing.rate
    )
    var rate: PlaybackRate?

    @Option(
        help: ArgumentHelp(
            """
            A constant rate (30, 29.97, 30000/1001), 'source' for the rate of the source, or 'passthrough' (the \
            default), which keeps all frames. 'passthrough/2' copies every second frame, where no other frame needs \
            those between.
            """,
            valueName: "fps"
        ),
        completion: .list(["passthrough", "passthrough/2", "source", "24", "25", "30", "50", "60"]),
        transform: OptionParsing.frameRate
    )
    var frameRate: FrameRateChoice?
}

/// Other ways to choose how fast a clip is played, and what is shown between its frames.
struct SpeedOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            What a constant --frame-rate shows where the clip has no frame: 'nearest' repeats the one before (the \
            default), 'blend' mixes both neighbours, 'motion' makes a frame from what moves.
            """,
            valueName: "how"
        ),
        completion: .list(InBetweenFrames.allCases.map(\.rawValue)),
        transform: OptionParsing.inBetween
    )
    var inBetween: InBetweenFrames?

    @Option(
        help: ArgumentHelp("Show every captured frame, so many a second. Replaces --rate.", valueName: "fps"),
        transform: OptionParsing.constantFrameRate
    )
    var conform: FrameRate?

    @Option(
        help: ArgumentHelp(
            """
            How many frames a second the camera captured: for --conform (measured unless given), and of numbered images, \
            shot_%05d.tif (25 unless given).
            """,
            valueName: "fps"
        ),
        transform: OptionParsing.constantFrameRate
    )
    var captureRate: FrameRate?

    @Flag(help: "Use the nearest rate that --pitch low-latency has.")
    var snap = false
}

/// Edits that are written in another file.
struct SidecarOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Slow down the parts that an iPhone's side file (AAE) marks.", valueName: "file"),
        completion: .file(extensions: ["AAE", "aae"])
    )
    var aae: String?
}

/// How frames are encoded.
struct VideoEncodingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Encode frames with \(OptionParsing.names(of: VideoCodec.self)). ProRes has kinds: prores:proxy, lt, standard, \
            hq, 4444, xq.
            """,
            valueName: "codec"
        ),
        completion: Completions.videoCodecs,
        transform: OptionParsing.videoCodec
    )
    var videoCodec: VideoCodecChoice?

    @Option(help: ArgumentHelp("Frame quality on the codec's own scale (H.264, HEVC, VP9: CRF).", valueName: "n"))
    var quality: Int?

    @Option(
        help: ArgumentHelp("The encoder's preset: ultrafast … veryslow.", valueName: "preset"),
        completion: .list(OptionParsing.encoderPresets)
    )
    var encoderPreset: String?
}

extension VideoEncodingOptions {
    /// Says so where the quality is named twice.
    func requireOneQuality() throws {
        guard let named = videoCodec, named.quality != nil, quality != nil else { return }
        throw Failure(
            status: .usage,
            message: "--quality and the kind of \(named.codec.rawValue) are the same: keep one of them"
        )
    }
}

/// What the result says of its first frame.
struct TimecodeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The timecode of the first frame: 01:00:00:00, or 01:00:00;00 where numbers are dropped. Else the source's goes on.",
            valueName: "code"
        ),
        transform: OptionParsing.timecode
    )
    var timecode: Timecode?
}

/// How audio is stretched and encoded.
struct AudioOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How audio is stretched: \(OptionParsing.pitchNames). spectral unless given.",
            valueName: "algorithm"
        ),
        completion: Completions.pitch,
        transform: OptionParsing.pitch
    )
    var pitch: PitchAlgorithm?

    @Option(
        help: ArgumentHelp("Encode audio with \(OptionParsing.names(of: AudioCodec.self)).", valueName: "codec"),
        completion: .list(AudioCodec.allCases.map(\.rawValue)),
        transform: OptionParsing.audioCodec
    )
    var audioCodec: AudioCodec?
}

/// Audio that is left out.
struct MutingOptions: ParsableArguments {
    @Flag(help: "Leave out the audio of parts that are played backwards.")
    var muteReversed = false
}
