import Composition
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// Compositions at a constant rate of which frames are copied that have one place each.
@Suite struct ConstantRateStitchTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// A clip of two seconds at 120 frames a second, and an edit of it at 30: all at a quarter but its second quarter second,
    /// of which each fourth frame is shown. What follows begins between two places.
    private func replay(_ clip: Clip) throws -> (Composition, MediaDescription) {
        let media = try MediaDescription(ofFile: clip.write(to: scratch))
        var composition = try Composition([media.asset])
        let end = media.asset.duration
        try composition.apply([
            .rate(TimeRange(start: .zero, end: RationalTime(30, 120)), .rate(1, 4)),
            .rate(TimeRange(start: RationalTime(60, 120), end: end), .rate(1, 4)),
        ])
        return (composition, media)
    }

    private static let numbers: [Int64] = (0..<240 as Range<Int64>).filter { (number: Int64) -> Bool in
        number < 30 || number >= 60 || (number - 30) % 4 == 0
    }

    private func settings(_ rate: FrameRate) -> ExportSettings {
        var settings = ExportSettings()
        settings.timing = .constantFrameRate(rate)
        return settings
    }

    @Test(arguments: ["mp4", "mov", "mkv"], [Clip.FrameCodec.h264, .hevc])
    func `Frames with one place each are copied to it`(container: String, codec: Clip.FrameCodec) throws {
        let clip = Clip(container, frames: 240, at: .fps(120), codec: codec)
        let (composition, media) = try replay(clip)
        let output = try #require(Container(forPath: media.path))
        let plan = try ExportPlan.sparing(composition, of: [media], settings: settings(.fps(30)), container: output)
        let stitching = try #require(plan.video?.stitching)
        #expect(stitching.stretches.contains { $0.action == .copy && ($0.places?.lowerBound ?? 0) >= 38 })
        let path = scratch.file("replay.\(container)")
        var exporter = Exporter(plan: plan)
        exporter.verification = .decode
        let report = try exporter.run(to: path)
        let result = try ClipReader(path)
        let frames = try result.frames()
        #expect(frames.map(\.number) == Self.numbers)
        let origin = try result.origin()
        for (place, frame) in frames.enumerated() {
            let error = try frame.time - origin - RationalTime(Int64(place), 30)
            #expect(abs(error.seconds) <= (container == "mkv" ? 0.001 : 0))
        }
        let packets = result.packets[0]
        #expect(packets.count == Self.numbers.count)
        let decoded = packets.compactMap(\.dts)
        #expect(container == "mkv" || zip(decoded, decoded.dropFirst()).allSatisfy { $0 < $1 })
        // What the plan says is what came out: shares, numbers, and packets that are the source's.
        #expect(stitching.encodedFrames == report.frames.encoded)
        #expect(plan.counts?.frames == Int64(Self.numbers.count))
        let share = 1 - Double(report.frames.encoded) / Double(Self.numbers.count)
        #expect(abs(stitching.copiedShare - share) < 1e-9 && share > 0.7)
        #expect(report.duration == RationalTime(Int64(Self.numbers.count), 30))
        let payloads = Set(try ClipReader(media.path).packets[0].map(\.payload))
        let copied = packets.count { payloads.contains($0.payload) }
        let copies = stitching.stretches.count { $0.action == .copy }
        #expect(copied >= Self.numbers.count - Int(report.frames.encoded) - copies)
    }

    /// Every second frame of 120 a second is one that no other refers to. At 60 those are left out, but where it is played at half speed.
    @Test(arguments: [Clip.FrameCodec.h264, .hevc])
    func `Frames without a place are left out of copied stretches where nothing refers to them`(
        codec: Clip.FrameCodec
    ) throws {
        var clip = Clip("mp4", frames: 481, at: .fps(120), codec: codec)
        clip.frames?.bFrames = 1
        clip.frames?.keyInterval = 250
        let media = try MediaDescription(ofFile: clip.write(to: scratch))
        var composition = try Composition([media.asset])
        try composition.apply([
            .rate(TimeRange(start: RationalTime(240, 120), end: RationalTime(360, 120)), .rate(1, 2))
        ])
        let plan = try ExportPlan.sparing(composition, of: [media], settings: settings(.fps(60)), container: .mp4)
        let stitching = try #require(plan.video?.stitching)
        #expect(stitching.stretches.contains { $0.action == .copy && $0.part.isThinned })
        #expect(stitching.copiedShare > 0.6)
        let path = scratch.file("thinned.mp4")
        var exporter = Exporter(plan: plan)
        exporter.verification = .decode
        let report = try exporter.run(to: path)
        let result = try ClipReader(path)
        let frames = try result.frames()
        let numbers = (0..<481 as Range<Int64>).filter { (240..<360).contains($0) || $0 % 2 == 0 }
        #expect(frames.map(\.number) == numbers)
        #expect(frames.map(\.time) == numbers.indices.map { RationalTime(Int64($0), 60) })
        #expect(report.frames.encoded == stitching.encodedFrames)
        let payloads = Set(try ClipReader(media.path).packets[0].map(\.payload))
        let copied = result.packets[0].count { payloads.contains($0.payload) }
        let copies = stitching.stretches.count { $0.action == .copy }
        #expect(copied >= numbers.count - Int(report.frames.encoded) - copies)
    }

    /// 30 frames a second by a clock that jitters: each frame is moved to its place.
    @Test func `Frames of a jittering clock are moved to their places`() throws {
        let jitter: [Int64] = [0, -3, -4, -5, -2]
        // One is 32 ms late: the one before it is shown twice, and it gives way to the next.
        let ticks = (0..<240).map { frame -> Int64 in
            let late: Int64 = frame == 100 ? 95 : 0
            return Int64(frame) * 100 + jitter[frame % 5] + late
        }
        var clip = Clip("mp4", frames: 240, at: .fps(30))
        clip.frames?.timing = .ticks(ticks, of: TimeBase(1, 3000), lastDuration: 100)
        let media = try MediaDescription(ofFile: clip.write(to: scratch))
        let composition = try Composition([media.asset])
        let plan = try ExportPlan.sparing(composition, of: [media], settings: settings(.fps(30)), container: .mp4)
        #expect(try #require(plan.video?.stitching).copiedShare > 0.7)
        let output = scratch.file("even.mp4")
        var exporter = Exporter(plan: plan)
        exporter.verification = .decode
        _ = try exporter.run(to: output)
        var whole = settings(.fps(30))
        whole.video = VideoEncoding(codec: .h264, quality: 20, preset: "ultrafast")
        let encoded = scratch.file("encoded.mp4")
        _ = try Exporter(plan: ExportPlan(composition, of: [media], settings: whole, container: .mp4)).run(to: encoded)
        let frames = try ClipReader(output).frames()
        let expected = try ClipReader(encoded).frames()
        #expect(frames.map(\.number) == expected.map(\.number))
        #expect(frames.map(\.time) == expected.map(\.time))
    }

    @Test func `A stretch without a frame is none`() throws {
        var clip = Clip("mp4", frames: 240, at: .fps(60))
        clip.frames?.keyInterval = 120
        clip.frames?.bFrames = 0
        let path = try clip.write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        var settings = ExportSettings()
        settings.timing = .constantFrameRate(.fps(1, 2))
        let plan = try ExportPlan.sparing(
            Composition([media.asset]),
            of: [media],
            settings: settings,
            container: .mp4
        )
        let stitching = try #require(plan.video?.stitching)
        #expect(stitching.stretches.map(\.action) == [.copy, .copy])
        #expect(!stitching.encodes)
        #expect(try #require(plan.video).reason == "all of it is copied, part by part")
        let output = scratch.file("result.mp4")
        var exporter = Exporter(plan: plan)
        exporter.verification = .decode
        _ = try exporter.run(to: output)
        #expect(try ClipReader(output).frames().map(\.number) == [0, 120])
    }

    @Test func `What has no second of such frames is encoded as a whole`() throws {
        let media = try MediaDescription(ofFile: Clip("mp4", frames: 120, at: .fps(24)).write(to: scratch))
        let composition = try Composition([media.asset])
        let plan = try ExportPlan.sparing(composition, of: [media], settings: settings(.fps(25)), container: .mp4)
        guard case .encodeVideo(_, .frames) = try #require(plan.video).treatment else {
            Issue.record("it is not encoded")
            return
        }
    }

    @Test
    func `Frames are encoded where a codec is named or frames are made, and refused where they are to be copied only`()
        throws
    {
        let (composition, media) = try replay(Clip("mp4", frames: 240, at: .fps(120)))
        var named = settings(.fps(30))
        named.video = VideoEncoding(codec: .h264)
        var making = settings(.fps(30))
        making.inBetween = .blend
        for settings in [named, making] {
            let plan = try ExportPlan.sparing(composition, of: [media], settings: settings, container: .mp4)
            #expect(plan.video?.stitching == nil)
        }
        var copying = settings(.fps(30))
        copying.copiesFramesOnly = true
        let error = #expect(throws: ExportError.self) {
            try ExportPlan.sparing(composition, of: [media], settings: copying, container: .mp4)
        }
        #expect(error?.code == .encodingNeeded)
        let rigid = try ExportPlan.sparing(composition, of: [media], settings: settings(.fps(30)), container: .avi)
        #expect(rigid.video?.stitching == nil)
    }

    /// Held frames have many places, and reversed ones are in another order.
    @Test func `Held and reversed frames are encoded, and those around them copied`() throws {
        let media = try MediaDescription(ofFile: Clip("mp4", frames: 240, at: .fps(30)).write(to: scratch))
        var composition = try Composition([media.asset])
        try composition.apply([
            .hold(at: RationalTime(80, 30), RationalTime(1, 2)),
            .reverse(TimeRange(start: RationalTime(150, 30), end: RationalTime(160, 30)), .normal),
        ])
        let plan = try ExportPlan.sparing(composition, of: [media], settings: settings(.fps(30)), container: .mp4)
        #expect(try #require(plan.video?.stitching).copiedShare > 0.7)
        let output = scratch.file("held.mp4")
        var exporter = Exporter(plan: plan)
        exporter.verification = .decode
        _ = try exporter.run(to: output)
        let numbers: [Int64] =
            (0..<80) + Array(repeating: 80, count: 15) + Array(80..<150) + (150..<160).reversed() + Array(160..<240)
        #expect(try ClipReader(output).frames().map(\.number) == numbers)
    }
}
