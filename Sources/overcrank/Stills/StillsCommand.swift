internal import ArgumentParser
internal import Export
internal import MediaTime

/// `overcrank stills`.
struct StillsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stills",
        abstract: "Write frames of a clip as images, or one sheet to find a moment.",
        discussion: """
            The frame is exactly the one that is shown at the instant, upright, and a PNG holds every value as it was \
            decoded. Each file has Exif data: when it was taken, where and with which camera, as far as the clip says it.

            EXAMPLES
              overcrank stills clip.mp4 -o still.png --at 12.4s
              overcrank stills clip.mp4 -o stills --at 360f --at 361f
              overcrank stills clip.mp4 -o stills --every 0.5s --range 10s..20s --format jpeg
              overcrank stills clip.mp4 -o sheet.png --sheet
            """
    )

    @Argument(help: "The clip.", completion: .file())
    var input: String

    @OptionGroup(title: "Most used") var main: MainStillsOptions
    @OptionGroup var options: StillsOptions
    @OptionGroup var common: CommonOptions

    func run() throws {
        try common.reporting {
            let request = try StillsRequest(self)
            let captureRate = options.capture.captureRate
            let media = try MediaDescription(ofFile: input, captureRate: captureRate)
            try CaptureRateOption.requireImages(captureRate, in: [media])
            let plan = try StillPlan(request.selection, of: media)
            let exporter = StillExporter(plan: plan, format: request.format)
            let output = try request.output(of: plan)
            for warning in plan.warnings(for: request.format) { common.say("warning: \(warning)") }
            let report = try write(exporter, to: output)
            for line in DamageText.lines(report.damage, count: report.damageCount) { common.say("warning: \(line)") }
            if common.json {
                Terminal.writeDocument(try JSON.text(StillsDocument(report, exporter)))
            } else {
                report.files.forEach { common.say(Self.line($0)) }
            }
            try requireAll(report)
        }
    }

    private func write(_ exporter: StillExporter, to output: StillOutput) throws -> StillReport {
        let cancellation = Cancellation()
        try Signals.onInterrupt { cancellation.cancel() }
        let bar = ProgressBar(isQuiet: common.quiet)
        defer { bar.clear() }
        let count = exporter.plan.stills.count
        return try exporter.run(to: output, overwriting: options.force, cancellation: cancellation) { done in
            bar.show(Double(done) / Double(count), frames: Int64(done))
        }
    }

    /// `still.png: frame 360 at 00:00:01.500, 1920x1080`.
    private static func line(_ file: StillReport.File) -> String {
        let size = "\(file.width)x\(file.height)"
        guard file.stills.count == 1, let still = file.stills.first else {
            return "\(file.path): \(FrameCountText.text(file.stills.count)), \(size)"
        }
        return "\(file.path): frame \(still.number) at \(still.label), \(size)"
    }

    /// What could not be decoded is an error, after all else has been written.
    private func requireAll(_ report: StillReport) throws {
        guard let first = report.missing.first else { return }
        let others = report.missing.count > 1 ? " and \(report.missing.count - 1) more" : ""
        throw Failure(
            status: .damagedInput,
            message: "\(input): frame \(first.number) at \(first.label)\(others) cannot be decoded"
        )
    }
}
