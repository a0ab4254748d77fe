internal import ArgumentParser
internal import Capture
internal import Glibc
internal import Pipeline

/// `overcrank record`.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record a camera at its highest rate, and say exactly what was lost.",
        discussion: """
            Every frame is stored at its own instant, by the driver's clock; what the camera has encoded is stored as it \
            comes. The file can be played up to the last half second if the program is killed, and up to the last second if \
            the machine loses power. Ctrl-C ends the recording properly.

            EXAMPLES
              overcrank record synthetic -o clip.mp4 --max-duration 5s
              overcrank record /dev/video0 -o jump.mov --frame-rate 120 --log jump.jsonl
              overcrank record /dev/video0 /dev/video2 -o jump.mov --pre-roll 3s
            """
    )

    @Argument(
        help: ArgumentHelp(
            """
            The camera: a device's path, or 'synthetic', which films 640x360 in MJPG at 240 fps unless another size, coding or \
            rate is asked for; the first camera unless given. Several are recorded together, a file each.
            """,
            valueName: "device"
        ),
        completion: Completions.devices
    )
    var devices: [String] = []

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

    @Flag(help: "Fail if any frame of the recording was lost.")
    var strict = false

    @Flag(help: "Replace the recording where it exists.")
    var force = false

    @Flag(
        help: """
            When the camera is unplugged, its driver fails, or it delivers nothing for ten seconds, wait for it and go \
            on in a new file.
            """
    )
    var reconnect = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        try common.reporting {
            let plan = try RecordingPlan(self)
            let news = RecordingNews()
            let cameras = CameraPlace.all(devices).map { place in
                RecordedCamera(voice: CameraVoice(place: place, news: news), stills: plan.stillNames(place))
            }
            if snapshot != nil { for camera in cameras { try camera.stills.check() } }
            if snapshot != nil, plan.help == nil {
                common.say(
                    "warning: --snapshot does nothing: without a terminal in whose foreground it is, and without lines of --keys, nothing takes a still"
                )
            }
            let attendant = try SeriesAttendant(plan.seriesName(of: cameras.count), series)
            let orders = RecordingOrders(cameras, news: news)
            var signals: [Int32: @Sendable () -> Void] = [SIGUSR1: { cameras.trigger() }]
            if Keyboard.isThere { signals.merge(Self.signalsOfTerminals(attendant)) { $1 } }
            let atLast = { @Sendable in
                Keyboard.giveBack()
                attendant.giveUp(SIGINT)
            }
            try Signals.onInterrupt(others: signals, atLast: atLast) { cameras.end() }
            switch OrderSource(keys: keys) {
            case .keyboard: try orders.listenToKeys()
            case .lines: try orders.listenToLines()
            case nil: break
            }
            let inhibitor = WakefulMachine(common)
            defer { withExtendedLifetime(inhibitor) { attendant.finish(common.say) } }
            let session = RecordingSession(plan, cameras, news, attendant)
            let outputFailure = try record(session)
            try RecordingOutcome(
                session.outcomes,
                isStrict: strict,
                outputFailure: outputFailure,
                isEnding: session.isEnding,
                isInterrupted: cameras.isInterrupted,
                isTriggered: plan.isTriggered
            ).check()
        }
    }

    /// Records the cameras, each on a thread of its own, and says meanwhile how it goes.
    ///
    /// - Returns: what kept data from being written, if anything.
    private func record(_ session: RecordingSession) throws -> Failure? {
        let workers = WorkerGroup()
        // No thread's body throws: it is a thread that could not be started.
        workers.onFailure {
            session.cameras.end()
            session.gate.open()
        }
        for camera in session.cameras {
            workers.start { CameraRun(session: session, camera: camera).run() }
        }
        var board = RecordingBoard(common, session.news, reserve: session.plan.reserve)
        let ended = Result { try workers.join { board.show(session.cameras) } }
        board.finish()
        try ended.get()
        return board.failure
    }

    /// What stops and ends the process from the keyboard leaves the terminal as it was.
    private static func signalsOfTerminals(_ attendant: SeriesAttendant) -> [Int32: @Sendable () -> Void] {
        [
            SIGTSTP: {
                Keyboard.giveBack()
                Signals.act(SIGTSTP)
                Keyboard.take()
            },
            SIGCONT: { Keyboard.take() },
            SIGQUIT: {
                Keyboard.giveBack()
                attendant.giveUp(SIGQUIT)
                Signals.act(SIGQUIT)
            },
        ]
    }
}
