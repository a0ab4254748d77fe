internal import Composition
internal import Export
internal import MediaTime
internal import TimeStretch

/// What an `export` command line asks for, resolved against the clip.
struct ExportRequest {
    private let command: ExportCommand
    private let media: MediaDescription
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
        media = try MediaDescription(ofFile: command.input)
    }

    func plan() throws -> ExportPlan {
        let composition = try composition()
        let settings = try settings()
        var plan = try ExportPlanner.measuring(
            inputs: [media],
            composition: composition,
            settings: settings,
            container: container
        ).plan()
        plan.warnings = warnings + plan.warnings
        return plan
    }

    private func composition() throws -> Composition {
        let asset = media.asset
        let range = try trimmedRange(of: asset)
        var composition = Composition()
        try composition.insert(range, of: asset, at: .zero)
        try composition.scale(by: rate)
        return composition
    }

    /// The rate that is played: picture and sound follow the same one.
    private var rate: PlaybackRate { command.snap ? command.pitch.snapped(command.rate) : command.rate }

    /// What the user should know about the request itself.
    private var warnings: [String] {
        rate == command.rate ? [] : ["\(command.pitch.rawValue) plays rate \(rate) instead of \(command.rate)"]
    }

    private func trimmedRange(of asset: Asset) throws -> TimeRange {
        guard !asset.tracks.isEmpty, asset.duration > .zero else {
            throw Failure(status: .damagedInput, message: "\(media.path) holds neither picture nor sound")
        }
        guard let trim = command.trim else { return try TimeRange(start: .zero, end: asset.duration) }
        let start = try trim.start.map(instant) ?? .zero
        let end = try trim.end.map(instant) ?? asset.duration
        guard start < end else {
            throw Failure(
                status: .usage,
                message: "the range to export is empty: it begins at \(start) and ends at \(end)"
            )
        }
        guard start < asset.duration else {
            throw Failure(
                status: .usage,
                message: "the range to export begins at \(start.clock), but \(media.path) lasts \(asset.duration.clock)"
            )
        }
        return try TimeRange(start: start, end: min(end, asset.duration))
    }

    private func instant(_ expression: TimeExpression) throws -> RationalTime {
        switch expression {
        case .time(let time): return time
        case .frame(let number):
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
            guard let rate = media.mainVideo?.picture?.claimedFrameRate else {
                throw Failure(
                    status: .usage,
                    message: "\(media.path) states no frame rate",
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
