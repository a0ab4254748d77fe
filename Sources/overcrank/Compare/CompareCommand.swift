internal import ArgumentParser
internal import Comparison
internal import Export

/// `overcrank compare`.
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Hear, see and measure the pitch algorithms side by side.",
        discussion: """
            Renders the clip's audio by every algorithm at every rate and writes a directory. Open index.html in a \
            browser to listen and look; it needs no network. Beside it are the WAV files, images of them, and \
            results.json. What can be measured on any clip is: what is held, hits, level and stereo. The rest is \
            measured on a test program, of which every instant and frequency is known.

            --peers renders with the other stretchers that are installed, too. Any other program's rendering of source.wav is put into the same table with --against. A rendering of \
            program.wav is measured like ours where program.wav is the input.

            EXAMPLES
              overcrank compare clip.mp4 -o compared
              overcrank compare clip.mp4 --rate 1/2 --algorithms spectral,time-domain
              overcrank compare clip.mp4 --rate 1/2 --algorithms spectral --peers
              rubberband -3 -t 2 compared/program.wav other.wav
              overcrank compare compared/program.wav --rate 1/2 --against other.wav
            """
    )

    @Argument(help: "The clip: audio, or video with audio.", completion: .file())
    var input: String

    @OptionGroup(title: "Most used") var main: MainCompareOptions
    @OptionGroup(title: "Edits, before any of the rates") var editing: EditOptions

    @Flag(help: "Have other stretchers that are installed render it, too: \(CompareRequest.peerNames).")
    var peers = false

    @Flag(help: "Bring all files to the loudness of the softest one. The page can do so in any case.")
    var levelMatch = false

    @Option(
        help: ArgumentHelp(
            "Another program's rendering. Repeatable. Its rate follows from its length unless it is given.",
            valueName: "[rate=]file"
        ),
        completion: .file(),
        transform: AgainstFile.init
    )
    var against: [AgainstFile] = []

    @Flag(help: "Say what would be written, and write nothing.")
    var dryRun = false

    @Flag(help: "Replace the directory if a comparison made it.")
    var force = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        try common.reporting {
            let request = try CompareRequest(self)
            let planned = try PlannedComparison(request)
            // The document of a dry run has them.
            if !(dryRun && common.json) { for warning in planned.warnings { common.say("warning: \(warning)") } }
            try dryRun ? show(planned, request.output) : compare(planned.plan, request.output)
        }
    }

    /// Prints what would be written, and why algorithms would be missing; unless the directory could not be written.
    private func show(_ planned: PlannedComparison, _ directory: String) throws {
        try ComparisonRunner(plan: planned.plan).checkOutput(directory, overwriting: force)
        if common.json {
            Terminal.writeDocument(try JSON.text(ComparePlanDocument(planned, output: directory)))
        } else {
            for note in planned.notes { common.say("note: \(note)") }
            for file in planned.plan.files { Terminal.write("\(directory)/\(file)") }
        }
    }

    private func compare(_ plan: ComparisonPlan, _ directory: String) throws {
        let cancellation = Cancellation()
        try Signals.onInterrupt { cancellation.cancel() }
        let bar = ProgressBar(isQuiet: common.quiet)
        defer { bar.clear() }
        let report = try ComparisonRunner(plan: plan).run(
            to: directory,
            overwriting: force,
            cancellation: cancellation,
            onProgress: { bar.show($0) }
        )
        bar.clear()
        if common.json {
            Terminal.writeDocument(try JSON.text(report))
        } else {
            ComparisonTable(report).lines.forEach(Terminal.write)
        }
        common.say("Listen: \(directory)/index.html")
    }
}
