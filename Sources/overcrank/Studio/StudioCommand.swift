internal import ArgumentParser
internal import Glibc
internal import Pipeline
internal import Presets
internal import Studio
internal import StudioServer
internal import Synchronization

/// `overcrank studio`.
struct StudioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "studio",
        abstract: "See clips to the frame, draw their speed, hear it and export it, in a browser.",
        discussion: """
            A page on this machine that nobody else can reach. Whatever it does is one command line, which it shows. Ctrl-C \
            ends it and all that it started.

            EXAMPLES
              overcrank studio clip.mp4
              overcrank studio left.mp4 right.mp4 --output-folder exports
              overcrank studio --folder ~/Videos --no-open
            """
    )

    @Argument(help: "Clips to open.", completion: .file())
    var clips: [String] = []

    @OptionGroup var capture: CaptureRateOption

    @Option(
        name: .customLong("folder"),
        help: ArgumentHelp("A folder whose clips may be opened on the page. Repeatable.", valueName: "folder"),
        completion: .directory
    )
    var folders: [String] = []

    @Option(
        help: ArgumentHelp("Where results go: the only folder that is written to.", valueName: "folder"),
        completion: .directory
    )
    var outputFolder = "."

    @Option(help: ArgumentHelp("The port on 127.0.0.1; any free one unless given.", valueName: "port"))
    var port: UInt16 = 0

    @Flag(help: "Print the address, and open no browser.")
    var noOpen = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        try common.reporting {
            Memory.returnFreedBlocks()
            let interruption = Monitor(false)
            let exporting = Mutex<StudioSession?>(nil)
            try Signals.onInterrupt(atLast: { exporting.withLock { $0 }?.abandonExports() }) {
                interruption.withLock { $0 = true }
            }
            var settings = StudioSettings()
            (settings.clips, settings.folders, settings.outputFolder) = (clips, folders, outputFolder)
            settings.captureRate = capture.captureRate
            settings.presets = .own
            settings.program = CommandPlanner.program()
            settings.stateFolder = StatePlace.folder
            let session = try StudioSession(settings, planner: CommandPlanner())
            exporting.withLock { $0 = session }
            defer { session.close() }
            // A folder may hold numbered images.
            if !clips.isEmpty, folders.isEmpty {
                try CaptureRateOption.requireImages(capture.captureRate, in: session.library.clips.map(\.media))
            }
            try serve(session, until: interruption)
        }
    }

    private func serve(_ session: StudioSession, until interruption: Monitor<Bool>) throws {
        let server = try StudioServer(session)
        let outcome = Monitor<Result<Void, any Error>?>(nil)
        let task = Task { [port, noOpen, json = common.json] in
            do {
                try await server.run(port: port) { address, entrance in
                    Self.announce(address, asJSON: json)
                    // Other users of the machine see what programs are started with.
                    if !noOpen { Browser.open(entrance) }
                }
                outcome.withLock { $0 = .success(()) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
                interruption.withLock { $0 = true }
            }
        }
        interruption.wait { $0 ? () : nil }
        try outcome.withLock { $0 }?.get()
        // Whoever still reads is not waited for, and that connections end is no error now.
        task.cancel()
        _ = outcome.wait(milliseconds: 500) { $0.map { _ in () } }
    }

    private static func announce(_ address: String, asJSON: Bool) {
        struct Document: Encodable { let address: String }
        if asJSON, let line = try? JSON.line(Document(address: address)) {
            Terminal.write(line)
        } else {
            Terminal.write(address)
        }
    }
}
