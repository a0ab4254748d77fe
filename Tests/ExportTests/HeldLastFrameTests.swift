import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Clips of 60 frames at a constant rate whose last frame is shown for 5 s: headers, plan, copy and encoding agree.
@Suite struct HeldLastFrameTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// How a clip is made. With B-frames, the frame that is decoded last is not the one that is shown last.
    enum Source: String, CaseIterable {
        case ordered = "mp4"
        case reordered = "mov"
        case fragments = "fragments.mp4"
        case reorderedFragments = "reordered.fragments.mp4"
        case matroska = "mkv"
        /// Its clock expresses the rate, so that it has no grid.
        case wholeTicks = "25.mkv"
        /// Its audio ends with the last frame.
        case withAudio = "audio.mkv"
    }

    private func ffmpeg(_ arguments: [String]) throws {
        let outcome = try RunningCommand(["ffmpeg", "-v", "error", "-nostdin", "-y"] + arguments).wait()
        try #require(outcome.status == 0, "\(outcome.errors)")
    }

    private func clip(_ source: Source) throws -> (path: String, end: RationalTime) {
        let rate = source == .wholeTicks ? 25 : 30
        let (plain, path) = (scratch.file("plain.mp4"), scratch.file("clip.\(source.rawValue)"))
        let filter = "testsrc=s=160x90:r=\(rate)"
        var inputs = ["-f", "lavfi", "-i", filter]
        if source == .withAudio { inputs += ["-f", "lavfi", "-i", "sine=r=48000:d=2", "-c:a", "pcm_s16le"] }
        let isReordered = source == .reordered || source == .reorderedFragments
        let between = isReordered ? "2" : "0"
        let coding = ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", "-bf", between]
        let whole = source == .withAudio ? scratch.file("plain.mov") : plain
        try ffmpeg(inputs + coding + ["-frames:v", "60", whole])
        let lasting = "setts=pts=PTS:dts=DTS:duration=if(eq(N\\,59)\\,5/TB\\,DURATION)"
        let isMovie = source.rawValue.hasSuffix("mp4") || source.rawValue.hasSuffix("mov")
        let held = isMovie ? path : scratch.file("held.mov")
        let flags = source.rawValue.contains("fragments") ? "empty_moov+delay_moov+frag_keyframe" : "faststart"
        try ffmpeg(["-i", whole, "-c", "copy", "-bsf:v", lasting, "-movflags", flags, held])
        if !isMovie { try ffmpeg(["-i", held, "-c", "copy", path]) }
        // Of reordered frames the one that lasts 5 s is decoded last, and shown before the one that is shown last.
        let last = isReordered ? RationalTime(58, 30) : RationalTime(59, Int32(rate))
        return (path, try last + RationalTime(5, 1))
    }

    @Test(arguments: Source.allCases) func `The last frame is shown as long as the file says`(source: Source) throws {
        let (path, end) = try clip(source)
        let tick = 0.0011
        let inspection = try MediaInspection(ofFile: path)
        let video = try #require(inspection.media.mainVideo)
        #expect(abs((video.range?.end.seconds ?? 0) - end.seconds) <= tick)
        #expect(abs(inspection.duration.seconds - end.seconds) <= tick)
        for container in ["mp4", "mov", "mkv"] {
            for rate in [nil, FrameRate(30)] {
                let half = PlaybackRate(1, 2)
                let retime = rate.map { Retime(half, to: $0) } ?? Retime(half)
                let plan = try retime.plan(path, for: try #require(Container(forPath: "a.\(container)")))
                let place = rate == nil ? tick : 1.0 / 30
                #expect(abs(plan.presentedDuration.seconds - 2 * end.seconds) <= 2 * tick + place)
                let output = scratch.file("result.\(container)")
                let report = try Exporter(plan: plan).run(to: output, overwriting: true)
                #expect(abs(report.duration.seconds - plan.presentedDuration.seconds) <= tick)
                let result = try MediaInspection(ofFile: output)
                let frames = try #require(result.media.mainVideo?.range)
                #expect(abs(frames.end.seconds - 2 * end.seconds) <= 2 * tick + place, "\(container), \(rate as Any)")
                #expect(report.frames.shown == (rate == nil ? 60 : plan.counts?.frames))
            }
        }
    }

    @Test(arguments: Source.allCases) func `A part of it is as long as was asked for`(source: Source) throws {
        let (path, _) = try clip(source)
        for (start, end) in [(1, 3), (3, 5)] {
            for container in ["mp4", "mov"] {
                var retime = Retime()
                retime.trim = try TimeRange(start: RationalTime(Int64(start), 1), end: RationalTime(Int64(end), 1))
                let output = scratch.file("part\(start).\(container)")
                let report = try retime.run(path, to: output)
                #expect(report.duration == RationalTime(2, 1))
                let media = try MediaDescription(ofFile: output)
                #expect(abs((media.mainVideo?.range?.end.seconds ?? 0) - 2) <= 0.0011)
            }
        }
    }

    /// Where the file ends within its last fragment, the frame that lasts is not there.
    @Test func `The last frame of fragments that are cut short is held for nobody`() throws {
        let (path, _) = try clip(.fragments)
        let bytes = try ScratchDirectory.bytes(of: path)
        let cut = try scratch.write(Array(bytes.dropLast(300)), to: "cut.mp4")
        let end = try #require(MediaDescription(ofFile: cut).mainVideo?.range?.end)
        #expect(end <= RationalTime(2, 1))
    }

    /// A file's end that is that of its audio is no reason to show the last frame for longer, nor is a tag that counts from before the first one.
    @Test(arguments: [25, 30], [0, 1]) func `Longer audio does not hold the last frame`(rate: Int, start: Int) throws {
        let path = scratch.file("longer.mkv")
        let coding = ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "pcm_s16le"]
        let video = ["-itsoffset", "\(start)", "-f", "lavfi", "-i", "testsrc=s=160x90:r=\(rate):d=2"]
        try ffmpeg(video + ["-f", "lavfi", "-i", "sine=r=48000:d=4"] + coding + [path])
        let media = try MediaDescription(ofFile: path)
        #expect(media.asset.duration == RationalTime(4, 1))
        let plan = try Retime(.normal, to: FrameRate(Int32(rate))).plan(path, for: .mkv)
        #expect(plan.counts?.frames == Int64(2 * rate))
    }

    /// What a timestamp stands for is found when frames are chosen: 29.97 frames a second on a clock of 600.
    @Test func `A rounded timestamp is that of the last frame, too`() throws {
        let (plain, path) = (scratch.file("plain.mp4"), scratch.file("coarse.mp4"))
        let clock = ["-video_track_timescale", "600"]
        let coding = ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", "-frames:v", "60"]
        try ffmpeg(["-f", "lavfi", "-i", "testsrc=s=160x90:r=30000/1001"] + coding + clock + [plain])
        let lasting = "setts=pts=PTS:dts=DTS:duration=if(eq(N\\,59)\\,5/TB\\,DURATION)"
        try ffmpeg(["-i", plain, "-c", "copy", "-bsf:v", lasting] + clock + [path])
        let end = try #require(MediaDescription(ofFile: path).mainVideo?.range?.end)
        #expect(end > RationalTime(6, 1))
        let rate = FrameRate(30_000, 1001)
        let output = scratch.file("result.mp4")
        let report = try Retime(.rate(1, 2), to: rate).run(path, to: output)
        #expect(abs(report.duration.seconds - 2 * end.seconds) <= 1 / rate.approximation)
    }

    @Test func `ASF says of each track when the file ends`() throws {
        let path = scratch.file("longer.wmv")
        let video = ["-f", "lavfi", "-i", "testsrc=s=160x90:r=25:d=2"]
        try ffmpeg(video + ["-f", "lavfi", "-i", "sine=r=48000:d=5", "-c:v", "wmv2", "-c:a", "wmav2", path])
        let plan = try Retime(.normal, to: .fps(25)).plan(path, for: .mkv)
        #expect(try #require(plan.counts?.frames) <= 52)
    }
}
