internal import Export

/// A plan that is shown, or carried out, with all that is said about it.
struct ExportWork {
    let plan: ExportPlan
    /// The path of the result.
    let output: String
    /// Whether what is there is replaced.
    var overwrites = false
    /// Whether damage is an error.
    var refusesDamage = false
    var verification = Verification.index
    /// How progress is shown.
    var progress = ProgressOptions()
    let common: CommonOptions

    private var exporter: Exporter {
        var exporter = Exporter(plan: plan)
        exporter.refusesDamage = refusesDamage
        exporter.verification = verification
        return exporter
    }

    /// Prints the plan, unless the file could not be written.
    func show() throws {
        try exporter.checkOutput(output, overwriting: overwrites)
        let copied = try plan.countCopiedFrames()
        if common.json {
            Terminal.writeDocument(try JSON.text(ExportDocument(plan, output: output, copied: copied)))
        } else {
            PlanTable(plan, copied: copied).lines(width: Terminal.width).forEach(Terminal.write)
        }
    }

    /// Writes the file.
    func run() throws {
        for warning in plan.warnings { common.say("warning: \(warning)") }
        let cancellation = Cancellation()
        try Signals.onInterrupt { cancellation.cancel() }
        let bar = ProgressBar(isQuiet: common.quiet, writesLines: progress.progressLines)
        let start = ContinuousClock.now
        defer { bar.clear() }
        let report = try exporter.run(
            to: output,
            overwriting: overwrites,
            cancellation: cancellation,
            onProgress: bar.show
        )
        bar.clear()
        let wall = ContinuousClock.now - start
        if let warning = report.frames.leadInWarning { common.say("warning: \(warning)") }
        if let warning = report.moved.warning { common.say("warning: \(warning)") }
        if let warning = report.unlike.warning { common.say("warning: \(warning)") }
        if let clipping = report.clipping { common.say("warning: \(clipping.warning)") }
        for line in DamageText.lines(report.damage, count: report.damageCount) { common.say("warning: \(line)") }
        if common.json {
            let document = ExportDocument(plan, output: output, report: report, wall: wall, verified: verification)
            Terminal.writeDocument(try JSON.text(document))
        } else {
            common.say(PlanTable(plan).summary(report, wall: wall))
        }
    }
}
