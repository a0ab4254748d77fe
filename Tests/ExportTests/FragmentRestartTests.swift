import Composition
import Export
import FFmpeg
import MediaFormats
import MediaSyntax
import MediaTime
import TestSupport
import Testing

/// Recordings in fragments of MP4 that were put one behind the other: the clock of each begins anew.
@Suite struct FragmentRestartTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private static let flags = "empty_moov+default_base_moof+frag_keyframe"

    /// So many frames at 30 a second, a key frame in each third of a second, in fragments.
    private func recording(
        _ frames: Int,
        bFrames: Int,
        hasAudio: Bool,
        flags: String = flags
    ) throws -> [UInt8] {
        var clip = Clip("mp4", frames: frames, at: .fps(30))
        clip.frames?.bFrames = bFrames
        clip.frames?.keyInterval = 10
        if hasAudio { clip.audioTracks = [Clip.Audio("aac", samples: Int64(frames) * 1600)] }
        clip.options = [MetadataEntry(key: "movflags", value: flags)]
        return try ScratchDirectory.bytes(of: clip.write(to: scratch))
    }

    /// The second one without its index, or with it, as `cat` leaves it.
    private func joined(
        bFrames: Int,
        hasAudio: Bool,
        isWhole: Bool = false,
        flags: String = flags
    ) throws -> String {
        let first = try recording(40, bFrames: bFrames, hasAudio: hasAudio, flags: flags)
        let second = try recording(60, bFrames: bFrames, hasAudio: hasAudio, flags: flags)
        let scanner = BoxScanner(ByteSource(second))
        let beginning = try #require(scanner.first("moov")).range.upperBound
        return try scratch.write(first + (isWhole ? second : Array(second[Int(beginning)...])), to: "joined.mp4")
    }

    private static let numbers = (0..<40).map { Int64($0) } + (0..<60).map { Int64($0) }

    @Test(arguments: [0, 2], [false, true])
    func `Each recording is played behind the one before it`(bFrames: Int, hasAudio: Bool) throws {
        let kinds = [(false, Self.flags), (true, Self.flags), (false, "dash+frag_keyframe")]
        for (kind, (isWhole, flags)) in kinds.enumerated() {
            let path = try joined(bFrames: bFrames, hasAudio: hasAudio, isWhole: isWhole, flags: flags)
            let media = try MediaDescription(ofFile: path)
            #expect(media.clockRestarts == 1)
            // Where audio is longer than frames, those of the second wait for the end of it.
            #expect(abs(media.asset.duration.seconds - 100.0 / 30) < 0.2)
            let plan = try Retime().plan(path, for: .mp4)
            #expect(plan.warnings.count { $0.contains("begins anew once") } == 1, "\(plan.warnings)")
            for (place, retime) in [Retime(.rate(1, 2)), Retime(.rate(1, 2), to: .fps(15))].enumerated() {
                let result = scratch.file("result\(kind)\(place).mp4")
                let report = try retime.run(path, to: result)
                #expect(report.damageCount == 0)
                let frames = try ClipReader(result).frames()
                #expect(frames.map(\.number).deduplicated == Self.numbers)
                let gaps = zip(frames.dropFirst(), frames).map { $0.time.seconds - $1.time.seconds }
                #expect(gaps.allSatisfy { $0 > 0.066 && $0 < 0.2 })
            }
        }
    }

    @Test(arguments: [5, 39, 40, 55]) func `A part begins where it should`(first: Int64) throws {
        let path = try joined(bFrames: 2, hasAudio: false)
        let rate = FrameRate.fps(30)
        for isEncoded in [false, true] {
            var retime = isEncoded ? Retime(to: rate) : Retime()
            retime.trim = try TimeRange(start: rate.time(ofFrame: first), end: rate.time(ofFrame: 90))
            let result = scratch.file(isEncoded ? "encoded.mp4" : "copied.mp4")
            try retime.run(path, to: result)
            #expect(try ClipReader(result).frames().map(\.number) == Array(Self.numbers[Int(first)..<90]))
        }
    }

    @Test func `A recording that is cut off is not taken for several`() throws {
        let bytes = try recording(60, bFrames: 2, hasAudio: true)
        let whole = try MediaDescription(ofFile: scratch.write(bytes, to: "whole.mp4"))
        #expect(whole.clockRestarts == 0)
        let cut = try MediaDescription(ofFile: scratch.write(Array(bytes[..<(bytes.count * 2 / 3)]), to: "cut.mp4"))
        #expect(cut.clockRestarts == 0)
    }

    /// Within the description of its last fragment: libavformat would refuse the whole file.
    @Test func `Recordings of which the last is cut off are played up to there`() throws {
        let path = try joined(bFrames: 0, hasAudio: false)
        let bytes = try ScratchDirectory.bytes(of: path)
        let scanner = BoxScanner(ByteSource(bytes))
        let last = try #require(scanner.boxes("moof", in: scanner.whole).last).range
        let cut = try scratch.write(Array(bytes[..<(Int(last.lowerBound) + 20)]), to: "cut.mp4")
        let result = scratch.file("result.mp4")
        try Retime().run(cut, to: result)
        #expect(try ClipReader(result).frames().map(\.number) == Array(Self.numbers[..<90]))
    }
}

extension [Int64?] {
    /// Without repetitions of the same one.
    fileprivate var deduplicated: [Int64] {
        reduce(into: []) { list, number in if let number, list.last != number { list.append(number) } }
    }
}
