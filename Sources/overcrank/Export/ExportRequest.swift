internal import Composition
internal import Export
internal import MediaTime
internal import Presets
internal import TimeStretch

/// What an `export` command line asks for, resolved against the clip.
struct ExportRequest {
    private let command: ExportCommand
    private let inputs: [MediaDescription]
    private let container: Container
    private let preset: Preset
    /// What the user should know about the request itself.
    private var warnings: [String] = []

    init(_ command: ExportCommand) throws {
        self.command = command
        guard let container = Container(forPath: command.output) else {
            throw Failure(
                status: .usage,
                message: "\(command.output): the ending names no container that can be written",
                hint: "use .\(Container.allCases.map(\.rawValue).joined(separator: ", ."))"
            )
        }
        self.container = container
        preset = try Preset(command)
        try Self.check(command, preset)
        inputs = try command.inputs.map { path in try MediaDescription(ofFile: path) }
    }

    /// What contradicts itself whatever the clip is.
    private static func check(_ command: ExportCommand, _ preset: Preset) throws {
        if command.rate != nil, command.conform != nil {
            throw Failure(
                status: .usage,
                message: "--rate and --conform both say how fast it is played: keep one of them"
            )
        }
        if command.captureRate != nil, preset.conform == nil {
            throw Failure(
                status: .usage,
                message: "--capture-rate means nothing without --conform",
                hint: "say how many frames a second are to be played: --conform 30"
            )
        }
        if !preset.isAnchored, command.editing.at != nil {
            throw Failure(
                status: .usage,
                message: "--at means nothing here: no edit is relative to the anchor",
                hint: "write at, at-1s or at+2s in --edit or --trim"
            )
        }
        if preset.isAnchored, command.editing.at == nil {
            let name = command.preset.map { "the preset '\($0)'" } ?? "an edit"
            throw Failure(status: .usage, message: "\(name) is relative to the anchor", hint: "say which: --at 12.4s")
        }
    }

    mutating func plan() throws -> ExportPlan {
        let composition = try composition()
        let settings = try settings()
        var plan = try ExportPlanner.measuring(
            inputs: inputs,
            composition: composition,
            settings: settings,
            container: container
        ).plan()
        plan.warnings = warnings + plan.warnings
        return plan
    }

    private mutating func composition() throws -> Composition {
        var clips = try EditedClips(
            inputs,
            trim: preset.trim,
            edits: preset.edits,
            anchor: command.editing.at,
            sidecar: command.aae
        )
        var composition = try clips.composition()
        warnings += clips.warnings
        try composition.scale(by: rate())
        return composition
    }

    /// The rate of the whole: video and audio follow the same one.
    private mutating func rate() throws -> PlaybackRate {
        let wanted = try conformingRate() ?? preset.rate ?? .normal
        guard command.snap else { return wanted }
        let rate = pitch.snapped(wanted)
        if rate != wanted { warnings.append("\(pitch.rawValue) plays rate \(rate) instead of \(wanted)") }
        return rate
    }

    /// The rate at which every captured frame is shown as often as is wanted.
    private mutating func conformingRate() throws -> PlaybackRate? {
        guard let conform = preset.conform else { return nil }
        guard inputs.count == 1 else {
            throw Failure(status: .usage, message: "--conform takes one clip: each camera has a rate of its own")
        }
        let captured = try CaptureRate.measuring(inputs[0], stated: command.captureRate)
        warnings += captured.warnings
        if inputs[0].isMeantForFullRate == true {
            warnings.append("the camera means \(inputs[0].path) to be played at its full rate")
        }
        guard let rate = PlaybackRate(conforming: captured.rate, to: conform) else {
            throw Failure(status: .usage, message: "\(captured.rate) fps cannot be played at \(conform) exactly")
        }
        return rate
    }

    private var pitch: PitchAlgorithm { preset.pitch ?? .standard }

    private func settings() throws -> ExportSettings {
        var settings = ExportSettings()
        settings.mutesReversed = preset.mutesReversed ?? false
        settings.pitch = pitch
        switch preset.timing {
        case .passthrough, nil: settings.timing = .passthrough
        case .decimated(let every): settings.timing = .decimated(every: every)
        case .constant(let rate): settings.timing = .constantFrameRate(rate)
        case .source:
            guard let rate = inputs[0].mainVideo?.video?.claimedFrameRate else {
                throw Failure(
                    status: .usage,
                    message: "\(inputs[0].path) states no frame rate",
                    hint: "name one: --frame-rate 30"
                )
            }
            settings.timing = .constantFrameRate(rate)
        }
        let namesEncoding = preset.videoCodec != nil || preset.quality != nil || preset.encoderPreset != nil
        if namesEncoding, let codec = preset.videoCodec ?? container.defaultVideo {
            settings.video = VideoEncoding(codec: codec, quality: preset.quality, preset: preset.encoderPreset)
        }
        settings.audio = preset.audioCodec.map { AudioEncoding(codec: $0) }
        return settings
    }
}
