internal import ArgumentParser
internal import Capture
internal import Glibc
internal import MediaTime

/// `overcrank record`.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record a camera at its highest rate, and say exactly what was lost.",
        discussion: """
            Every picture is stored at its own instant, by the driver's clock; what the camera has encoded is stored as it \
            comes. The file can be played up to the last second even if the machine loses power. Ctrl-C ends the recording \
            properly.

            EXAMPLES
              overcrank record synthetic -o clip.mp4 --max-duration 5s
              overcrank record /dev/video0 -o jump.mov --frame-rate 120 --log jump.jsonl
            """
    )

    @Argument(help: "The camera: a device's path, or 'synthetic'.", completion: .file())
    var device: String

    @Option(
        name: [.customShort("o"), .long],
        help: "The recording: an mp4 or mov file.",
        completion: .file()
    )
    var output: String

    @OptionGroup(title: "Picture") var picture: PictureOptions
    @Option(
        help: ArgumentHelp("The microphone, by ALSA's name, or 'none'. The usual one unless named.", valueName: "device")
    )
    var audio: String?

    @OptionGroup(title: "End") var limits: LimitOptions
    @OptionGroup(title: "Beginning") var triggers: TriggerOptions
    @OptionGroup(title: "Stored with it") var tags: TagOptions

    @Option(help: ArgumentHelp("Write each lost picture here, as a line of JSON.", valueName: "file"), completion: .file())
    var log: String?

    @Option(
        help: ArgumentHelp("What the names of stills begin with, which the key s takes.", valueName: "prefix"),
        completion: .file()
    )
    var snapshot: String?

    @Flag(help: "Fail if any picture was lost.")
    var strict = false

    @Flag(help: "Replace the recording where it exists.")
    var force = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        try common.reporting {
            let recorder = try Recorder(
                picture.request(device: device),
                microphone: audio.map { $0 == "none" ? .none : .named($0) } ?? .usual,
                settings: try settings()
            )
            Signals.onInterrupt { recorder.stop(.signal) }
            Signals.on(SIGUSR1) { recorder.trigger() }
            try recorder.start()
            let isWaiting = recorder.state == .waiting
            common.say("\(isWaiting ? "Watching" : "Recording") \(device); Ctrl-C ends it.")
            if RecordingKeys.areThere {
                common.say(RecordingKeys.help)
                RecordingKeys(recorder, snapshots: snapshot ?? output).listen()
            }
            if case .exit(let command) = triggers.trigger { try ShellCommand.run(command) { recorder.trigger() } }
            let line = RecordingLine(isQuiet: common.quiet)
            let summary = try recorder.finish { line.show(recorder.figures) }
            line.clear()
            if common.json {
                Terminal.write(try JSON.line(RecordingDocument(summary, output: output, log: log)))
            } else {
                for line in RecordingTable(summary).lines { common.say(line) }
            }
            try RecordingOutcome(summary, isStrict: strict).check()
        }
    }

    private func settings() throws -> RecordingSettings {
        var settings = RecordingSettings(path: output)
        settings.overwrites = force
        settings.limits = limits.limits
        settings.preRoll = triggers.earliest
        settings.trigger = triggers.recordingTrigger
        settings.makesSegments = triggers.segments
        settings.coding = picture.videoCodec
        settings.droppable = picture.droppable
        settings.quality = picture.quality
        settings.rotation = picture.rotate
        settings.isMirrored = picture.mirror
        settings.metadata = [RecordingTag(key: "software", value: "overcrank \(Version.current)")] + tags.tags
        settings.logPath = log
        return settings
    }
}

/// What is asked of the camera.
struct PictureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Pictures a second: 120, 59.94, 30000/1001. The highest unless named.", valueName: "fps"),
        transform: Read.cameraRate
    )
    var frameRate: FrameRate?

    @Option(help: ArgumentHelp("The size of the pictures: 640x360.", valueName: "size"), transform: Read.size)
    var size: PictureSize?

    @Option(
        help: ArgumentHelp("How the camera codes them: MJPG, YUYV, YU12 …", valueName: "format"),
        transform: Read.format
    )
    var format: FourCharacterCode?

    @Option(
        help: ArgumentHelp(
            "How pictures are stored: copy, h264, hevc or ffv1. What the camera has encoded is copied unless named.",
            valueName: "codec"
        ),
        transform: Read.coding
    )
    var videoCodec: PictureCoding?

    @Option(
        help: ArgumentHelp(
            "Encoded: of every n pictures n - 1 can be left out later without encoding anew.",
            valueName: "n"
        ),
        transform: Read.droppable
    )
    var droppable = 2

    @Option(help: ArgumentHelp("Encoded: quality on the codec's own scale (CRF).", valueName: "n"))
    var quality = 20

    @Option(
        help: ArgumentHelp("Have players turn the pictures clockwise: 90, 180 or 270.", valueName: "degrees"),
        transform: Read.rotation
    )
    var rotate = 0

    @Flag(help: "Have players mirror the pictures, left to right.")
    var mirror = false

    func request(device: String) -> CameraRequest {
        var request = CameraRequest(device: device)
        request.frameRate = frameRate
        request.size = size
        request.format = format
        return request
    }
}

/// What begins a file.
struct TriggerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Wait for a trigger, and have the file begin so long before it: 5s. Return or SIGUSR1 triggers.",
            valueName: "time"
        ),
        transform: Read.duration
    )
    var preRoll: RationalTime?

    @Option(
        help: ArgumentHelp(
            "What else triggers: audio:-20dB (sound that loud), motion:x,y,w,h (in that area), or exit:command.",
            valueName: "trigger"
        ),
        transform: TriggerChoice.init(parsing:)
    )
    var trigger: TriggerChoice?

    @Flag(help: "Make one file, as long as --max-duration, for each trigger, and go on waiting.")
    var segments = false

    /// How far back a file reaches; `nil` to begin at once.
    var earliest: RationalTime? { preRoll ?? (trigger != nil || segments ? .zero : nil) }

    var recordingTrigger: RecordingTrigger? {
        guard case .device(let trigger) = trigger else { return nil }
        return trigger
    }
}

/// What ends a recording.
struct LimitOptions: ParsableArguments {
    @Option(help: ArgumentHelp("End after so long: 90s, 00:10:00.", valueName: "time"), transform: Read.duration)
    var maxDuration: RationalTime?

    @Option(help: ArgumentHelp("End before the file is larger: 500M, 4G.", valueName: "size"), transform: Read.bytes)
    var maxSize: UInt64?

    @Option(help: ArgumentHelp("End while so much is free on the disk: 1G.", valueName: "size"), transform: Read.bytes)
    var minFreeSpace: UInt64?

    var limits: RecordingLimits {
        var limits = RecordingLimits()
        limits.duration = maxDuration
        limits.size = maxSize
        limits.freeSpace = minFreeSpace
        return limits
    }
}

/// What is stored with a recording.
struct TagOptions: ParsableArguments {
    @Option(help: "The title.")
    var title: String?

    @Option(help: ArgumentHelp("The place, after ISO 6709: +48.2082+016.3738/.", valueName: "place"))
    var location: String?

    @Option(help: ArgumentHelp("Any other text; may be repeated.", valueName: "key=text"), transform: Read.tag)
    var metadata: [RecordingTag] = []

    var tags: [RecordingTag] {
        let named = [("title", title), ("com.apple.quicktime.location.ISO6709", location)]
        return named.compactMap { key, value in value.map { RecordingTag(key: key, value: $0) } } + metadata
    }
}
