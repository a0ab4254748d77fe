internal import Composition
internal import Export
internal import MediaTime
internal import TimeStretch

/// What an `export` command line asks for, resolved against the clip.
struct ExportRequest {
    private let command: ExportCommand
    private let inputs: [MediaDescription]
    private let container: Container

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
        inputs = try command.inputs.map { path in try MediaDescription(ofFile: path) }
        for input in inputs where input.asset.tracks.isEmpty || input.asset.duration <= .zero {
            throw Failure(status: .damagedInput, message: "\(input.path) holds neither picture nor sound")
        }
    }

    func plan() throws -> ExportPlan {
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

    private func composition() throws -> Composition {
        var composition = try Composition(inputs.map(\.asset))
        let range = try trimmedRange(of: composition)
        try composition.remove(TimeRange(start: range.end, end: composition.duration))
        try composition.remove(TimeRange(start: .zero, end: range.start))
        try composition.scale(by: rate)
        return composition
    }

    /// The rate that is played: picture and sound follow the same one.
    private var rate: PlaybackRate { command.snap ? command.pitch.snapped(command.rate) : command.rate }

    /// What the user should know about the request itself.
    private var warnings: [String] {
        rate == command.rate ? [] : ["\(command.pitch.rawValue) plays rate \(rate) instead of \(command.rate)"]
    }

    private func trimmedRange(of composition: Composition) throws -> TimeRange {
        let duration = composition.duration
        guard let trim = command.trim else { return try TimeRange(start: .zero, end: duration) }
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
        return try TimeRange(start: start, end: min(end, duration))
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
        }
    }

    private func settings() throws -> ExportSettings {
        var settings = ExportSettings()
        settings.pitch = command.pitch
        switch command.frameRate {
        case .passthrough: settings.timing = .passthrough
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
        let namesEncoding = command.videoCodec != nil || command.quality != nil || command.encoderPreset != nil
        if namesEncoding, let codec = command.videoCodec ?? container.defaultVideo {
            settings.video = VideoEncoding(codec: codec, quality: command.quality, preset: command.encoderPreset)
        }
        settings.audio = command.audioCodec.map { AudioEncoding(codec: $0) }
        return settings
    }
}
