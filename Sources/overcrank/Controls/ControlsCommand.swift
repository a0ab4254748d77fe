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
            none.

            EXAMPLES
              overcrank controls /dev/video0
              overcrank controls /dev/video0 exposure_time_absolute=20 focus_absolute=30
              overcrank controls /dev/video0 auto_exposure=default
            """
    )

    @Argument(help: "A path, an id or a number of `overcrank devices`.", completion: Completions.devices)
    var device: String

    @Argument(
        help: ArgumentHelp("NAME shows a control, NAME=VALUE sets it.", valueName: "name[=value]")
    )
    var settings: [String] = []

    @OptionGroup var common: CommonOptions

    func run() throws {
        try common.reporting {
            let camera = try Prober.system.open(device)
            if settings.isEmpty { return try show(try camera.controls()) }
            let parts = settings.map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
            let named = try parts.map { try camera.control(named: String($0[0])) }
            let preferences = try zip(named, parts).compactMap { control, part in
                guard part.count == 2 else { return ControlSetting?.none }
                return ControlSetting(id: control.id, value: try control.value(parsing: String(part[1])))
            }
            let changes = preferences.isEmpty ? [] : try camera.set(preferences)
            for change in changes { common.say(ControlTable.line(change)) }
            let ids = Set(named.map(\.id)).union(changes.map(\.control.id))
            try show(try camera.controls().filter { ids.contains($0.id) }, changes)
        }
    }

    private func show(_ controls: [CameraControl], _ changes: [ControlChange] = []) throws {
        if common.json {
            let document = ControlsDocument(
                controls: controls.map(ControlDocument.init),
                changes: changes.map(ControlChangeDocument.init)
            )
            Terminal.write(try JSON.text(document))
        } else if changes.isEmpty {
            ControlTable.lines(controls).forEach { Terminal.write($0) }
        }
    }
}
