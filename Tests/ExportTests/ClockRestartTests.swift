import Composition
import Export
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Files of MPEG-TS that were put one behind the other, byte by byte: the times of each begin anew.
@Suite struct ClockRestartTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Of 40 frames at 25 a second, so many times.
    private func joined(_ times: Int, container: String = "ts", hasAudio: Bool = true) throws -> String {
        var clip = Clip(container, frames: 40, at: .fps(25), codec: .h264)
        clip.frames?.repeatsHeaders = true
        if hasAudio { clip.audioTracks = [Clip.Audio("mp2", samples: 80_640)] }
        let path = try clip.write(to: scratch)
        let bytes = try ScratchDirectory.bytes(of: path)
        return try scratch.write(Array(repeating: bytes, count: times).flatMap { $0 }, to: "joined.\(container)")
    }

    private static let numbers = (0..<40).map(Int64.init)

    @Test(arguments: [false, true]) func `Every part is played behind the one before it`(hasAudio: Bool) throws {
        let path = try joined(3, hasAudio: hasAudio)
        let media = try MediaDescription(ofFile: path)
        #expect(media.clockRestarts == 2)
        #expect(abs(media.asset.duration.seconds - 3 * (hasAudio ? 1.68 : 1.6)) < 0.2)
        for container in ["mp4", "mkv"] {
            let result = scratch.file("result.\(container)")
            let report = try Retime(.rate(1, 2)).run(path, to: result)
            #expect(report.frames.shown == 120)
            let frames = try ClipReader(result).frames()
            #expect(frames.map(\.number) == Self.numbers + Self.numbers + Self.numbers)
            let gaps = zip(frames.dropFirst(), frames).map { $0.time.seconds - $1.time.seconds }
            // Where a part begins, its video waits for the end of the audio of the part before it.
            #expect(gaps.allSatisfy { $0 > 0.078 && $0 < 0.4 })
            #expect(gaps.count { abs($0 - 0.08) < 1.1e-3 } >= 117)
        }
        let warnings = try Retime(.rate(1, 2)).plan(path, for: .mp4).warnings
        #expect(warnings.contains { $0.contains("begins anew 2 times") })
        #expect(try MediaInspection(ofFile: path).findings.contains { $0.kind == .clockBeginsAnew(count: 2) })
    }

    @Test(arguments: [5, 37, 44, 77]) func `A trim finds its frames in every part`(first: Int64) throws {
        let path = try joined(2)
        let media = try MediaDescription(ofFile: path)
        let lookup = FrameLookup(media: media, track: try #require(media.mainVideo))
        let start = try #require(try lookup.instant(ofFrame: first))
        let end = try #require(try lookup.instant(ofFrame: 79))
        let expected = Array((Self.numbers + Self.numbers)[Int(first)..<79])
        for isEncoded in [false, true] {
            var retime = isEncoded ? Retime(to: .fps(25)) : Retime()
            retime.trim = try TimeRange(start: start, end: end)
            let result = scratch.file(isEncoded ? "encoded.mp4" : "copied.mp4")
            try retime.run(path, to: result)
            let numbers = try ClipReader(result).frames().compactMap(\.number)
            // At a constant rate the frame before a gap is repeated.
            #expect(isEncoded ? numbers.deduplicated == expected.deduplicated : numbers == expected)
        }
    }

    /// libavformat takes the times of the second for those of the clock's next round, 26.5 hours later.
    @Test func `A part may begin long before the one in front of it`() throws {
        var bytes: [UInt8] = []
        for first in [Int64(90_000), 0] {
            var clip = Clip("ts", frames: 40, at: .fps(25), codec: .h264)
            clip.frames?.repeatsHeaders = true
            clip.frames?.timing = .constant(first: first)
            bytes += try ScratchDirectory.bytes(of: clip.write(to: scratch))
        }
        let path = try scratch.write(bytes, to: "joined.ts")
        #expect(abs(try MediaDescription(ofFile: path).asset.duration.seconds - 3.2) < 0.1)
        let result = scratch.file("result.mp4")
        try Retime().run(path, to: result)
        #expect(try ClipReader(result).frames().map(\.number) == Self.numbers + Self.numbers)
    }

    @Test func `A file with one clock is not taken for several`() throws {
        #expect(try MediaDescription(ofFile: joined(1)).clockRestarts == 0)
    }
}

extension [Int64] {
    /// Without repetitions of the same one.
    fileprivate var deduplicated: [Int64] { reduce(into: []) { if $0.last != $1 { $0.append($1) } } }
}
