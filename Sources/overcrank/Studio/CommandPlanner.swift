internal import ArgumentParser
internal import Export
internal import Studio

/// Reads command lines as this very program does.
struct CommandPlanner: StudioPlanner {
    func plan(_ arguments: [String], opened: [PlannedClip]) throws -> ExportPlan {
        var sources = ClipSources()
        for clip in opened {
            sources.opened[clip.media.path] = clip.media
            sources.instants[clip.media.path] = clip.instant
        }
        let isPair = arguments.first == SideBySideCommand.configuration.commandName
        do {
            let words = Array(arguments.dropFirst())
            if isPair {
                return try PlannedPair(PairRequest(Self.parsed(SideBySideCommand.self, words)), sources).plan
            }
            return try PlannedExport(ExportRequest(Self.parsed(ExportCommand.self, words)), sources).plan
        } catch let error as StudioError {
            throw error
        } catch {
            let failure = Failure(error, options: isPair ? .sideBySide : .export)
            throw StudioError(
                .invalid,
                failure.message,
                hint: failure.hint,
                edits: failure.edits,
                range: failure.range
            )
        }
    }

    func document(of plan: ExportPlan, output: String) throws -> String {
        try JSON.text(ExportDocument(plan, output: output, copied: plan.countCopiedFrames()))
    }

    /// This very program, or another copy of it.
    static func program(_ path: String = "/proc/self/exe") -> ExportProgram {
        ExportProgram(path: path, always: ["--json", "--progress-lines"], replacing: ["--force"])
    }

    /// - Throws: ``Failure`` in the words of the program.
    private static func parsed<Command: ParsableCommand>(_ command: Command.Type, _ words: [String]) throws -> Command {
        do {
            return try command.parse(OptionalValue.stated(in: words))
        } catch let failure as Failure {
            throw failure
        } catch {
            let (message, fullText) = (command.message(for: error), command.fullMessage(for: error))
            throw CommandLineComplaint(message: message, fullText: fullText).failure(of: nil, in: words)
        }
    }
}
