import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// MPEG-TS in which only some frames have timestamps, as the standard allows.
@Suite struct MissingTimesTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Of 50 frames at 25 a second; every so many frames one has times.
    private func clip(_ codec: Clip.FrameCodec, bFrames: Int, timedEvery interval: Int) throws -> String {
        var clip = Clip("ts", frames: 50, at: .fps(25), codec: codec)
        clip.frames?.bFrames = bFrames
        clip.frames?.keyInterval = 20
        clip.frames?.repeatsHeaders = true
        var bytes = try ScratchDirectory.bytes(of: try clip.write(to: scratch))
        TransportTimes.remove(from: &bytes) { interval == 0 || $0 % interval != 0 }
        return try scratch.write(bytes, to: "some.ts")
    }

    /// A part that ends before frame 45.
    private func part(of path: String, from first: Int64) throws -> Retime {
        let media = try MediaDescription(ofFile: path)
        let lookup = FrameLookup(media: media, track: try #require(media.mainVideo))
        var retime = Retime()
        retime.trim = try TimeRange(
            start: try #require(try lookup.instant(ofFrame: first)),
            end: try #require(try lookup.instant(ofFrame: 45))
        )
        return retime
    }

    static let clips: [(Clip.FrameCodec, Int)] = [(.h264, 0), (.h264, 2), (.hevc, 2)]

    /// libavformat knows when frames of MPEG-2 are decoded, and of B-frames when they are presented.
    @Test(arguments: [2, 5, 20], [0, 7]) func `Frames of MPEG-2 without a timestamp are shown in their order`(
        interval: Int,
        first: Int64
    ) throws {
        let path = try clip(.mpeg2, bFrames: 2, timedEvery: interval)
        let result = scratch.file("part.mp4")
        #expect(try part(of: path, from: first).run(path, to: result).frames.shown == 45 - first)
        let frames = try ClipReader(result).frames()
        #expect(frames.map(\.number) == (first..<45).map { $0 })
        let times = frames.map(\.time.seconds)
        #expect(zip(times.dropFirst(), times).allSatisfy { abs($0 - $1 - 0.04) < 1e-3 })
    }

    @Test(arguments: clips, [2, 5, 20])
    func `Every frame is shown once, at its instant`(clip: (Clip.FrameCodec, Int), interval: Int) throws {
        let path = try self.clip(clip.0, bFrames: clip.1, timedEvery: interval)
        for (number, retime) in [Retime(.rate(1, 2)), Retime(to: .fps(25))].enumerated() {
            let result = scratch.file("result\(number).mp4")
            let report = try retime.run(path, to: result)
            #expect(report.frames.shown == 50)
            #expect(report.damageCount == 0)
            let frames = try ClipReader(result).frames()
            #expect(frames.map(\.number) == (0..<50).map { $0 })
            let interval = number == 0 ? 0.08 : 0.04
            let times = frames.map(\.time.seconds)
            #expect(zip(times.dropFirst(), times).allSatisfy { abs($0 - $1 - interval) < 1e-3 })
        }
        let warnings = try Retime(.rate(1, 2)).plan(path, for: .mp4).warnings
        #expect(warnings.contains { $0.contains("frames without a timestamp") })
        #expect(try MediaInspection(ofFile: path).findings.contains { $0.kind == .lacksTimes })
    }

    @Test(arguments: [3, 19, 21, 33, 39], [5, 12]) func `A part holds its own frames`(
        first: Int64,
        interval: Int
    ) throws {
        let path = try clip(.h264, bFrames: 2, timedEvery: interval)
        let result = scratch.file("part.mp4")
        try part(of: path, from: first).run(path, to: result)
        #expect(try ClipReader(result).frames().map(\.number) == (first..<45).map { $0 })
    }

    @Test(arguments: [2, 0]) func `Without any timestamp there is nothing to play`(bFrames: Int) throws {
        let path = try clip(.h264, bFrames: bFrames, timedEvery: 0)
        #expect(throws: (any Error).self) { try Retime(.rate(1, 2)).run(path, to: scratch.file("result.mp4")) }
        #expect(try scratch.contents.allSatisfy { $0.hasSuffix(".ts") })
    }

    /// Of MPEG-2, libavformat knows when such a frame is decoded.
    @Test(arguments: [(Clip.FrameCodec.h264, 0), (.mpeg2, 0), (.mpeg2, 1), (.mpeg2, 2)])
    func `A file may begin with a frame without a timestamp`(codec: Clip.FrameCodec, bFrames: Int) throws {
        var clip = Clip("ts", frames: 50, at: .fps(25), codec: codec)
        clip.frames?.bFrames = bFrames
        clip.frames?.repeatsHeaders = true
        var bytes = try ScratchDirectory.bytes(of: try clip.write(to: scratch))
        TransportTimes.remove(from: &bytes) { $0 == 0 }
        let path = try scratch.write(bytes, to: "first.ts")
        let result = scratch.file("result.mp4")
        let report = try Retime(.rate(1, 2)).run(path, to: result)
        #expect(report.damageCount == 0)
        // Times are counted back from the first that is stated.
        #expect(report.frames.shown == 50)
        let frames = try ClipReader(result).frames()
        #expect(frames.map(\.number) == (0..<50).map { $0 })
        let times = frames.map(\.time.seconds)
        #expect(zip(times.dropFirst(), times).allSatisfy { abs($0 - $1 - 0.08) < 1e-3 })
        let encoded = scratch.file("encoded.mkv")
        #expect(try Retime(to: .fps(25)).run(path, to: encoded).frames.shown == 50)
        #expect(try ClipReader(encoded).frames().map(\.number) == (0..<50).map { $0 })
    }

    @Test func `A whole file has no such finding`() throws {
        let path = try clip(.h264, bFrames: 2, timedEvery: 1)
        #expect(try Retime(.rate(1, 2)).plan(path, for: .mp4).warnings.isEmpty)
        #expect(try MediaInspection(ofFile: path).findings.isEmpty)
    }
}
