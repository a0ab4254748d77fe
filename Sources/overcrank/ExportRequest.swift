internal import Composition
internal import Export
internal import MediaTime
internal import Presets
internal import Sidecar
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
        for input in inputs where input.asset.tracks.isEmpty || input.asset.duration <= .zero {
            throw Failure(status: .damagedInput, message: "\(input.path) holds neither picture nor sound")
        }
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
                hint: "say how many pictures a second are to be played: --conform 30"
            )
        }
        if !preset.isToldFromMoment, command.at != nil {
            throw Failure(
                status: .usage,
                message: "--at means nothing here: no edit is told from a moment",
                hint: "write at, at-1s or at+2s in --edit or --trim"
            )
        }
        if preset.isToldFromMoment, command.at == nil {
            let name = command.preset.map { "the preset '\($0)'" } ?? "an edit"
            throw Failure(status: .usage, message: "\(name) is told from a moment", hint: "say which: --at 12.4s")
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

    /// Edits are in the time of the inputs: what is cut off before is still counted.
    private mutating func composition() throws -> Composition {
        var composition = try Composition(inputs.map(\.asset))
        let range = try trimmedRange(of: composition)
        try composition.remove(TimeRange(start: range.end, end: composition.duration))
        try composition.remove(TimeRange(start: .zero, end: range.start))
        try composition.apply(edits(of: range), from: range.start)
        try composition.scale(by: rate())
        return composition
    }

    private mutating func edits(of range: TimeRange) throws -> [Edit] {
        var edits: [Edit] = []
        for expression in preset.edits {
            if let edit = try expression.edit(of: range, instant) {
                edits.append(edit)
            } else {
                warnings.append("the edit \(expression) lies beyond what is played, and is left out")
            }
        }
        guard let file = command.aae else { return edits }
        return edits + (try SlowMotionSidecar(ofFile: file).edits(of: range))
    }

    /// The rate of the whole: picture and sound follow the same one.
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

    private var pitch: PitchAlgorithm { preset.pitch ?? .spectral }

    private func trimmedRange(of composition: Composition) throws -> TimeRange {
        let duration = composition.duration
        guard let trim = preset.trim else { return try TimeRange(start: .zero, end: duration) }
        let start = try trim.start.map(instant) ?? .zero
        let end = try trim.end.map(instant) ?? duration
        guard start < end else {
            throw Failure(
                status: .usage,
                message: "the range to export is empty: it begins at \(start) and ends at \(end)"
            )
        }
        guard start < duration else {
            throw Failure(
                status: .usage,
                message: "the range to export begins at \(start.clock), but \(name) lasts \(duration.clock)"
            )
        }
        // Only what is told from a moment can lie before the beginning.
        return try TimeRange(start: max(.zero, start), end: min(end, duration))
    }

    private var name: String { inputs.count == 1 ? inputs[0].path : "all that is played" }

    /// An instant of all inputs one after another; frames are counted in the first.
    private func instant(_ expression: TimeExpression) throws -> RationalTime {
        switch expression {
        case .time(let time): return time
        case .frame(let number):
            let media = inputs[0]
            guard let video = media.mainVideo else {
                throw Failure(status: .usage, message: "\(media.path) has no pictures: \(number)f means nothing there")
            }
            guard let instant = try FrameLookup(media: media, track: video).instant(ofFrame: number) else {
                throw Failure(status: .usage, message: "\(media.path) has no frame \(number)")
            }
            return instant
        case .moment(let offset):
            return try moment() + offset
        }
    }

    private func moment() throws -> RationalTime {
        guard let at = command.at else { throw Failure(status: .usage, message: "no moment was named with --at") }
        let moment = try instant(at)
        let duration = try Composition(inputs.map(\.asset)).duration
        guard moment <= duration else {
            throw Failure(
                status: .usage,
                message: "the moment \(moment.clock) is not in \(name), which lasts \(duration.clock)"
            )
        }
        return moment
    }

    private func settings() throws -> ExportSettings {
        var settings = ExportSettings()
        settings.mutesReversed = preset.mutesReversed ?? false
        settings.pitch = pitch
        switch preset.timing {
        case .passthrough, nil: settings.timing = .passthrough
        case .constant(let rate): settings.timing = .constantFrameRate(rate)
        case .source:
            guard let rate = inputs[0].mainVideo?.picture?.claimedFrameRate else {
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
