internal import ArgumentParser
internal import Export

/// `overcrank inspect`.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show what a file really holds: tracks, exact durations, frame timing, tags, damage.",
        discussion: """
            Every timestamp is read: frame rates are measured, not believed. Damage is looked for only with --decode, \
            which decodes everything. Of several recordings that were made together it says where the same instant lies in \
            each.
            """
    )

    @Argument(help: ArgumentHelp("The files.", valueName: "file"), completion: .file())
    var files: [String]

    @Flag(inversion: .prefixedNo, help: "Decode everything to find damage.")
    var decode = false

    @OptionGroup var capture: CaptureRateOption
    @OptionGroup var common: CommonOptions

    func run() throws {
        try common.reporting {
            let bar = ProgressBar(isQuiet: common.quiet)
            let inspections = try files.map { file in
                let effort: MediaInspection.Effort = decode ? .decoding : .timestamps
                return try MediaInspection(ofFile: file, captureRate: capture.captureRate, effort: effort) {
                    bar.show($0)
                }
            }
            try CaptureRateOption.requireImages(capture.captureRate, in: inspections.map(\.media))
            bar.clear()
            let together = try RecordedTogether.all(inspections)
            if common.json, let only = inspections.first, inspections.count == 1 {
                Terminal.writeDocument(try JSON.text(InspectionDocument(only)))
            } else if common.json {
                Terminal.writeDocument(try JSON.text(InspectionsDocument(inspections, together)))
            } else {
                for inspection in inspections { InspectionTable(inspection).lines.forEach(Terminal.write) }
                together.flatMap(\.lines).forEach(Terminal.write)
            }
        }
    }
}
