import Composition
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// Exports clips, and reads what comes out sample by sample.
protocol SampleExporting {
    /// Where the results lie.
    var scratch: ScratchDirectory { get }
}

extension SampleExporting {
    /// Exports clips, and gives each frame's first samples with the format that the file states.
    func export(
        _ paths: [String],
        as container: Container,
        _ settings: ExportSettings = ExportSettings()
    ) throws -> (samples: [[UInt16]], format: VideoFormat, plan: ExportPlan) {
        let inputs = try paths.map { try MediaDescription(ofFile: $0) }
        let composition = try Composition(inputs.map(\.asset))
        let plan = try ExportPlan(composition, of: inputs, settings: settings, container: container)
        let output = scratch.file("result.\(container)")
        _ = try Exporter(plan: plan).run(to: output, overwriting: true)
        let format = try #require(try MediaDescription(ofFile: output).mainVideo?.video)
        return (try StillFrame.all(of: output).map(\.corner), format, plan)
    }

    /// Frames are encoded so; `nil`: as the planner chooses.
    func settings(_ codec: VideoCodec?, _ quality: Int? = nil) -> ExportSettings {
        var settings = ExportSettings()
        settings.video = codec.map { VideoEncoding(codec: $0, quality: quality) }
        return settings
    }

    /// Of a moving image of 25 frames a second.
    var gif: ExportSettings {
        var settings = ExportSettings()
        settings.timing = .constantFrameRate(.fps(25))
        return settings
    }

    /// The plan of such an export.
    func plan(
        _ paths: [String],
        as container: Container,
        _ settings: ExportSettings
    ) throws -> ExportPlan {
        let inputs = try paths.map { try MediaDescription(ofFile: $0) }
        return try ExportPlan(Composition(inputs.map(\.asset)), of: inputs, settings: settings, container: container)
    }
}
