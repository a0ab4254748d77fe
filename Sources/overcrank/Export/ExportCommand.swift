internal import ArgumentParser
internal import Export

/// `overcrank export`.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Retime a clip into a new file.",
        discussion: """
            Without --frame-rate every frame keeps its own instant, mapped to the new time, and is copied wherever the \
            container can carry it. Audio follows the same map, exact to the sample.

            EXAMPLES
              overcrank export clip.mp4 -o slow.mp4 --rate 1/2
              overcrank export clip.mp4 -o slow.mp4 --rate 25% --frame-rate 30 --quality 20
              overcrank export clip.mov -o part.mkv --trim 1.5s..4s --rate 0.5
              overcrank export first.mp4 second.mp4 -o both.mp4
              overcrank export clip.mov -o post.mp4 --for social --crop 9:16
              overcrank export clip.mp4 -o ramp.mp4 --edit 1s..2s@1..1/4 --edit 2s..4s@1/4
              overcrank export clip.mp4 -o loop.mp4 --trim 1s..2s --boomerang --repeat 3
              overcrank export clip.mp4 -o replay.mp4 --preset sports-replay --at 12.4s
            """
    )

    @Argument(help: "The clip, or several, played one after another.", completion: .file())
    var inputs: [String]

    @OptionGroup(title: "Most used") var main: MainExportOptions
    @OptionGroup(title: "Speed") var speed: SpeedOptions
    @OptionGroup(title: "Edits") var editing: EditOptions
    @OptionGroup(title: "Edits") var loop: LoopOptions
    @OptionGroup(title: "Edits") var sidecar: SidecarOptions
    @OptionGroup(title: "Edits") var chapters: ChapterOptions
    @OptionGroup(title: "Tracks") var choice: TrackOptions
    @OptionGroup(title: "Metadata") var metadata: MetadataOptions
    @OptionGroup(title: "Frame") var shape: ShapeOptions
    @OptionGroup(title: "Video") var video: VideoEncodingOptions
    @OptionGroup(title: "Video") var start: TimecodeOptions
    @OptionGroup(title: "Audio") var audio: AudioOptions
    @OptionGroup(title: "Audio") var muting: MutingOptions

    @Option(
        name: .customLong("preset"),
        help: ArgumentHelp(
            "A preset's name or file; options given beside it win. Of several, the last one wins.",
            valueName: "name|file"
        ),
        completion: Completions.presets
    )
    var presets: [String] = []

    @OptionGroup var moving: PlayOptions

    @Flag(
        help: """
            Keep no frame outside of the part: where a copy would, encode the frames next to the cut, or all where they \
            cannot be matched.
            """
    )
    var exact = false

    @Flag(help: "Refuse an export of which frames would have to be encoded.")
    var losslessOnly = false

    @Flag(help: "Print the plan and write nothing.")
    var dryRun = false

    @Flag(help: "Replace the output where it exists.")
    var force = false

    @Flag(help: "End with an error, and write nothing, where an input is damaged. Implies --verify decode.")
    var strict = false

    @Option(
        help: ArgumentHelp(
            """
            How the result is checked before it gets its name: 'index' (the default) reads its index again, 'decode' \
            also decodes it and compares copied frames with the source's, 'none'.
            """,
            valueName: "how"
        ),
        completion: .list(Verification.allCases.map(\.rawValue)),
        transform: OptionParsing.verification
    )
    var verify: Verification?

    @OptionGroup var progress: ProgressOptions
    @OptionGroup var common: CommonOptions

    func run() throws {
        try common.reporting {
            let request = try ExportRequest(self)
            let plan = try PlannedExport(request).plan
            let work = ExportWork(
                plan: plan,
                output: main.output,
                overwrites: force,
                refusesDamage: strict,
                // Damage of what is copied shows only in decoding.
                verification: verify ?? (strict ? .decode : .index),
                progress: progress,
                common: common
            )
            try dryRun ? work.show() : work.run()
        }
    }
}
