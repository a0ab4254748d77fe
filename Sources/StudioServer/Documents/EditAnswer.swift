internal import Export
internal import MediaTime
internal import Studio

/// What an edit means, for the page.
struct EditAnswer: Encodable {
    let document: EditDocument
    /// The name of the result: the edit's own, or the one that is taken where it has none.
    let outputName: String
    let commandLine: String
    let arguments: [String]
    /// Absent where the edit cannot be carried out.
    let map: [MapSegment]?
    let targetDuration: String?
    let targetDurationSeconds: Double?
    let problems: [EditProblem]
    /// The settings that have no effect in it.
    let idleSettings: [String]

    init(_ document: EditDocument, _ session: StudioSession) throws {
        let command = try session.command(for: document)
        var problems = command.problems
        var plan: ExportPlan?
        let shown = try session.shown(command, of: document)
        if shown.problems.isEmpty {
            do {
                let planned = try session.plan(of: shown)
                if problems.isEmpty, let problem = Self.problem(ofWriting: command.output, planned) {
                    problems.append(problem)
                }
                plan = planned
            } catch let error as StudioError {
                problems += EditProblem.problems(error, of: document)
            }
        }
        self.document = document.normalised
        outputName = command.outputName
        (commandLine, arguments) = (command.line, command.arguments)
        map = plan.map(MapSegment.map)
        (targetDuration, targetDurationSeconds) = (plan?.duration.fraction, plan?.duration.seconds)
        self.problems = problems
        idleSettings = command.idleSettings
    }

    /// That the result would replace a clip, which a run refuses. Whether it replaces anything else is asked when it is run.
    private static func problem(ofWriting output: String, _ plan: ExportPlan) -> EditProblem? {
        do {
            try Exporter(plan: plan).checkOutput(output, overwriting: true)
            return nil
        } catch {
            return error.code == .outputIsInput ? EditProblem(EditProblem.output, error.message) : nil
        }
    }
}
