internal import ArgumentParser
internal import Capture
internal import Synchronization

/// `overcrank probe`.
struct ProbeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Show what a camera can do, lock its highest rate, and measure it.",
        discussion: """
            The format that fits the options best is set at the camera, and about a second is streamed. What is set \
            stays so unless --restore is given. The report says what was asked for, what the driver granted and what \
            the camera delivered. The highest rate is preferred, then the largest size, then the coding that loses \
            least. Where the rate is not what was hoped for, the causes that can be seen follow, each with what is to \
            be done about it and a command for that.

            EXAMPLES
              overcrank probe
              overcrank probe /dev/video2 --min-size 640x480 --shutter 1/500
              overcrank probe synthetic --fps 240 --json
            """
    )

    @Argument(
        help: "A path, an id or a number of `overcrank devices`; the first camera unless given.",
        completion: Completions.devices
    )
    var device: String?

    @OptionGroup(title: "Most used") var rate: FrameRateOption
    @OptionGroup(title: "Most used") var locking: LockOptions
    @OptionGroup(title: "Camera") var format: FormatOptions
    @OptionGroup(title: "Camera") var setting: CameraOptions

    @Flag(help: "Fail where the rate is not above 30 fps.")
    var requireHighFrameRate = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        try common.reporting {
            let camera = try Prober.system.open(device, converting: setting.convert)
            if let warning = setting.conversionWarning(for: camera.info) { common.say("warning: \(warning)") }
            if let warning { common.say("warning: \(warning)") }
            var request = LockRequest()
            request.preferences = format.preferences(at: rate)
            request.input = setting.input
            request.shutter = setting.shutter
            request.restores = locking.restore
            let probe: Probe
            if locking.measure {
                // What was set is put back then, whether or not it was to stay.
                let isInterrupted = Interruption()
                try Signals.onInterrupt { isInterrupted.come() }
                let report = try camera.lock(request) { isInterrupted.hasCome }.report
                probe = Probe(
                    camera: camera.info,
                    formats: report.formats,
                    outcome: .locked(report),
                    diagnosis: camera.diagnosis(of: report, wish: request.preferences.frameRate)
                )
            } else {
                let signal = try? camera.signal()
                let sizes = [request.preferences.size, request.preferences.minimumSize, signal].compactMap(\.self)
                let formats = try camera.formats(including: sizes)
                let choice = try FormatSelection(from: formats, preferences: request.preferences, signal: signal)
                probe = Probe(camera: camera.info, formats: formats, outcome: .chosen(choice))
            }
            if common.json {
                Terminal.writeDocument(try JSON.text(ProbeDocument(probe)))
            } else {
                ProbeTable(probe).lines.forEach { Terminal.write($0) }
            }
            try complain(probe)
        }
    }

    /// Whether a signal has come that is to end the command.
    private final class Interruption: Sendable {
        private let state = Atomic(false)

        var hasCome: Bool { state.load(ordering: .relaxed) }

        func come() { state.store(true, ordering: .relaxed) }
    }

    /// What of the command line does nothing, as nothing at the camera is changed; `nil` where all of it counts.
    private var warning: String? {
        let given = [
            setting.input.map { _ in "--input" }, setting.shutter.map { _ in "--shutter" },
            locking.restore ? "--restore" : nil,
        ].compactMap(\.self)
        guard !locking.measure, !given.isEmpty else { return nil }
        return
            "nothing at the camera is changed: \(given.joined(separator: " and ")) \(given.count > 1 ? "do" : "does") nothing"
    }

    /// Reports warnings, and ends the command where a high frame rate is required and was not reached.
    private func complain(_ probe: Probe) throws {
        for warning in probe.outcome.report?.warnings ?? [] {
            common.warn(warning, beside: probe.diagnosis?.causes ?? [])
        }
        guard requireHighFrameRate, !probe.outcome.isHighFrameRate else { return }
        throw Failure(
            status: .unavailable,
            message: "the camera delivers no more than \(Int(LockReport.ordinaryRate)) fps with these settings",
            hint:
                "'\((["overcrank probe"] + [device.map(ArgumentText.path)].compactMap(\.self)).joined(separator: " "))' shows its highest rate"
        )
    }
}
