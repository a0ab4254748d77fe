internal import ArgumentParser
internal import Export

/// `overcrank inspect`.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show what a file really holds: tracks, exact durations, frame timing, tags, damage.",
        discussion: """
            Every timestamp is read: frame rates are measured, not believed. Damage is looked for only with --decode, \
            which decodes everything.
            """
    )

    @Argument(help: "The file.", completion: .file())
    var file: String

    @Flag(inversion: .prefixedNo, help: "Decode everything to find damage.")
    var decode = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        try common.reporting {
            let bar = ProgressBar(isQuiet: common.quiet)
            let inspection = try MediaInspection(ofFile: file, effort: decode ? .decoding : .timestamps) { fraction in
                bar.show(fraction)
            }
            bar.clear()
            if common.json {
                Terminal.write(try JSON.text(InspectionDocument(inspection)))
            } else {
                InspectionTable(inspection).lines.forEach(Terminal.write)
            }
        }
    }
}
