internal import ArgumentParser

/// `overcrank side-by-side`.
struct SideBySideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "side-by-side",
        abstract: "Show two clips together, in step from an instant of each.",
        discussion: """
            Both are in step where --at-a and --at-b name one instant of each, where they were recorded together, or with \
            --align audio. Before a clip begins and after it ends, its place is black.

            EXAMPLES
              overcrank side-by-side a.mp4 b.mp4 -o both.mp4 --at-a 2.4s --at-b 3.1s
              overcrank side-by-side a.mp4 b.mp4 -o both.mp4 --align audio --rate 1/4
              overcrank side-by-side a.mp4 b.mp4 -o both.mp4 --trim-a 1s..4s --layout stack
            """
    )

    @Argument(help: "The first clip: on the left, or above.", completion: .file())
    var first: String

    @Argument(help: "The second clip.", completion: .file())
    var second: String

    @OptionGroup(title: "Most used") var main: MainPairOptions
    @OptionGroup(title: "Edits") var edits: PairEditOptions
    @OptionGroup(title: "Frame") var frame: PairFrameOptions
    @OptionGroup(title: "Video") var video: VideoEncodingOptions
    @OptionGroup(title: "Audio") var sound: PairSoundOptions
    @OptionGroup(title: "Audio") var audio: AudioOptions

    @Flag(help: "Print the plan and write nothing.")
    var dryRun = false

    @Flag(help: "Replace the output where it exists.")
    var force = false

    @OptionGroup var progress: ProgressOptions
    @OptionGroup var common: CommonOptions

    func run() throws {
        try common.reporting(options: .sideBySide) {
            let pair = try PlannedPair(PairRequest(self))
            common.say(pair.alignment)
            let work = ExportWork(
                plan: pair.plan,
                output: main.output,
                overwrites: force,
                progress: progress,
                common: common
            )
            try dryRun ? work.show() : work.run()
        }
    }
}
