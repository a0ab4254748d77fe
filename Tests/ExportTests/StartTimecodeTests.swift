import Composition
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// The timecode with which a result begins.
@Suite struct StartTimecodeTests {
    private static let ntsc = FrameRate(30000, 1001)
    private static let doubleNTSC = FrameRate(60000, 1001)
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// A clip that begins a few frames before numbers are dropped.
    private func clip(_ container: String, at rate: FrameRate, from code: String) throws -> String {
        var clip = Clip(container, frames: 40, at: rate)
        clip.metadata = [MetadataEntry(key: "timecode", value: code)]
        return try clip.write(to: scratch)
    }

    /// What the timecode track says; `nil` where there is none.
    private func timecode(of name: String) throws -> String? {
        let result = try ClipReader(scratch.file(name))
        let codes = result.streams.filter { $0.parameters.fourCC == "tmcd" }
        #expect(codes.count <= 1)
        return codes.first?.metadata("timecode")
    }

    /// libavformat says it of all that a movie counts by it, and Matroska writes it of each.
    @Test func `No track of audio keeps the one of the source`() throws {
        var clip = Clip("mov", frames: 40, at: .fps(25))
        clip.audioTracks = [Clip.Audio("pcm_s16le", samples: 76_800)]
        clip.metadata = [MetadataEntry(key: "timecode", value: "01:00:00:00")]
        var media = try MediaDescription(ofFile: clip.write(to: scratch))
        let place = try #require(media.tracks.firstIndex { $0.kind == .audio })
        media.tracks[place].metadata.append(MetadataItem(key: "timecode", value: "01:00:00:00"))
        var composition = Composition()
        let range = try TimeRange(start: RationalTime(10, 25), end: RationalTime(30, 25))
        try composition.insert(range, of: media.asset, at: .zero)
        var settings = ExportSettings()
        settings.video = VideoEncoding(codec: .h264, preset: "ultrafast")
        let plan = try ExportPlan(composition, of: [media], settings: settings, container: .mkv)
        let codes = plan.tracks.filter { [.video, .audio].contains($0.source.kind) }.map { track in
            track.metadata.first { $0.key.lowercased() == "timecode" }?.value
        }
        #expect(codes == ["01:00:00:10", nil])
    }

    private static let ways: [ExportSettings] = {
        var encoded = ExportSettings()
        encoded.video = VideoEncoding(codec: .h264, preset: "ultrafast")
        return [ExportSettings(), encoded]
    }()

    @Test(arguments: [FrameRate.fps(25), ntsc, .fps(240)]) func `Of what is reversed it is that of the last frame`(
        rate: FrameRate
    ) throws {
        let path = try clip("mov", at: rate, from: "00:00:00:00")
        let media = try MediaDescription(ofFile: path)
        var composition = Composition()
        let range = try TimeRange(start: rate.time(ofFrame: 3), end: rate.time(ofFrame: 20))
        try composition.insert(range, of: media.asset, at: .zero)
        let whole = try TimeRange(start: .zero, end: composition.duration)
        try composition.apply([Edit(whole, .reverse(.normal))])
        let plan = try ExportPlan(composition, of: [media], settings: ExportSettings(), container: .mov)
        _ = try Exporter(plan: plan).run(to: scratch.file("back.mov"))
        #expect(try ClipReader(scratch.file("back.mov")).frames().first?.number == 19)
        #expect(try timecode(of: "back.mov")?.hasSuffix("19") == true)
    }

    /// Counted by hand: 21 frames later.
    @Test(
        arguments: [
            (ntsc, "01:00:59;20", "01:01:00;13"), (ntsc, "01:09:59;20", "01:10:00;11"),
            (ntsc, "01:00:59:20", "01:01:00:11"),
            (doubleNTSC, "01:00:59;50", "01:01:00;15"), (doubleNTSC, "01:00:59:50", "01:01:00:11"),
            (.fps(25), "23:59:59:20", "00:00:00:16"), (.fps(24), "00:00:00:00", "00:00:00:21"),
            (.fps(240), "00:00:00:230", "00:00:01:011"),
        ],
        ["mov", "mp4"]
    )
    func `It is that of the first frame, whether frames are copied or encoded`(
        clip: (rate: FrameRate, first: String, expected: String),
        container: String
    ) throws {
        let path = try self.clip(container, at: clip.rate, from: clip.first)
        for (number, settings) in Self.ways.enumerated() {
            let name = "part\(number).\(container)"
            var retime = Retime()
            retime.settings = settings
            retime.trim = try TimeRange(start: clip.rate.time(ofFrame: 21), end: clip.rate.time(ofFrame: 36))
            try retime.run(path, to: scratch.file(name))
            #expect(try timecode(of: name) == clip.expected)
            #expect(try ClipReader(scratch.file(name)).frames().map(\.number) == (21..<36).map { $0 })
        }
    }

    @Test func `ProRes has it, too`() throws {
        var retime = Retime()
        retime.settings.delivery = .editing
        try retime.run(clip("mov", at: Self.ntsc, from: "01:00:59;20"), to: scratch.file("cut.mov"))
        #expect(try timecode(of: "cut.mov") == "01:00:59;20")
    }

