internal import ArgumentParser
internal import Capture

/// `overcrank devices`.
struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the cameras and microphones.",
        discussion: """
            The first column names the camera in other commands. The id does so, too, and stays the same when the \
            camera is plugged in again. The synthetic camera is always there, for tests. A microphone is listed by its \
            ALSA name, for 'record --audio', with the sample rates and channels that it has.
            """
    )

    @Flag(help: "Go on and print each camera that comes or goes, until Ctrl-C.")
    var watch = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        try common.reporting {
            if watch { return try follow() }
            let devices = Prober.system.devices()
            let microphones = MicrophoneInfo.all()
            if common.json {
                let cameras = devices.map { ListedDevice.camera(DeviceDocument($0)) }
                let others = microphones.map { ListedDevice.microphone(MicrophoneDocument($0)) }
                Terminal.writeDocument(try JSON.text(cameras + others))
            } else {
                let rows = devices.map(Self.row) + microphones.map(MicrophoneRow.row)
                Table(rows).lines.forEach { Terminal.write($0) }
            }
            if devices.allSatisfy({ $0.node == nil }) { common.say("no camera was found but the synthetic one") }
            if microphones.isEmpty { common.say("no microphone was found") }
        }
    }

    private func follow() throws {
        let watcher = try CameraWatcher(.system)
        for device in watcher.devices { try write("+", device) }
        // Whoever reads may go long before the next change.
        while Terminal.waitForBytes(of: watcher.descriptor) {
            for change in try watcher.changes() {
                switch change {
                case .appeared(let device): try write("+", device)
                case .disappeared(let device): try write("-", device)
                }
            }
        }
    }

    private func write(_ sign: String, _ device: CaptureDeviceInfo) throws {
        if common.json {
            let document = DeviceChangeDocument(
                event: sign == "+" ? "appeared" : "disappeared",
                device: DeviceDocument(device)
            )
            Terminal.write(try JSON.line(document))
        } else {
            Terminal.write("\(sign) \(Self.row(device).joined(separator: "  "))")
        }
    }

    private static func row(_ device: CaptureDeviceInfo) -> [String] {
        let place = [device.driver, device.bus].filter { !$0.isEmpty }.joined(separator: ", ")
        return [device.node ?? device.id, device.name, place, device.node == nil ? "" : device.id]
    }
}
