import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Rule 4: timestamps change, and nothing else.
@Suite struct PassthroughTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: [
        (Clip.FrameCodec.h264, "mp4"), (.h264, "mov"), (.h264, "mkv"), (.hevc, "mp4"), (.hevc, "mkv"),
        (.mjpeg, "mov"), (.mjpeg, "mkv"), (.ffv1, "mkv"),
    ])
    func `Half speed: payloads identical, every time and duration doubled`(
        codec: Clip.FrameCodec,
        container: String
    ) throws {
        let (source, result) = try retimed(Clip(container, frames: 40, at: .fps(120), codec: codec), .rate(1, 2))
        #expect(result.packets[0].map(\.payload) == source.packets[0].map(\.payload))
        #expect(try result.frames().map(\.number) == (0..<40).map { $0 })
        #expect(result.streams[0].averageFrameRate == TimeBase(60, 1))
        // Matroska counts milliseconds; the source's stand for 1/120 s all the same.
        let tolerance = container == "mkv" ? RationalTime(1, 1000) : .zero
        let shown = result.packets[0].sorted { ($0.pts ?? .zero) < ($1.pts ?? .zero) }
        for (index, packet) in shown.enumerated() {
            let deviation = try #require(packet.pts) - RationalTime(Int64(index), 60)
            #expect(try deviation.scaled(by: 2, over: 1).magnitude <= tolerance, "frame \(index)")
            let excess = try packet.duration - RationalTime(1, 60)
            #expect(excess.magnitude <= tolerance, "frame \(index)")
        }
    }

    @Test(arguments: [PlaybackRate.rate(1, 2), .rate(1, 3), .rate(2), .rate(7, 5), .normal])
    func `Decoding times are mapped as presentation times are`(rate: PlaybackRate) throws {
        let (source, result) = try retimed(Clip("mp4", frames: 40, at: .fps(120)), rate)
        try #require(source.packets[0].count == result.packets[0].count)
        for (old, new) in zip(source.packets[0], result.packets[0]) {
            #expect(try new.pts == old.pts.map { try rate.targetDuration(of: $0) })
            #expect(try new.dts == old.dts.map { try rate.targetDuration(of: $0) })
            #expect(try new.duration == rate.targetDuration(of: old.duration))
        }
        let end = try rate.targetDuration(of: RationalTime(40, 120))
        #expect(try result.end(ofStream: 0) == end)
    }

    @Test(arguments: ["mp4", "mov", "mkv"], [0, 2])
    func `Variable rates: every frame at its own mapped instant, the last as long as it was`(
        container: String,
        bFrames: Int
    ) throws {
        let ticks: [Int64] = [0, 33, 70, 95, 420, 433, 466, 500, 501, 560, 590, 1000, 1010, 1500]
        var clip = Clip(container, frames: ticks.count, at: .fps(30))
        clip.frames?.timing = .ticks(ticks, of: TimeBase(1, 1000), lastDuration: 40)
        clip.frames?.bFrames = bFrames
        let (source, result) = try retimed(clip, .rate(1, 2))
        #expect(result.packets[0].map(\.payload) == source.packets[0].map(\.payload))
        #expect(try result.frames().map(\.number) == ticks.indices.map { Int64($0) })
        #expect(try result.frames().map(\.time) == ticks.map { RationalTime($0 * 2, 1000) })
        // Where frames are reordered, no packet says how long it lasts; Matroska never does.
        if bFrames == 0, container != "mkv" { #expect(try result.end(ofStream: 0) == RationalTime(3080, 1000)) }
    }

    @Test(arguments: ["mp4", "mkv"])
    func `A rate that is not constant is not stated as if it were`(container: String) throws {
        let ticks: [Int64] = [0, 33, 66, 100, 133, 400, 433, 466, 500, 533, 566, 600]
        var clip = Clip(container, frames: ticks.count, at: .fps(30))
        clip.frames?.timing = .ticks(ticks, of: TimeBase(1, 1000), lastDuration: 33)
        let (_, result) = try retimed(clip, .rate(1, 2))
        // Matroska's default duration comes back as the average rate.
        #expect(result.streams[0].averageFrameRate != TimeBase(15, 1))
        if container == "mkv" { #expect(result.streams[0].parameters.codecName == "h264") }
    }

    @Test(arguments: [Int64(-3), 7, 240])
    func `A first frame that is not at zero: the presented ones are those of the source`(first: Int64) throws {
        var clip = Clip("mp4", frames: 40, at: .fps(120))
        clip.frames?.timing = .constant(first: first)
        clip.audioTracks = [Clip.Audio(samples: 24_000)]
        clip.container = "mov"
        let (source, result) = try retimed(clip, .rate(1, 2))
        try expectSameFrames(source, result, .rate(1, 2))
    }

    @Test func `From Matroska's milliseconds to MP4's exact times`() throws {
        let path = try Clip("mkv", frames: 48, at: .fps(120)).write(to: scratch)
        let output = scratch.file("slow.mp4")
        try Retime(.rate(1, 2)).run(path, to: output)
        let result = try ClipReader(output)
        #expect(try result.frames().map(\.time) == (0..<48).map { RationalTime($0, 60) })
        #expect(try result.end(ofStream: 0) == RationalTime(48, 60))
        #expect(result.streams[0].averageFrameRate == TimeBase(60, 1))
    }

    @Test func `Ten minutes of 119.88 at half speed end on the exact tick`() throws {
        let count = 71928
        let path = scratch.file("long.mov")
        try LongClip(frames: count, rate: .fps(120000, 1001)).write(to: path)
        let output = scratch.file("slow.mov")
        try Retime(.rate(1, 2)).run(path, to: output)
        let result = try ClipReader(output)
        #expect(result.packets[0].count == count)
        let rate = FrameRate.fps(60000, 1001)
        #expect(result.packets[0].last?.pts == (try rate.time(ofFrame: Int64(count) - 1)))
        #expect(result.packets[0].last?.duration == rate.frameDuration)
        #expect(try result.end(ofStream: 0) == rate.time(ofFrame: Int64(count)))
        #expect(result.streams[0].averageFrameRate == TimeBase(60000, 1001))
    }

    private func retimed(_ clip: Clip, _ rate: PlaybackRate) throws -> (source: ClipReader, result: ClipReader) {
        let path = try clip.write(to: scratch)
        let output = scratch.file("result.\(clip.container)")
        try Retime(rate).run(path, to: output)
        return (try ClipReader(path), try ClipReader(output))
    }
}
