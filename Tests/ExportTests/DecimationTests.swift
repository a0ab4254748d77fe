import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// One of so many frames is copied, as far as no other refers to those between.
@Suite struct DecimationTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// A clip of which every second frame can be left out.
    private static func clip(_ container: String, _ codec: Clip.FrameCodec, count: Int = 40) -> Clip {
        var clip = Clip(container, frames: count, at: .fps(120), codec: codec)
        clip.frames?.bFrames = 1
        clip.frames?.keyInterval = 250
        return clip
    }

    private static func decimated(_ every: Int, _ rate: PlaybackRate = .normal) -> Retime {
        var retime = Retime(rate)
        retime.settings.timing = .decimated(every: every)
        return retime
    }

    // Encoders end 40 frames with one that others could refer to.
    @Test(
        arguments: [
            (Clip.FrameCodec.h264, "mp4"), (.h264, "mkv"), (.hevc, "mov"), (.hevc, "mkv"), (.mjpeg, "mov"),
            (.mjpeg, "mkv"),
        ],
        [40, 41]
    )
    func `Every second frame stays as it is, at its instant, for twice as long`(
        kind: (codec: Clip.FrameCodec, container: String),
        count: Int
    ) throws {
        let path = try Self.clip(kind.container, kind.codec, count: count).write(to: scratch)
        let output = scratch.file("decimated.\(kind.container)")
        try Self.decimated(2).run(path, to: output)
        let (source, result) = (try ClipReader(path), try ClipReader(output))
        let numbers = Array(stride(from: Int64(0), to: Int64(count), by: 2))
        let counts = try Self.decimated(2).plan(path, for: #require(Container(forPath: output))).counts
        #expect(counts?.frames == Int64(numbers.count))
        #expect(counts?.dropped == Int64(count - numbers.count))
        #expect(try result.frames().map(\.number) == numbers)
        let payloads = Set(source.packets[0].map(\.payload))
        #expect(result.packets[0].allSatisfy { payloads.contains($0.payload) })
        if count == 40 { #expect(result.streams[0].averageFrameRate == TimeBase(60, 1)) }
        let tolerance = kind.container == "mkv" ? RationalTime(1, 1000) : .zero
        for (packet, number) in zip(result.packets[0], numbers) {
            #expect(try (#require(packet.pts) - RationalTime(number, 120)).magnitude <= tolerance)
            // Matroska has none.
            if kind.container != "mkv" { #expect(packet.dts == packet.pts) }
            // It lets the last frame last as long as all others.
            let next = kind.container == "mkv" ? number + 2 : min(number + 2, Int64(count))
            #expect(try (packet.duration - RationalTime(next - number, 120)).magnitude <= tolerance)
        }
        if kind.container != "mkv" { #expect(try result.end(ofStream: 0) == source.end(ofStream: 0)) }
    }

    /// No frame is marked as one that can be left out.
    @Test(
        arguments: [
            (Clip.FrameCodec.h264, "mp4"), (.h264, "mkv"), (.hevc, "mov"), (.hevc, "mkv"), (.vp9, "webm"),
            (.av1, "mp4"),
        ],
        [2, 3]
    )
    func `Where every frame is a key frame, exactly one of so many stays`(
        kind: (codec: Clip.FrameCodec, container: String),
        every: Int
    ) throws {
        var clip = Self.clip(kind.container, kind.codec)
        clip.frames?.bFrames = 0
        clip.frames?.keyInterval = 1
        let path = try clip.write(to: scratch)
        let output = scratch.file("decimated.\(kind.container)")
        try Self.decimated(every, .rate(1, 2)).run(path, to: output)
        let (source, result) = (try ClipReader(path), try ClipReader(output))
        let numbers = Array(stride(from: Int64(0), to: 40, by: every))
        #expect(try result.frames().map(\.number) == numbers)
        let tolerance = ["mkv", "webm"].contains(kind.container) ? RationalTime(1, 1000) : .zero
        for (packet, number) in zip(result.packets[0], numbers) {
            // Of HEVC, parameter sets in front of a frame state another rate.
            let original = source.packets[0][Int(number)].payload
            #expect(kind.codec == .hevc || packet.payload == original)
            #expect(try (#require(packet.pts) - RationalTime(number, 60)).magnitude <= tolerance)
        }
        let plan = try Self.decimated(every).plan(path, for: #require(Container(forPath: output)))
        #expect(!plan.warnings.contains { $0.contains("frames stay") })
    }

    @Test(arguments: [(Clip.FrameCodec.h264, 41, 2), (.h264, 40, 2), (.h264, 41, 4), (.hevc, 41, 2)])
    func `Where B-frames refer to B-frames, those go that nothing refers to`(
        codec: Clip.FrameCodec,
        count: Int,
        every: Int
    ) throws {
        var clip = Self.clip("mov", codec, count: count)
        clip.frames?.bFrames = 3
        let path = try clip.write(to: scratch)
        let output = scratch.file("decimated.mov")
        let plan = try Self.decimated(every).plan(path, for: .mov)
        try Self.decimated(every).run(path, to: output)
        let result = try ClipReader(output)
        let frames = try result.frames()
        let numbers = frames.compactMap(\.number)
        // Half of them are referred to, whatever is asked for.
        #expect(numbers.prefix(19) == Array(stride(from: Int64(0), to: 38, by: 2))[...])
        #expect(numbers.count <= count / 2 + 2)
        #expect(frames.map(\.time) == numbers.map { RationalTime($0, 120) })
        #expect(plan.counts?.frames == Int64(numbers.count))
        #expect(plan.counts?.dropped == Int64(count - numbers.count))
        let stream = result.streams[0]
        let length = try #require(stream.duration).magnitude
        #expect(RationalTime(Int64(length), stream.timeBase.denominator) == RationalTime(Int64(count), 120))
    }

    @Test func `Where units stand between start codes, too`() throws {
        var clip = Self.clip("ts", .h264)
        clip.frames?.repeatsHeaders = true
        let result = try Self.decimated(2).result(of: clip, as: "mp4", in: scratch)
        #expect(try result.frames().map(\.number) == Array(stride(from: 0, to: 40, by: 2)))
    }

    @Test(arguments: [Clip.FrameCodec.h264, .mjpeg])
    func `Times that vary are kept, and the last frame lasts to the end`(codec: Clip.FrameCodec) throws {
        let ticks: [Int64] = [0, 33, 70, 95, 420, 433, 466, 500, 501, 560, 590, 1000, 1010, 1500]
        var clip = Self.clip("mov", codec, count: ticks.count)
        clip.frames?.timing = .ticks(ticks, of: TimeBase(1, 1000), lastDuration: 40)
        let result = try Self.decimated(2, .rate(1, 2)).result(of: clip, as: "mov", in: scratch)
        let kept = stride(from: 0, to: ticks.count, by: 2)
        #expect(try result.frames().map(\.number) == kept.map(Int64.init))
        #expect(result.packets[0].map(\.pts) == kept.map { RationalTime(ticks[$0] * 2, 1000) })
        #expect(try result.end(ofStream: 0) == RationalTime(1540 * 2, 1000))
    }

    @Test func `A part of a clip is decimated from the first frame that is copied`() throws {
        var retime = Self.decimated(4)
        retime.trim = try TimeRange(start: RationalTime(10, 120), end: RationalTime(30, 120))
        let path = try Self.clip("mov", .mjpeg).write(to: scratch)
        #expect(try retime.plan(path, for: .mov).counts?.frames == 5)
        #expect(try retime.plan(path, for: .mov).counts?.dropped == 15)
        let output = scratch.file("part.mov")
        try retime.run(path, to: output)
        let result = try ClipReader(output)
        #expect(try result.frames().map(\.number) == [10, 14, 18, 22, 26])
        #expect(try result.end(ofStream: 0) == RationalTime(20, 120))
    }

    @Test(arguments: [Clip.FrameCodec.h264, .hevc, .mjpeg], [PlaybackRate.normal, .rate(1, 2)])
    func `A constant rate that leaves out only what may be left out is a copy`(
        codec: Clip.FrameCodec,
        rate: PlaybackRate
    ) throws {
        let path = try Self.clip("mov", codec).write(to: scratch)
        var retime = Retime(rate)
        let target = try #require(FrameRate.fps(60).scaled(by: rate))
        retime.settings.timing = .constantFrameRate(target)
        let plan = try retime.plan(path, for: .mov)
        #expect(plan.copiesFrames)
        #expect(plan.counts?.frames == 20)
        #expect(plan.counts?.dropped == 20)
        let output = scratch.file("decimated.mov")
        try retime.run(path, to: output)
        let frames = try ClipReader(output).frames()
        #expect(frames.map(\.number) == Array(stride(from: 0, to: 40, by: 2)))
        #expect(try frames.map(\.time) == (0..<20).map { try target.time(ofFrame: $0) })
    }

    @Test(arguments: [40, 30, 90] as [Int32])
    func `A constant rate for which others are needed is encoded`(rate: Int32) throws {
        let path = try Self.clip("mov", .h264).write(to: scratch)
        var retime = Retime()
        retime.settings.timing = .constantFrameRate(.fps(rate))
        let plan = try retime.plan(path, for: .mov)
        guard case .encodeVideo = plan.video?.treatment else {
            Issue.record("copied")
            return
        }
    }

    @Test(arguments: [Clip.FrameCodec.h264, .hevc, .mjpeg], [nil, 8, 9] as [Int64?])
    func `Where every frame is a key frame a constant rate leaves out any, from any frame on`(
        codec: Clip.FrameCodec,
        start: Int64?
    ) throws {
        var clip = Self.clip("mov", codec)
        clip.frames?.bFrames = 0
        clip.frames?.keyInterval = 1
        let path = try clip.write(to: scratch)
        var retime = Retime()
        retime.settings.timing = .constantFrameRate(.fps(30))
        if let start { retime.trim = try TimeRange(start: RationalTime(start, 120), end: RationalTime(36, 120)) }
        #expect(try retime.plan(path, for: .mov).copiesFrames)
        let output = scratch.file("thinned.mov")
        try retime.run(path, to: output)
        let (source, result) = (try ClipReader(path), try ClipReader(output))
        let numbers = Array(stride(from: start ?? 0, to: start == nil ? 40 : 36, by: 4))
        let frames = try result.frames()
        #expect(frames.map(\.number) == numbers)
        #expect(frames.map(\.time) == numbers.indices.map { RationalTime(Int64($0), 30) })
        #expect(try result.end(ofStream: 0) == RationalTime(Int64(numbers.count), 30))
        // x265 states the rate in each of them, and x264 its version in the first.
        guard codec != .hevc else { return }
        let payloads = Set(source.packets[0].map(\.payload))
        #expect(result.packets[0].dropFirst().allSatisfy { payloads.contains($0.payload) })
    }

    @Test func `Fewer than can be left out are, with a warning`() throws {
        let path = try Self.clip("mov", .h264).write(to: scratch)
        let plan = try Self.decimated(4).plan(path, for: .mov)
        #expect(plan.warnings.contains { $0.contains("20 of 40 frames stay") })
    }

    /// Headers between start codes say of HEVC how many layers there are; interlaced frames of H.264 are in one packet each.
    @Test(arguments: [(Clip.FrameCodec.hevc, "ts", nil), (.h264, "ts", "tff=1"), (.h264, "mp4", "tff=1")])
    func `Transport streams and interlaced frames are decimated, too`(
        codec: Clip.FrameCodec,
        container: String,
        options: String?
    ) throws {
        var clip = Self.clip(container, codec, count: 41)
        clip.frames?.repeatsHeaders = container == "ts"
        if let options { clip.frames?.encoderOptions = options }
        let path = try clip.write(to: scratch)
        let output = scratch.file("decimated.mp4")
        try Self.decimated(2).run(path, to: output)
        #expect(try ClipReader(output).frames().map(\.number) == Array(stride(from: 0, through: 40, by: 2)))
    }

    @Test func `What cannot be decimated is refused`() throws {
        var clip = Self.clip("mov", .h264)
        clip.frames?.bFrames = 0
        let path = try clip.write(to: scratch)
        #expect { try Self.decimated(2).plan(path, for: .mov) } throws: {
            ($0 as? ExportError)?.code == .nothingDisposable
        }
        var encoding = Self.decimated(2)
        encoding.settings.video = VideoEncoding(codec: .h264)
        #expect { try encoding.plan(path, for: .mov) } throws: { ($0 as? ExportError)?.code == .notDecimatable }
    }
}

extension ExportPlan {
    /// Whether frames are copied, and none encoded.
    fileprivate var copiesFrames: Bool { if case .copy = video?.treatment { true } else { false } }
}
