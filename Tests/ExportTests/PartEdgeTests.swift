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
        isExact: Bool = true,
        as output: String
    ) throws -> (plan: ExportPlan, report: ExportReport) {
        var retime = Retime()
        retime.isExact = isExact
        retime.trim = try TimeRange(start: start, end: end)
        let plan = try retime.plan(path, for: #require(Container(forPath: output)))
        var exporter = Exporter(plan: plan)
        exporter.verification = .decode
        return (plan, try exporter.run(to: output))
    }

    /// Key frames stand every 12 frames, at 25 a second. The in point lies 30 ms behind the beginning of the second one.
    @Test(arguments: [0, 2], [true, false])
    func `In Matroska, a key frame that is on screen at the in point begins there`(bFrames: Int, isExact: Bool) throws {
        var clip = Clip("mov", frames: 60, at: .fps(25))
        clip.frames?.bFrames = bFrames
        clip.audioTracks = [Clip.Audio("pcm_s16le", samples: 115_200)]
        let path = try clip.write(to: scratch)
        let (start, end) = (RationalTime(51, 100), RationalTime(36, 25))
        let output = scratch.file("part.mkv")
        let (plan, report) = try export(path, from: start, to: end, isExact: isExact, as: output)
        #expect(!plan.warnings.contains { $0.contains("begin at the key frame") })
        #expect(report.frames.leadIn == 0)
        #expect(report.frames.encoded == 0)
        #expect(report.duration == (try end - start))
        let result = try ClipReader(output)
        let frames = try result.frames()
        #expect(frames.map(\.number) == (12..<36).map { $0 })
        #expect(frames.map(\.time) == [.zero] + (13..<36).map { RationalTime(4 * $0 - 51, 100) })
        let heard = try #require(result.packets[1].first?.pts)
        #expect(heard == .zero)
    }

    /// One that is on screen no more leads in, as before.
    @Test func `In Matroska, another frame at the in point is led up to`() throws {
        let path = try Clip("mov", frames: 60, at: .fps(25)).write(to: scratch)
        let output = scratch.file("part.mkv")
        let end = RationalTime(36, 25)
        let (plan, report) = try export(path, from: RationalTime(53, 100), to: end, isExact: false, as: output)
        #expect(plan.warnings.contains { $0.contains("begin at the key frame") })
        #expect(report.frames.leadIn == 2)
        #expect(try ClipReader(output).frames().map(\.number) == (12..<36).map { $0 })
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
        let (_, report) = try export(path, from: start, to: end, as: output)
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
        let (_, report) = try export(path, from: RationalTime(first, 30), to: RationalTime(49, 30), as: output)
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
