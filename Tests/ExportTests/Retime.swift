import Composition
import Export
import MediaFormats
import MediaTime
import TestSupport

/// An export as the tests ask for it: the whole clip or a part, at one rate.
struct Retime {
    var rate = PlaybackRate.normal
    var trim: TimeRange?
    var settings = ExportSettings()
    /// Whether the file may hold only what is shown.
    var isExact = false

    init(_ rate: PlaybackRate = .normal) { self.rate = rate }

    /// Frames at a constant rate.
    init(_ rate: PlaybackRate = .normal, to frameRate: FrameRate) {
        self.rate = rate
        settings.timing = .constantFrameRate(frameRate)
        settings.video = VideoEncoding(codec: .h264, quality: 20, preset: "ultrafast")
    }

    func plan(_ input: String, for container: Container) throws -> ExportPlan {
        let media = try MediaDescription(ofFile: input)
        var composition = Composition()
        let range = try trim ?? TimeRange(start: .zero, end: media.asset.duration)
        try composition.insert(range, of: media.asset, at: .zero)
        try composition.scale(by: rate)
        return isExact
            ? try ExportPlan.exact(composition, of: [media], settings: settings, container: container)
            : try ExportPlan(composition, of: [media], settings: settings, container: container)
    }

    @discardableResult
    func run(_ input: String, to output: String) throws -> ExportReport {
        guard let container = Container(forPath: output) else { throw ClipError("no container: \(output)") }
        return try Exporter(plan: plan(input, for: container)).run(to: output)
    }

    /// Exports a clip, and opens the result.
    func result(of clip: Clip, as container: String, in scratch: ScratchDirectory) throws -> ClipReader {
        let output = scratch.file("result.\(container)")
        try run(clip.write(to: scratch), to: output)
        return try ClipReader(output)
    }
}
