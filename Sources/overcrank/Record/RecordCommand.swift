internal import ArgumentParser
internal import Capture
internal import Glibc
internal import MediaFormats
internal import MediaTime
internal import Presets

/// `overcrank record`.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record a camera at its highest rate, and say exactly what was lost.",
        discussion: """
            Every frame is stored at its own instant, by the driver's clock; what the camera has encoded is stored as it \
            comes. The file can be played up to the last second even if the machine loses power. Ctrl-C ends the recording \
            properly.

            EXAMPLES
              overcrank record synthetic -o clip.mp4 --max-duration 5s
              overcrank record /dev/video0 -o jump.mov --frame-rate 120 --log jump.jsonl
            """
    )

    @Argument(
        help: "The camera: a device's path, or 'synthetic'; the first camera unless given.",
        completion: Completions.devices
    )
    var device: String?

    @OptionGroup(title: "Most used") var main: MainRecordOptions
    @OptionGroup(title: "Camera") var format: FormatOptions
    @OptionGroup(title: "Camera") var camera: CameraOptions
    @OptionGroup(title: "Video") var video: VideoOptions
    @OptionGroup(title: "Audio") var microphone: MicrophoneOptions
    @OptionGroup(title: "Beginning") var triggers: TriggerOptions
    @OptionGroup(title: "End") var limits: LimitOptions
    @OptionGroup(title: "Series") var series: SeriesOptions
    @OptionGroup(title: "Metadata") var metadata: MetadataOptions

    @Option(
        help: ArgumentHelp("A preset's name or file; options given beside it win.", valueName: "name|file"),
        completion: Completions.presets
    )
    var preset: String?

    @Option(
        help: ArgumentHelp(
            "Write each lost frame and each changed control here, as a line of JSON. Named as the output, with %Y and the like.",
            valueName: "file"
        ),
        completion: .file(),
        transform: OptionParsing.recordingName
    )
    var log: RecordingName?

    @Option(
        help: ArgumentHelp("How the names of stills begin, which the key s takes.", valueName: "prefix"),
        completion: .file()
    )
    var snapshot: String?

    @Flag(help: "Read lines from standard input, such as 'set gain 20', where it is no terminal.")
    var keys = false

    @Flag(help: "Fail if any frame was lost.")
    var strict = false

    @Flag(help: "Replace the recording where it exists.")
    var force = false

    @Flag(help: "When the camera is unplugged, wait for it and go on in a new file.")
    var reconnect = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        try common.reporting {
            let preset = try RecordingPreset(self)
            let active = ActiveRecorder()
            let news = RecordingNews()
            let orders = RecordingOrders(active, snapshots: snapshot ?? main.output.stillPrefix, news: news)
            var signals: [Int32: @Sendable () -> Void] = [SIGUSR1: { active.trigger() }]
            if Keyboard.isThere { signals.merge(Self.signalsOfTerminals) { $1 } }
            try Signals.onInterrupt(others: signals, atLast: Keyboard.giveBack) { active.end() }
            if Keyboard.isThere { try orders.listenToKeys() } else if keys { try orders.listenToLines() }
            let attendant = try SeriesAttendant(main.output, self.series, common)
            let inhibitor = WakefulMachine(common)
            defer { withExtendedLifetime(inhibitor) { attendant.finish() } }
            let series = RecordingSeries(active: active, reconnects: reconnect, duration: preset.duration)
            let summaries = try series.run(device) { device, before in
                try record(device, before, preset, active, news, attendant)
            } waiting: { camera in
                active.wait()
                common.say("waiting for \(camera) to come back; Ctrl-C ends it.")
            }
            try RecordingOutcome(summaries, isStrict: strict, isInterrupted: active.isEnding).check()
        }
    }

    /// One recording of a camera, the first one for `nil`, from its beginning to its end, after others.
    private func record(
        _ device: String?,
        _ before: [RecordingSummary],
        _ preset: RecordingPreset,
        _ active: ActiveRecorder,
        _ news: RecordingNews,
        _ attendant: SeriesAttendant
    ) throws -> RecordingSummary {
        var settings = settings(before.count + 1, preset)
        settings.limits.duration = RecordingSeries.rest(of: settings.limits.duration, after: before)
        let recorder = try Recorder(
            preset.request(device: device, camera),
            microphone: preset.microphone ?? .usual,
            settings: settings
        )
        recorder.lockReport?.warnings.forEach { common.warn($0) }
        // There is room before a file begins.
        attendant.news(of: nil).forEach(common.say)
        try recorder.start()
        active.take(recorder)
        let camera = device ?? "\(recorder.device.name) (\(recorder.device.node ?? recorder.device.id))"
        common.say("\(recorder.state == .waiting ? "Watching" : "Recording") \(camera); Ctrl-C ends it.")
        if Keyboard.isThere { common.say(RecordingKeys.help) } else if keys { common.say(RecordingOrder.help) }
        let server = ControlServer.start(recorder, news)
        defer { server?.end() }
        if case .exit(let command) = triggers.trigger { try ShellCommand.run(command) { recorder.trigger() } }
        var line = RecordingLine(isQuiet: common.quiet, reserve: settings.limits.freeSpace ?? 0)
        var notes = RecordingNotes()
        var audio = AudioComplaints()
        func tell(_ confirmations: [String]) {
            let lines =
                confirmations + news.takeLines() + notes.news(recorder.notes).map { "note: \($0)" }
                + audio.news(recorder.audioWarnings) + attendant.news(of: recorder)
            if !lines.isEmpty { line.clear() }
            for line in lines { common.say(line) }
        }
        let summary = try recorder.finish {
            tell([])
            tell(line.show(recorder, news))
        }
        line.clear()
        tell(news.takeConfirmations())
        attendant.turn()
        let gap = RecordingSeries.gap(after: before.last, until: summary)
        if common.json {
            Terminal.write(
                try JSON.line(RecordingDocument(summary, settings, gap: gap, deleted: attendant.takeDeleted()))
            )
        } else {
            if let gap { common.say("gap: \(gap.clock) without the camera") }
            for line in RecordingTable(summary).lines { common.say(line) }
        }
        return summary
    }

    /// What stops and ends the process from the keyboard leaves the terminal as it was.
    private static let signalsOfTerminals: [Int32: @Sendable () -> Void] = [
        SIGTSTP: {
            Keyboard.giveBack()
            Signals.act(SIGTSTP)
            Keyboard.take()
        },
        SIGCONT: { Keyboard.take() },
        SIGQUIT: {
            Keyboard.giveBack()
            Signals.act(SIGQUIT)
        },
    ]

    private func settings(_ number: Int, _ preset: RecordingPreset) -> RecordingSettings {
        var settings = main.output.settings(number)
        preset.apply(to: &settings)
        settings.overwrites = force
        settings.audio = microphone.conditioning
        settings.retrigger = triggers.retrigger ?? settings.retrigger
        settings.limits = limits.limits(duration: preset.duration)
        settings.metadata = [MetadataItem(key: "software", value: "overcrank \(Version.current)")] + metadata.items
        switch log {
        case .file(let path): settings.logPath = NumberedPath.path(path, number)
        case .series(let pattern): settings.logPattern = pattern
        case nil: break
        }
        return settings
    }
}
