internal import ArgumentParser
internal import Export
internal import MediaTime
internal import Presets
internal import TimeStretch

/// `overcrank export`.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Retime a clip into a new file.",
        discussion: """
            Without --frame-rate frames keep their own (mapped) instants, and are copied, not re-encoded, wherever the \
            output can carry them. Audio follows the same map to the sample.

            EXAMPLES
              overcrank export clip.mp4 -o slow.mp4 --rate 1/2
              overcrank export clip.mp4 -o slow.mp4 --rate 25% --frame-rate 30 --quality 20
              overcrank export clip.mov -o part.mkv --trim 1.5s..4s --rate 0.5
              overcrank export first.mp4 second.mp4 -o both.mp4
              overcrank export clip.mp4 -o ramp.mp4 --edit 1s..2s@1..1/4 --edit 2s..4s@1/4
              overcrank export clip.mp4 -o replay.mp4 --preset sports-replay --at 12.4s
            """
    )

    @Argument(help: "The clip, or several, played one after another.", completion: .file())
    var inputs: [String]

    @Option(
        name: [.customShort("o"), .long],
        help: "The result; its ending chooses the container: mp4, mov, mkv, webm, avi.",
        completion: .file()
    )
    var output: String

    @Option(
        help: ArgumentHelp("A preset's name or file; options given beside it win.", valueName: "name|file"),
        completion: .file(extensions: ["yaml"])
    )
    var preset: String?

    @Option(
        help: ArgumentHelp("How fast to play: 0.5, 1/4, 25%, 2x.", valueName: "rate"),
        transform: OptionParsing.rate
    )
    var rate: PlaybackRate?

    @Option(
        help: ArgumentHelp("Play every captured frame at so many a second, instead of --rate.", valueName: "fps"),
        transform: OptionParsing.constantFrameRate
    )
    var conform: FrameRate?

    @Option(
        help: ArgumentHelp("What the camera captured, for --conform; else it is measured.", valueName: "fps"),
        transform: OptionParsing.constantFrameRate
    )
    var captureRate: FrameRate?

    @OptionGroup(title: "Edits") var editing: EditOptions

    @Option(
        help: ArgumentHelp("Slow down what an iPhone's side file (AAE) marks.", valueName: "file"),
        completion: .file(extensions: ["AAE", "aae"])
    )
    var aae: String?

    @Option(
        help: ArgumentHelp(
            """
            A constant rate (30, 29.97, 30000/1001), 'source' for the source's own, or 'passthrough' (the default); \
            'passthrough/2' copies one of two frames, where no other refers to the one that is left out.
            """,
            valueName: "fps"
        ),
        transform: OptionParsing.frameRate
    )
    var frameRate: FrameRateChoice?

    @Option(
        help: ArgumentHelp(
            "How audio follows: \(OptionParsing.pitchNames); spectral unless named.",
            valueName: "algorithm"
        ),
        transform: OptionParsing.pitch
    )
    var pitch: PitchAlgorithm?

    @Flag(help: "Play a rate that --pitch low-latency does not have at the nearest that it has.")
    var snap = false

    @Option(
        help: ArgumentHelp("Encode frames with h264, hevc, vp9, ffv1, mjpeg or prores.", valueName: "codec"),
        transform: OptionParsing.videoCodec
    )
    var videoCodec: VideoCodec?

    @Option(help: ArgumentHelp("Frame quality on the codec's own scale (H.264, HEVC, VP9: CRF).", valueName: "n"))
    var quality: Int?

    @Option(help: ArgumentHelp("The encoder's preset: ultrafast … veryslow.", valueName: "preset"))
    var encoderPreset: String?

    @Option(
        help: ArgumentHelp("Encode audio with aac, opus, flac, vorbis or pcm.", valueName: "codec"),
        transform: OptionParsing.audioCodec
    )
    var audioCodec: AudioCodec?

    @Flag(help: "Leave out the audio of what is played backwards.")
    var muteReversed = false

    @Flag(help: "Print the plan and write nothing.")
    var dryRun = false

    @Flag(help: "Replace the output where it exists.")
    var force = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        try common.reporting {
            var request = try ExportRequest(self)
            let plan = try request.plan()
            if dryRun {
                if common.json {
                    Terminal.write(try JSON.text(ExportDocument(plan, output: output)))
                } else {
                    PlanTable(plan).lines(width: Terminal.width).forEach(Terminal.write)
                }
                return
            }
            try export(plan)
        }
    }

    private func export(_ plan: ExportPlan) throws {
        for warning in plan.warnings { common.say("warning: \(warning)") }
        let cancellation = ExportCancellation()
        Signals.onInterrupt { cancellation.cancel() }
        let bar = ProgressBar(isQuiet: common.quiet)
        let start = ContinuousClock.now
        defer { bar.clear() }
        let report = try Exporter(plan: plan).run(
            to: output,
            overwriting: force,
            cancellation: cancellation,
            onProgress: bar.show
        )
        bar.clear()
        let wall = ContinuousClock.now - start
        for line in DamageText.lines(report.damage, count: report.damageCount) { common.say("warning: \(line)") }
        if common.json {
            Terminal.write(try JSON.text(ExportDocument(plan, output: output, report: report, wall: wall)))
        } else {
            common.say(PlanTable(plan).summary(report, wall: wall))
        }
    }
}
