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
            each. A file that cannot be read keeps no other from being shown.
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
            try requireImages()
            let bar = ProgressBar(isQuiet: common.quiet)
            defer { bar.clear() }
            var inspections: [MediaInspection] = []
            var failures: [Failure] = []
            for file in files {
                do {
                    let inspection = try inspection(of: file, bar)
                    if !common.json { InspectionTable(inspection).lines.forEach(Terminal.write) }
                    inspections.append(inspection)
                } catch {
                    failures.append(Failure(error))
                }
            }
            let together = try RecordedTogether.all(inspections)
            if !common.json {
                together.flatMap(\.lines).forEach(Terminal.write)
            } else if files.count > 1, !inspections.isEmpty {
                Terminal.writeDocument(try JSON.text(InspectionsDocument(inspections, together)))
            } else if let only = inspections.first {
                Terminal.writeDocument(try JSON.text(InspectionDocument(only)))
            }
            try throwLast(of: failures)
        }
    }

    private func inspection(of file: String, _ bar: ProgressBar) throws(ExportError) -> MediaInspection {
        defer { bar.clear() }
        let effort: MediaInspection.Effort = decode ? .decoding : .timestamps
        return try MediaInspection(ofFile: file, captureRate: capture.captureRate, effort: effort) { bar.show($0) }
    }

    /// Before anything is read that takes long. What cannot be opened is reported in its turn.
    private func requireImages() throws {
        guard let rate = capture.captureRate else { return }
        let media = files.compactMap { try? MediaDescription(ofFile: $0, captureRate: rate) }
        if !media.isEmpty { try CaptureRateOption.requireImages(rate, in: media) }
    }

    /// All are reported, and the exit code is that of the first.
    private func throwLast(of failures: [Failure]) throws(Failure) {
        guard let first = failures.first, let last = failures.last else { return }
        for var failure in failures.dropLast() {
            failure.isVerbose = common.verbose
            failure.report()
        }
        throw Failure(status: first.status, message: last.message, hint: last.hint, cause: last.cause)
    }
}
