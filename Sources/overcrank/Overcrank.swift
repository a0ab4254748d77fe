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
            CompareCommand.self, InspectCommand.self, PresetsCommand.self, DemoCommand.self,
        ]
    )

    static func main() {
        Signals.ignoreFailedWrites()
        Memory.keepFreedBlocks()
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let failure as Failure {
            failure.report()
            Terminal.exit(failure.exitCode)
        } catch let error where exitCode(for: error) == .validationFailure {
            // A wrong command line: ArgumentParser's words in our form, and sysexits' number, 64.
            let text = fullMessage(for: error)
            Terminal.writeError(text.hasPrefix("Error: ") ? "error: " + text.dropFirst(7) : text)
            Terminal.exit(ExitStatus.usage.rawValue)
        } catch {
            exit(withError: error)
        }
    }
}
