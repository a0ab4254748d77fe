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

    init(_ document: EditDocument, _ session: StudioSession) throws {
        let command = try session.command(for: document)
        var problems = command.problems
        var plan: ExportPlan?
        if problems.isEmpty {
            do {
                plan = try session.plan(of: command)
            } catch let error as StudioError {
                problems.append(EditProblem("", error.hint.map { "\(error.message) (\($0))" } ?? error.message))
            }
        }
        self.document = document.normalised
        outputName = command.outputName
        (commandLine, arguments) = (command.line, command.arguments)
        map = plan.map(MapSegment.map)
        (targetDuration, targetDurationSeconds) = (plan?.duration.fraction, plan?.duration.seconds)
        self.problems = problems
    }
}
