internal import ArgumentParser
internal import Capture

/// `overcrank controls`.
struct ControlsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "controls",
        abstract: "List and set exposure, focus, white balance and the like.",
        discussion: """
            A control has the name that older or newer kernels give it, or an id (0x009a0902). Automatic modes are \
            changed first: setting an exposure time switches automatic exposure off. Either all settings are made, or \
            none. A camera that is being recorded by the same user is set by way of the recording.

            EXAMPLES
              overcrank controls /dev/video0
              overcrank controls /dev/video0 exposure_time_absolute=20 focus_absolute=30
              overcrank controls /dev/video0 auto_exposure=default
              overcrank controls /dev/video0 zoom=2x --over 3s
            """
    )

    @Argument(help: "A path, an id or a number of `overcrank devices`.", completion: Completions.devices)
    var device: String

    @Argument(
        help: ArgumentHelp("NAME shows a control, NAME=VALUE sets it.", valueName: "name[=value]")
    )
    var settings: [String] = []

    @Option(
        help: ArgumentHelp("How long zoom=2x takes; only of a camera that is being recorded.", valueName: "time")
    )
    var over: String?

    @OptionGroup var common: CommonOptions

    func run() throws {
        try common.reporting {
            let request = ControlRequest(words: settings, time: over)
            let reply: ControlReply
            if let recording = try RunningRecording.find(device) {
                reply = try recording.answer(to: request)
            } else {
                let camera = try Prober.system.open(device)
                reply = try request.perform(on: camera)
                if !reply.changes.isEmpty, camera.info.id == CameraRequest.synthetic {
                    common.say("note: the synthetic camera keeps its settings only while it is recorded")
                }
            }
            for change in reply.changes { common.say(change) }
            if common.json {
                Terminal.writeDocument(reply.json)
            } else {
                reply.table.forEach { Terminal.write($0) }
            }
        }
    }
}
