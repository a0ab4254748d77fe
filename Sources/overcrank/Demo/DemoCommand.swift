internal import ArgumentParser
internal import Capture
internal import Composition
internal import Export
internal import MediaFormats
internal import MediaTime
internal import SceneRendering

/// `overcrank demo`.
struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Make a 240 fps clip with the built-in synthetic camera and slow it down."
    )

    @Argument(help: "The folder of the two clips; it is made where it is not there.", completion: .directory)
    var directory = "."

    @Flag(help: "Replace the clips where they exist.")
    var force = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        try common.reporting(options: .demo) {
            guard !directory.isEmpty else { throw Failure(status: .usage, message: "the directory has no name") }
            let clip = "\(directory)/demo-240fps.mp4"
            let slow = "\(directory)/demo-half-speed.mp4"
            // Neither is made where one of them cannot be.
            for path in [clip, slow] { try SyntheticClip.check(path, overwriting: force) }
            let cancellation = Cancellation()
            try Signals.onInterrupt { cancellation.cancel() }
            let bar = ProgressBar(isQuiet: common.quiet)
            defer { bar.clear() }
            common.say("Filming 4 s at 240 fps with the synthetic camera: \(clip)")
            try film(clip, cancellation, bar)
            bar.clear()
            common.say("Slowing it down to half speed: \(slow)")
            let report = try SyntheticClip.keeping(clip) { try export(clip, to: slow, cancellation, bar) }
            bar.clear()
            if common.json { Terminal.writeDocument(try JSON.text(["clip": clip, "slow": report.output])) }
            common.say("Done: \(report.frames.shown) frames, none re-encoded; the audio is stretched, its pitch kept.")
            Self.next(clip, slow).forEach(common.say)
        }
    }

    /// What can be done with both clips, as commands.
    static func next(_ clip: String, _ slow: String) -> [String] {
        let (clip, slow) = (ArgumentText.path(clip), ArgumentText.path(slow))
        return [
            "", "Try next:", "  overcrank inspect \(slow)",
            "  overcrank export \(clip) -o quarter.mp4 --rate 1/4 --frame-rate 30",
            "  overcrank export \(clip) -o tape.mov --rate 1/2 --pitch varispeed",
        ]
    }

    /// Four seconds at 240 frames a second.
    private func film(_ path: String, _ cancellation: Cancellation, _ bar: ProgressBar) throws {
        let rate = FrameRate(240)
        let clip = SyntheticClip(scene: SyntheticScene(frameRate: rate), frameCount: 960)
        try clip.write(to: path, overwriting: force) { frames in
            bar.show(Double(frames) / Double(clip.frameCount), frames: frames)
            return !cancellation.isCancelled
        }
    }

    private func export(
        _ clip: String,
        to slow: String,
        _ cancellation: Cancellation,
        _ bar: ProgressBar
    ) throws -> ExportReport {
        let media = try MediaDescription(ofFile: clip)
        var composition = Composition()
        try composition.insert(TimeRange(start: .zero, end: media.asset.duration), of: media.asset, at: .zero)
        try composition.scale(by: PlaybackRate(1, 2))
        let plan = try ExportPlan(composition, of: [media], container: .mp4)
        return try Exporter(plan: plan).run(
            to: slow,
            overwriting: force,
            cancellation: cancellation,
            onProgress: bar.show
        )
    }
}
