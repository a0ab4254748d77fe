internal import ArgumentParser

/// The command.
@main
struct Overcrank: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "overcrank",
        abstract: "Slow-motion capture and retiming: exact to the frame and the sample.",
        discussion: """
            overcrank never re-encodes a frame that need not be, and keeps video and audio on one exact time map.

            EXAMPLES
              overcrank demo
              overcrank inspect clip.mp4
              overcrank export clip.mp4 -o slow.mp4 --rate 1/2
              overcrank export clip.mp4 -o slow.mp4 --rate 1/4 --frame-rate 30
              overcrank compare clip.mp4 -o compared
            """,
        version: Version.current,
        subcommands: [
            DevicesCommand.self, ProbeCommand.self, ControlsCommand.self, RecordCommand.self, ExportCommand.self,
            SideBySideCommand.self, StudioCommand.self, StillsCommand.self, CompareCommand.self, InspectCommand.self,
            PresetsCommand.self, DemoCommand.self,
        ]
    )

    @Flag(name: .customLong("generate-man-page"), help: ArgumentHelp("Print the manual page.", visibility: .hidden))
    var generatesManualPage = false

    func run() throws {
        guard generatesManualPage else { throw CleanExit.helpRequest(self) }
        guard let information = Self.information else {
            throw Failure(status: .internalFault, message: "the command cannot describe itself")
        }
        Terminal.writeText(ManualPage(information, version: Version.current).text)
    }

    static func main() {
        StandardStreams.occupy()
        Signals.ignoreFailedWrites()
        Signals.noticeEndedPrograms()
        Signals.hold()
        do {
            var command = try parseAsRoot(OptionalValue.stated(in: Arguments.words))
            // The studio is often idle: others want its memory then.
            if !(command is StudioCommand) { Memory.keepFreedBlocks() }
            if !(command is RecordCommand) { Signals.release() }
            try command.run()
        } catch let failure as Failure {
            failure.report(asJSON: Arguments.wantJSON)
            Terminal.exit(failure.exitCode)
        } catch let error where exitCode(for: error) == .validationFailure {
            // A command line that cannot be read: ArgumentParser's words in the form of all errors.
            let complaint = CommandLineComplaint(message: message(for: error), fullText: fullMessage(for: error))
            let failure = complaint.failure(of: information, in: Arguments.words)
            failure.report(asJSON: Arguments.wantJSON)
            Terminal.exit(failure.exitCode)
        } catch {
            guard exitCode(for: error) == .success else { exit(withError: error) }
            // Help, the version, or a completion script.
            if let failure = information?.complaint(ofHelp: Arguments.words) {
                failure.report(asJSON: Arguments.wantJSON)
                Terminal.exit(failure.exitCode)
            }
            let text = BashCompletion.withColons(fullMessage(for: error))
            if !text.isEmpty { Terminal.writeText(text + "\n") }
            Terminal.exit(ExitCode.success.rawValue)
        }
    }

    /// The command's own description; `nil` where ArgumentParser gives it in a form that is not known.
    private static var information: CommandInfo? {
        do {
            _ = try parseAsRoot(["--experimental-dump-help"])
            return nil
        } catch {
            return try? CommandInfo(json: fullMessage(for: error))
        }
    }
}
