import Export
import MediaTime
import FFmpeg
import TestSupport
import Testing

/// Files that state of every frame that it is presented when it is decoded, though others are to be presented before it.
@Suite struct TimesOfDecodingTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Of 50 frames at 25 a second, with a key frame every 20.
    private func misplaced(_ container: String, _ codec: Clip.FrameCodec) throws -> String {
        var clip = Clip(codec == .mpeg4 ? "avi" : "mp4", frames: 50, at: .fps(25), codec: codec)
        clip.frames?.bFrames = codec == .mpeg4 ? 1 : 3
        clip.frames?.keyInterval = 20
        let plain = try ClipReader(try clip.write(to: scratch))
        let unit = TimeBase(1, 25)
        if container == Self.likeAVI {
            let path = scratch.file("misplaced.mkv")
            try plain.writeLikeAVI(to: path, fourCC: codec == .mpeg4 ? "XVID" : "H264", every: unit)
            return path
        }
        let path = scratch.file("misplaced.\(container == Self.packed ? "mp4" : container)")
        let payloads = container == Self.packed ? plain.packedPayloads : nil
        try plain.write(to: path, presentedEvery: unit, payloads: payloads)
        return path
    }

    /// Matroska whose tracks are as in AVI.
    private static let likeAVI = "mkv like avi"
    /// MP4 with packets of two frames.
    private static let packed = "packed mp4"

    static let files: [(String, Clip.FrameCodec)] = [
        ("mp4", .h264), ("mov", .h264), ("mkv", .h264), ("flv", .h264), ("mp4", .hevc), ("mp4", .mpeg4),
        (likeAVI, .h264), (likeAVI, .mpeg4), (packed, .mpeg4),
    ]

    @Test(arguments: files) func `Every frame is shown once`(container: String, codec: Clip.FrameCodec) throws {
        let path = try misplaced(container, codec)
        for (number, retime) in [Retime(.rate(1, 2)), Retime(to: .fps(25))].enumerated() {
            let result = scratch.file("result\(number).mp4")
            let report = try retime.run(path, to: result)
            #expect(report.frames.shown == 50)
            #expect(report.damageCount == 0)
            let frames = try ClipReader(result).frames()
            #expect(frames.map(\.number) == (0..<50).map { $0 })
            let times = frames.map(\.time.seconds)
            let interval = number == 0 ? 0.08 : 0.04
            #expect(zip(times.dropFirst(), times).allSatisfy { abs($0 - $1 - interval) < 1e-3 })
        }
    }

    /// Two frames are held back here, B-frames being a pyramid, and libavformat takes the next packet's time for a frame's own.
    @Test func `ASF: the first frame is presented when the third is decoded`() throws {
        var clip = Clip("asf", frames: 50, at: .fps(25))
        clip.frames?.bFrames = 3
        clip.frames?.keyInterval = 20
        clip.audioTracks = [Clip.Audio("wmav2", samples: 96_000)]
        clip.audioTracks[0].options = [MetadataEntry(key: "b", value: "128000")]
        let path = try clip.write(to: scratch)
        var retime = Retime()
        let part = try TimeRange(start: RationalTime(843, 1000), duration: RationalTime(12, 25))
        for (number, trim) in [nil, part].enumerated() {
            retime.trim = trim
            let result = scratch.file("result\(number).mp4")
            try retime.run(path, to: result)
            let frames = try ClipReader(result).frames()
            let first: Int64 = trim == nil ? 0 : 20
            #expect(frames.map(\.number) == (first..<(trim == nil ? 50 : 32)).map { $0 })
            // ASF counts milliseconds. The third frame is decoded 43 ms behind the first packet of WMA.
            let times = frames.map(\.time.seconds)
            let start = trim == nil ? 0.043 : 0
            #expect(times.enumerated().allSatisfy { abs($1 - start - Double($0) / 25) < 0.0015 }, "\(times)")
        }
    }

    /// Its places are counted from the first frame that is presented, and audio begins with that one.
    @Test(arguments: [1, 3]) func `MXF: the first frame is presented at once`(bFrames: Int) throws {
        var clip = Clip("mxf", frames: 50, at: .fps(25))
        clip.frames?.bFrames = bFrames
        clip.frames?.repeatsHeaders = true
        clip.audioTracks = [Clip.Audio(samples: 96_000)]
        let path = try clip.write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        #expect(media.tracks.map(\.range?.start) == [.zero, .zero])
        for (number, retime) in [Retime(), Retime(to: .fps(25))].enumerated() {
            let result = scratch.file("result\(number).mp4")
            #expect(try retime.run(path, to: result).frames.shown == 50)
            let frames = try ClipReader(result).frames()
            #expect(frames.map(\.number) == (0..<50).map { $0 })
            #expect(frames.map(\.time) == (0..<50).map { RationalTime($0, 25) })
        }
    }

    /// Only frames that no other comes before have presentation times by libavformat, which ends the file with a bare -1.
    @Test(arguments: ["mp4", "gif"]) func `GXF: frames follow evenly, and the file has an end`(ending: String) throws {
        var clip = Clip("gxf", frames: 50, at: .fps(25), codec: .mpeg2)
        // GXF is of the sizes of television.
        clip.frames?.width = 720
        clip.frames?.height = 576
        clip.frames?.bFrames = 2
        clip.frames?.keyInterval = 12
        clip.audioTracks = [Clip.Audio(samples: 96_000)]
        let path = try clip.write(to: scratch)
        let result = scratch.file("result.\(ending)")
        var retime = Retime(.rate(1, 2))
        if ending == "gif" { retime.settings.timing = .constantFrameRate(.fps(25)) }
        let report = try retime.run(path, to: result)
        #expect(report.damageCount == 0)
        guard ending == "mp4" else { return #expect(report.frames.shown == 99) }
        let frames = try ClipReader(result).frames()
        #expect(frames.map(\.number) == (0..<50).map { $0 })
        let times = frames.map(\.time.seconds)
        #expect(zip(times.dropFirst(), times).allSatisfy { abs($0 - $1 - 0.08) < 1e-3 }, "\(times)")
    }

    /// libavformat gives packets of H.264 in AVI no presentation times, even where frames are decoded as they are presented.
    @Test func `AVI whose frames are not reordered begins with its audio`() throws {
        var clip = Clip("avi", frames: 50, at: .fps(25))
        clip.frames?.bFrames = 0
        clip.frames?.repeatsHeaders = true
        clip.audioTracks = [Clip.Audio(samples: 96_000)]
        let frames = try Retime().result(of: clip, as: "mp4", in: scratch).frames()
        #expect(frames.map(\.time) == (0..<50).map { RationalTime($0, 25) })
    }

    @Test(arguments: files, [3, 21, 33])
    func `A part holds its own frames`(file: (String, Clip.FrameCodec), first: Int64) throws {
        let path = try misplaced(file.0, file.1)
        let media = try MediaDescription(ofFile: path)
        let video = try #require(media.mainVideo)
        let lookup = FrameLookup(media: media, track: video)
        let start = try #require(try lookup.instant(ofFrame: first))
        let end = try #require(try lookup.instant(ofFrame: 45))
        var retime = Retime()
        retime.trim = try TimeRange(start: start, end: end)
        let result = scratch.file("part.mp4")
        try retime.run(path, to: result)
        #expect(try ClipReader(result).frames().map(\.number) == (first..<45).map { $0 })
    }
}
