import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Edits that begin and end within frames of which the source's clock counts each as a tick: as in Matroska at a constant rate. Frames that
/// are encoded begin and end there.
@Suite struct CutsWithinFramesTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// How frames at the cuts come to be encoded.
    enum Way: CaseIterable {
        case exact, exactHEVC, h264, vp9

        var source: Clip.FrameCodec { self == .exactHEVC ? .hevc : .h264 }
        var encoding: VideoEncoding? {
            switch self {
            case .exact, .exactHEVC: nil
            case .h264: VideoEncoding(codec: .h264, quality: 20, preset: "ultrafast")
            case .vp9: VideoEncoding(codec: .vp9, quality: 40)
            }
        }
    }

    /// 60 frames at 30 a second; key frames stand every 12 frames.
    private func media(_ codec: Clip.FrameCodec = .h264) throws -> MediaDescription {
        try MediaDescription(ofFile: Clip("mkv", frames: 60, at: .fps(30), codec: codec).write(to: scratch))
    }

    private func range(_ start: Int64, _ end: Int64) throws -> TimeRange {
        try TimeRange(start: RationalTime(start, 1000), end: RationalTime(end, 1000))
    }

    /// Exports a composition, and says how long the result's video is.
    private func export(
        _ composition: Composition,
        of media: MediaDescription,
        _ settings: ExportSettings = ExportSettings(),
        to output: String
    ) throws -> RationalTime {
        let container = try #require(Container(forPath: output))
        let plan = try ExportPlan.exact(composition, of: [media], settings: settings, container: container)
        var exporter = Exporter(plan: plan)
        exporter.verification = .decode
        #expect(try exporter.run(to: output).duration == composition.duration)
        let range = try #require(MediaDescription(ofFile: output).mainVideo?.range)
        return range.duration
    }

    @Test(arguments: Way.allCases, ["mp4", "mov", "mkv"])
    func `The last frame ends at the out point`(way: Way, container: String) throws {
        guard way != .vp9 || container != "mov" else { return }
        let media = try media(way.source)
        for rate in [PlaybackRate.normal, .rate(1, 3)] {
            var composition = Composition()
            try composition.insert(range(0, 1672), of: media.asset, at: .zero)
            try composition.scale(by: rate)
            var settings = ExportSettings()
            settings.video = way.encoding
            let output = scratch.file("\(rate.denominator).\(container)")
            let duration = try export(composition, of: media, settings, to: output)
            #expect(duration == composition.duration)
            #expect(try ClipReader(output).frames().map(\.number) == (0..<51).map { $0 })
        }
    }

    @Test func `What is held, reversed or on a ramp before it changes nothing`() throws {
        let media = try media()
        let edits: [(name: String, Edit)] = [
            ("hold", .hold(at: RationalTime(1651, 1000), RationalTime(7, 10))),
            ("back", .reverse(try range(200, 411), .normal)),
            ("turn", .repetition(try range(0, 1672), 1, isBoomerang: true)),
            ("ramp", .ramp(try range(300, 905), from: .normal, to: .rate(1, 4), .linear)),
        ]
        for (name, edit) in edits {
            var composition = Composition()
            try composition.insert(range(0, 1672), of: media.asset, at: .zero)
            try composition.apply([edit])
            let duration = try export(composition, of: media, to: scratch.file("\(name).mp4"))
            // On a ramp instants are rounded to some microseconds.
            #expect(abs(duration.seconds - composition.duration.seconds) < (name == "ramp" ? 0.000_01 : 0.000_000_1))
        }
    }

    /// Frames 30 and 60 are shown for a part of their time each, and no other frame is moved.
    @Test(arguments: [true, false]) func `Where parts meet within frames, both are shown`(isEncoded: Bool) throws {
        let media = try MediaDescription(ofFile: Clip("mkv", frames: 90, at: .fps(30)).write(to: scratch))
        var composition = try Composition([media.asset])
        try composition.remove(range(1010, 2010))
        var settings = ExportSettings()
        if isEncoded { settings.video = Way.h264.encoding }
        let output = scratch.file("joined.mp4")
        #expect(try export(composition, of: media, settings, to: output) == composition.duration)
        let result = try ClipReader(output)
        let (frames, origin) = (try result.frames(), try result.origin())
        #expect(frames.map(\.number) == (0..<31) + Array(60..<90))
        let times = try frames.map { try $0.time - origin }
        let planned =
            (0..<31).map { RationalTime($0, 30) } + [RationalTime(101, 100)] + (31..<60).map { RationalTime($0, 30) }
        #expect(times == planned)
    }
}
