import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Where decoding begins, in streams whose container does not say so, or says too much.
@Suite struct DecodingEntryExportTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Frames are refreshed column by column. A frame that the container marks is whole only some frames later.
    @Test(arguments: [30, 61, 75, 110], ["mp4", "ts"])
    func `H.264 that is refreshed bit by bit: the part is whole from its first frame on`(
        first: Int,
        container: String
    ) throws {
        var clip = Clip(container, frames: 180, at: .fps(60))
        clip.frames?.keyInterval = 30
        clip.frames?.isRefreshed = true
        clip.frames?.repeatsHeaders = true
        let path = try clip.write(to: scratch)
        // A decoder leaves out what is not whole: so the numbers tell.
        for isEncoded in [false, true] {
            var retime = isEncoded ? Retime(to: .fps(60)) : Retime()
            retime.trim = try TimeRange(start: RationalTime(Int64(first), 60), end: RationalTime(150, 60))
            let output = scratch.file(isEncoded ? "encoded.mp4" : "copied.mp4")
            try retime.run(path, to: output)
            #expect(try ClipReader(output).frames().map(\.number) == (Int64(first)..<150).map { $0 })
        }
    }

    /// Where the file begins between two refreshes, frames come first that nothing shows, and then some that are shown only in part.
    @Test(arguments: ["ts", "mkv"], [Retime(), Retime(to: .fps(60))])
    func `H.264 that is refreshed bit by bit, and begins in the midst`(container: String, retime: Retime) throws {
        var clip = Clip(container, frames: 180, at: .fps(60))
        clip.frames?.keyInterval = 30
        clip.frames?.isRefreshed = true
        clip.frames?.repeatsHeaders = true
        clip.frames?.bFrames = 0
        let path = scratch.file("begun.\(container)")
        try ClipReader.cut(clip.write(to: scratch), leavingOut: 10, to: path)
        let shown = try ClipReader(path).frames().compactMap(\.number)
        let first = try #require(shown.first)
        #expect(first > 10 && shown == (first..<180).map { $0 })
        let output = scratch.file("result.mp4")
        let report = try retime.run(path, to: output)
        #expect(try ClipReader(output).frames().map(\.number) == shown)
        #expect(report.frames.shown == Int64(shown.count))
    }

    /// Every 32nd frame has number 0: where decoding begins with one, libavcodec has nothing for it to refer to, and drops it.
    @Test(arguments: [40, 100], ["mp4", "ts"])
    func `Decoding does not begin at a gradual refresh whose frame has number 0`(first: Int64, container: String) throws
    {
        var clip = Clip(container, frames: 130, at: .fps(60))
        clip.frames?.keyInterval = 32
        clip.frames?.bFrames = 0
        clip.frames?.isRefreshed = true
        clip.frames?.repeatsHeaders = true
        let path = try clip.write(to: scratch)
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(first, 60), end: RationalTime(120, 60))
        let output = scratch.file("copied.mp4")
        #expect(try retime.run(path, to: output).frames.hiddenBefore == first)
        #expect(try ClipReader(output).frames().map(\.number) == (first..<120).map { $0 })
    }

    /// libavcodec drops the frames behind it unless it has come out before the stream ends.
    @Test(arguments: [37, 38, 39, 40, 41]) func `The last frames are there behind a key frame that is no IDR frame`(
        count: Int64
    ) throws {
        var clip = Clip("mp4", frames: Int(count), at: .fps(30))
        clip.frames?.encoderOptions = "open-gop=1:scenecut=0:b-pyramid=none"
        let path = try clip.write(to: scratch)
        for first in count - 5..<count {
            var retime = Retime(to: .fps(30))
            retime.trim = try TimeRange(start: RationalTime(first, 30), end: RationalTime(count, 30))
            let output = scratch.file("last\(first).mp4")
            try retime.run(path, to: output)
            #expect(try ClipReader(output).frames().map(\.number) == (first..<count).map { $0 })
        }
    }

    /// A recording that was begun in the middle of a stream. Key frames stand every 12 frames.
    @Test(arguments: [1, 5, 11], [Clip.FrameCodec.h264, .hevc])
    func `What cannot be decoded at the beginning is left out, and not counted`(
        missing: Int,
        codec: Clip.FrameCodec
    ) throws {
        var clip = Clip("ts", frames: 60, at: .fps(60), codec: codec)
        clip.frames?.repeatsHeaders = true
        let whole = try clip.write(to: scratch)
        let bytes = try ScratchDirectory.bytes(of: whole)
        let positions = try ClipReader(whole).packets[0].map { Int(try #require($0.position)) }
        let path = try scratch.write(bytes[..<positions[0]] + bytes[positions[missing]...], to: "begun.ts")
        // HEVC's decoder shows grey frames for those that it cannot decode: they have no number.
        let shown = try ClipReader(path).frames().compactMap(\.number)
        let first = try #require(shown.first)
        #expect(first > 0 && first % 12 == 0 && shown == (first..<60).map { $0 })
        let output = scratch.file("result.mp4")
        let report = try Retime().run(path, to: output)
        #expect(try ClipReader(output).frames().map(\.number) == shown)
        #expect(report.frames.shown == 60 - first)
        #expect(try MediaInspection(ofFile: path).timings[0]?.count == 60 - first)
    }
}