    @Test(arguments: ["mov", "mp4"]) func `One that is asked for takes its place`(container: String) throws {
        var plain = Clip(container, frames: 40, at: Self.ntsc)
        plain.audioTracks = [Clip.Audio("aac", samples: 48_000)]
        let path = try plain.write(to: scratch)
        for (number, settings) in Self.ways.enumerated() {
            var retime = Retime()
            retime.settings = settings
            retime.settings.timecode = Timecode("10:00:00;00")
            try retime.run(path, to: scratch.file("set\(number).\(container)"))
            #expect(try timecode(of: "set\(number).\(container)") == "10:00:00;00")
        }
        try Retime().run(path, to: scratch.file("none.\(container)"))
        #expect(try timecode(of: "none.\(container)") == nil)
    }

    @Test(arguments: [
        ("01:00:00;00", FrameRate.fps(25), "numbers are dropped at 29.97"),
        ("01:00:00:25", .fps(25), "a second ends with frame 24"), ("24:00:00:00", .fps(25), "a day ends with hour 23"),
        ("01:01:00;01", ntsc, "one of the numbers that are dropped"),
    ])
    func `What no frame can have is refused`(code: String, rate: FrameRate, reason: String) throws {
        var retime = Retime()
        retime.settings.timecode = try Timecode(parsing: code)
        let path = try Clip("mp4", frames: 10, at: rate).write(to: scratch)
        #expect {
            try retime.plan(path, for: .mp4)
        } throws: {
            ($0 as? ExportError)?.message.contains(reason) == true
        }
        #expect(throws: ExportError.self) { try retime.plan(path, for: .avi) }
    }

    /// QuickTime's timecode tracks state how many frames they count in a byte.
    @Test func `More frames a second than can be counted have every second one counted`() throws {
        let path = try Clip("mov", frames: 60, at: .fps(480)).write(to: scratch)
        var retime = Retime()
        retime.settings.timecode = Timecode("01:00:00:100")
        try retime.run(path, to: scratch.file("fast.mov"))
        #expect(try timecode(of: "fast.mov") == "01:00:00:100")
    }

    /// Matroska has no timecode track that would say how it is counted.
    @Test(arguments: [FrameRate.fps(480), .fps(1000)], ["01:00:00:60", "00:00:00:01"])
    func `In Matroska it is counted as it was, and stays as it is`(rate: FrameRate, first: String) throws {
        let path = try clip("mkv", at: rate, from: first)
        for (number, settings) in Self.ways.enumerated() {
            var retime = Retime()
            retime.settings = settings
            try retime.run(path, to: scratch.file("same\(number).mkv"))
            let video = try ClipReader(scratch.file("same\(number).mkv")).streams(.video).first
            #expect(Timecode(video?.metadata("TIMECODE") ?? "") == Timecode(first))
        }
    }

    @Test func `Where some frames are left out, those that stay are counted`() throws {
        var clip = Clip("mov", frames: 40, at: .fps(120))
        clip.frames?.bFrames = 1
        clip.frames?.keyInterval = 250
        clip.metadata = [MetadataEntry(key: "timecode", value: "00:00:00:050")]
        let path = try clip.write(to: scratch)
        var retime = Retime()
        retime.settings.timing = .decimated(every: 2)
        try retime.run(path, to: scratch.file("half.mov"))
        #expect(try timecode(of: "half.mov") == "00:00:00:25")
    }

    @Test func `A file that begins before the in point does not state that of the in point`() throws {
        let path = try clip("mov", at: .fps(25), from: "01:00:00:00")
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(16, 25), end: RationalTime(30, 25))
        let plan = try retime.plan(path, for: .mkv)
        #expect(plan.warnings.contains { $0.contains("the timecode 01:00:00:00 is left out") })
        #expect(plan.metadata.isEmpty || !plan.metadata.contains { $0.key == "timecode" })
        try retime.run(path, to: scratch.file("part.mkv"))
        #expect(try ClipReader(scratch.file("part.mkv")).streams(.video).first?.metadata("TIMECODE") == nil)
        // Nothing comes before a key frame.
        var fromKey = Retime()
        fromKey.trim = try TimeRange(start: RationalTime(12, 25), end: RationalTime(30, 25))
        let whole = try fromKey.plan(path, for: .mkv)
        #expect(!whole.warnings.contains { $0.contains("is left out") || $0.contains("copied ones begin") })
        try fromKey.run(path, to: scratch.file("key.mkv"))
        #expect(try ClipReader(scratch.file("key.mkv")).streams(.video).first?.metadata("TIMECODE") == "01:00:00:12")
        retime.settings.video = VideoEncoding(codec: .h264, preset: "ultrafast")
        try retime.run(path, to: scratch.file("part.mkv.new.mkv"))
        #expect(
            try ClipReader(scratch.file("part.mkv.new.mkv")).streams(.video).first?.metadata("TIMECODE")
                == "01:00:00:16"
        )
    }
}
