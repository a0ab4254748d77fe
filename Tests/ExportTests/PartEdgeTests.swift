import Export
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// How copied parts begin and end where that is within a frame, or where frames next to it are left out.
@Suite struct PartEdgeTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// A part of a clip, checked by decoding.
    private func export(
        _ path: String,
        from start: RationalTime,
        to end: RationalTime,
        as output: String
    ) throws -> ExportReport {
        var retime = Retime()
        retime.isExact = true
        retime.trim = try TimeRange(start: start, end: end)
        let plan = try retime.plan(path, for: #require(Container(forPath: output)))
        var exporter = Exporter(plan: plan)
        exporter.verification = .decode
        return try exporter.run(to: output)
    }

    /// Of 30 frames a second, the 65th is stored at 2.133 s, and is shown for less than what the one before lasts beyond that.
    @Test(arguments: [10, 50, 300], ["mp4", "mov"])
    func `A copied frame lasts no longer than up to the encoded one behind it`(
        microseconds: Int64,
        container: String
    ) throws {
        var clip = Clip("flv", frames: 120, at: .fps(30))
        clip.frames?.keyInterval = 30
        let path = try clip.write(to: scratch)
        let (start, end) = (RationalTime(485, 1000), RationalTime(2_133_000 + microseconds, 1_000_000))
        let output = scratch.file("part.\(container)")
        let report = try export(path, from: start, to: end, as: output)
        #expect(report.duration == (try end - start))
        #expect(try MediaDescription(ofFile: output).mainVideo?.range?.duration == report.duration)
    }

    /// Key frames of open groups, every 24 frames. What GStreamer 1.22 has still to read behind a key frame, when times of decoding reach the
    /// movie's end, it leaves out.
    @Test(
        arguments: ["mp4", "mov"],
        [(24, .h264), (20, .h264), (24, .hevc), (20, .hevc)] as [(first: Int64, codec: Clip.FrameCodec)]
    )
    func `Where leading frames are left out, decoding behind key frames begins before the movie ends`(
        container: String,
        kind: (first: Int64, codec: Clip.FrameCodec)
    ) throws {
        let (first, codec) = kind
        var clip = Clip("mp4", frames: 96, at: .fps(30), codec: codec)
        clip.frames?.bFrames = 3
        clip.frames?.keyInterval = 24
        clip.frames?.encoderOptions = "open-gop=1:scenecut=0"
        let path = try clip.write(to: scratch)
        let output = scratch.file("part.\(container)")
        let report = try export(path, from: RationalTime(first, 30), to: RationalTime(49, 30), as: output)
        #expect(report.frames.shown == 49 - first)
        let result = try ClipReader(output)
        #expect(try result.frames().map(\.number) == (first..<49).map { $0 })
        let packets = result.packets[0]
        let begin = try #require(packets.first?.dts)
        for (packet, following) in zip(packets, packets.dropFirst()) where packet.isKey {
            #expect(try #require(following.dts) - begin < report.duration)
        }
    }
}
