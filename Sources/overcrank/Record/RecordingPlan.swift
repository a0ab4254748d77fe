internal import Capture
internal import MediaFormats
internal import MediaTime
internal import PathNames
internal import Presets

/// What the command line says of a recording, whichever camera it is of.
struct RecordingPlan: Sendable {
    private let preset: RecordingPreset
    let name: RecordingName
    let microphone: MicrophoneRequest
    /// Without a name.
    private let camera: CameraRequest
    private let limits: RecordingLimits
    private let metadata: [MetadataItem]
    private let audio: AudioConditioning
    private let split: RationalTime?
    private let retrigger: Retrigger?
    private let overwrites: Bool
    private let log: RecordingName?
    private let snapshots: String?
    /// A command whose end triggers.
    let command: String?
    private let cameraOptions: CameraOptions
    /// The options of the command line that say how frames are encoded.
    private let encodingOptions: [String]
    let reconnects: Bool
    let writesJSON: Bool
    let isVerbose: Bool
    /// What can be typed; `nil` where nobody listens.
    let help: String?

    init(_ command: RecordCommand) throws {
        preset = try RecordingPreset(command)
        if let preRoll = preset.preRoll, let duration = preset.duration, preRoll >= duration {
            throw Failure(
                status: .usage,
                message:
                    "a file of \(duration.clock) that begins \(preRoll.clock) before its trigger shows nothing after it",
                hint:
                    "--max-duration has to be longer than --pre-roll: it is that of the file, with what is before the trigger"
            )
        }
        try Self.check(command, preset)
        encodingOptions = [
            command.video.quality.map { _ in "--quality" }, command.video.disposable.map { _ in "--disposable" },
        ].compactMap(\.self)
        name = command.main.output
        if let log = command.log, log.names(sameAs: name) {
            throw Failure(
                status: .usage,
                message: "the recording and its log have the same name, \(name.text)",
                hint: "give the log a name of its own: --log lost.jsonl"
            )
        }
        camera = preset.request(command.camera)
        cameraOptions = command.camera
        microphone = preset.microphone ?? .usual
        limits = command.limits.limits(duration: preset.duration, reconnects: command.reconnect)
        metadata =
            [MetadataItem(key: "software", value: "overcrank \(Version.current)")]
            + (try command.metadata.items).filter { !$0.value.isEmpty }
        audio = command.microphone.conditioning
        split = command.series.split
        retrigger = command.triggers.retrigger
        overwrites = command.force
        log = command.log
        snapshots = command.snapshot
        if case .exit(let text) = command.triggers.trigger { self.command = text } else { self.command = nil }
        reconnects = command.reconnect
        writesJSON = command.common.json
        isVerbose = command.common.verbose
        help = OrderSource(keys: command.keys)?.help
    }

    /// Refuses what contradicts itself, or does nothing.
    private static func check(_ command: RecordCommand, _ preset: RecordingPreset) throws {
        if command.triggers.retrigger != nil, preset.preRoll == nil {
            throw Failure(
                status: .usage,
                message: "--retrigger says what a trigger does, and none is waited for",
                hint: "--pre-roll, --trigger and --segments wait for one"
            )
        }
        if preset.microphone == MicrophoneRequest.none,
            command.microphone.audioGain != nil || command.microphone.audioChannel != nil
        {
            throw Failure(
                status: .usage,
                message: "no audio is recorded: there is none to make louder or to choose from"
            )
        }
    }

    /// What is to be said of options that do nothing, where a camera delivers a format.
    func idleOptions(for format: FourCharacterCode, of camera: CaptureDeviceInfo) -> [String] {
        let conversion = cameraOptions.conversionWarning(for: camera)
        let why = (preset.coding ?? .usual(for: format)).keeping
        return (why.map { why in encodingOptions.map { "\($0) does nothing: \(why)" } } ?? [])
            + [conversion].compactMap(\.self)
    }

    /// What is asked of a camera, the first one for `nil`. `place` is where it was plugged in before.
    func request(_ device: String?, at place: String?) -> CameraRequest {
        var request = camera
        request.device = device
        request.place = place
        return request
    }

    /// Whether a file begins with a trigger.
    var isTriggered: Bool {
        var settings = RecordingSettings(path: "")
        preset.apply(to: &settings)
        return settings.start != .continuous
    }

    /// The settings of a camera's recording after others.
    func settings(_ place: CameraPlace, after before: [RecordingSummary]) -> RecordingSettings {
        let number = before.count + 1
        var settings = name.of(place).settings(number)
        preset.apply(to: &settings)
        settings.overwrites = overwrites
        settings.audio = audio
        settings.split = split
        settings.retrigger = retrigger ?? settings.retrigger
        settings.limits = limits
        settings.continues = !before.isEmpty
        if !settings.start.makesSegments {
            settings.limits.duration = RecordingSeries.rest(of: limits.duration, after: before)
            // What is left of it is for what follows the next trigger.
            if case .triggered(let preRoll, let trigger, false) = settings.start, !before.isEmpty,
                let rest = settings.limits.duration, preRoll >= rest
            {
                settings.start = .triggered(preRoll: .zero, trigger: trigger)
            }
        }
        settings.metadata = metadata
        switch log?.of(place) {
        case .file(let pattern): settings.logPath = FileEnding.path(pattern.path(at: 0, number: 1), copy: number)
        case .series(let pattern): settings.logPattern = pattern
        case nil: break
        }
        return settings
    }

    /// How the names of a camera's stills begin.
    func stillNames(_ place: CameraPlace) -> StillNames {
        StillNames(prefix: snapshots.map { Self.path($0, place) } ?? name.of(place).stillPrefix)
    }

    /// How the files of so many cameras are named, which are one series.
    func seriesName(of count: Int) -> RecordingName { name.of(CameraPlace(number: 1, count: count, device: nil)) }

    /// How much of each camera is recorded; `nil` without a limit, and where each trigger makes a file.
    var duration: RationalTime? { preset.preRoll != nil && preset.makesSegments == true ? nil : limits.duration }

    /// Bytes of the disk that are to be left free.
    var reserve: UInt64 { limits.freeSpace ?? 0 }

    private static func path(_ path: String, _ place: CameraPlace) -> String {
        NamePattern(literal: path).of(place).path(at: 0, number: 1)
    }
}

extension NamePattern {
    /// The names of one camera's files.
    func of(_ place: CameraPlace) -> NamePattern {
        var pattern = place.count > 1 ? ofSeveralCameras : self
        pattern.camera = place.number
        return pattern
    }
}
