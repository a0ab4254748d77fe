import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing
import TimeStretch

/// Parts of clips: from a key frame and from between two, with audio.
@Suite struct TrimTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Key frames stand every 12 frames.
    @Test(arguments: [0, 12, 17, 23], ["mp4", "mov"])
    func `Copied: the part is presented, and nothing else`(first: Int, container: String) throws {
        let result = try trimmed(first..<40, Clip(container, frames: 60, at: .fps(120)), Retime(.rate(1, 2)))
        let frames = try result.frames()
        #expect(frames.map(\.number) == (Int64(first)..<40).map { $0 })
        let origin = try result.origin()
        for (index, frame) in frames.enumerated() {
            #expect(try frame.time - origin == RationalTime(Int64(index), 60))
        }
        // The bytes of hidden frames may be there; they are the source's own.
        let source = try ClipReader(scratch.file("clip.\(container)"))
        let payloads = Set(source.packets[0].map(\.payload))
        // The first packet got what x264 says of its version.
        #expect(result.packets[0].dropFirst().allSatisfy { payloads.contains($0.payload) })
        let end = try #require(result.streams[0].duration).magnitude
        #expect(RationalTime(Int64(end), result.streams[0].timeBase.denominator) == RationalTime(Int64(40 - first), 60))
    }

    /// Key frames stand every 12 frames.
    @Test(arguments: [12, 17], ["mp4", "mkv"])
    func `Exact: nothing else is in the file, which is copied where nothing would be`(
        first: Int,
        container: String
    ) throws {
        let path = try Clip(container, frames: 60, at: .fps(120)).write(to: scratch)
        var retime = Retime()
        retime.isExact = true
        retime.trim = try TimeRange(start: RationalTime(Int64(first), 120), end: RationalTime(48, 120))
        let report = try retime.run(path, to: scratch.file("part.\(container)"))
        #expect(report.frames.shown == Int64(48 - first))
        #expect(report.duration == (try RationalTime(48, 120) - RationalTime(Int64(first), 120)))
        let result = try ClipReader(scratch.file("part.\(container)"))
        #expect(result.packets[0].count == 48 - first)
        #expect(try result.frames().map(\.number) == (Int64(first)..<48).map { $0 })
        // What comes before the next key frame is encoded.
        #expect(report.frames.encoded == (first == 12 ? 0 : 7))
        let source = try ClipReader(path)
        let last = try #require(result.packets[0].last)
        #expect(source.packets[0].contains { $0.payload == last.payload })
    }

    /// A decoder that begins with frames of which none is held back must not drop those behind the joint.
    @Test func `Less than half a sample is no audio`() throws {
        let path = try Clip("wav", audio: Clip.Audio("pcm_s16le", samples: 9600)).write(to: scratch)
        var retime = Retime(.rate(1, 2))
        retime.trim = try TimeRange(start: .zero, end: RationalTime(1, 400_000))
        #expect { try retime.plan(path, for: .wav) } throws: { ($0 as? ExportError)?.code == .nothingPlayed }
    }

    @Test(arguments: ["mp4", "mkv"]) func `Exact, of interlaced frames: all are shown`(container: String) throws {
        var clip = Clip(container, frames: 60, at: .fps(25))
        clip.frames?.encoderOptions = "tff=1"
        let path = try clip.write(to: scratch)
        var retime = Retime()
        retime.isExact = true
        retime.trim = try TimeRange(start: RationalTime(17, 25), end: RationalTime(60, 25))
        var exporter = Exporter(plan: try retime.plan(path, for: #require(Container(forPath: path))))
        exporter.verification = .decode
        let report = try exporter.run(to: scratch.file("part.\(container)"))
        #expect(report.frames.encoded == 7)
        #expect(try ClipReader(scratch.file("part.\(container)")).frames().map(\.number) == (17..<60).map { $0 })
    }

    /// In Matroska the second frame would begin in the same millisecond.
    @Test func `Exact, from just before a frame: each frame has an instant of its own`() throws {
        let path = try Clip("mkv", frames: 60, at: FrameRate(24_000, 1001)).write(to: scratch)
        var retime = Retime()
        retime.isExact = true
        // The seventh frame begins a quarter of a millisecond later.
        retime.trim = try TimeRange(start: RationalTime(1, 4), end: RationalTime(2, 1))
        var exporter = Exporter(plan: try retime.plan(path, for: .mkv))
        exporter.verification = .decode
        _ = try exporter.run(to: scratch.file("part.mkv"))
        let frames = try ClipReader(scratch.file("part.mkv")).frames()
        #expect(frames.map(\.number) == (5..<48).map { $0 })
        #expect(frames.prefix(3).map(\.time) == [.zero, RationalTime(1, 1000), RationalTime(42, 1000)])
    }

    @Test func `What cannot be hidden is counted, and lasts`() throws {
        let path = try Clip("mkv", frames: 60, at: .fps(120)).write(to: scratch)
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(17, 120), end: RationalTime(48, 120))
        let report = try retime.run(path, to: scratch.file("part.mkv"))
        #expect(report.frames.shown == 36)
        #expect(report.frames.leadIn == 5)
        #expect(report.duration == RationalTime(36, 120))
    }

    /// The frame on screen begins before the edit list does, which would hide it.
    @Test(arguments: [17, 24], ["mp4", "mov"])
    func `Copied: an in point inside a frame shows that frame first, from the in point on`(
        first: Int,
        container: String
    ) throws {
        let path = try Clip(container, frames: 60, at: .fps(120)).write(to: scratch)
        var retime = Retime(.rate(1, 2))
        // A third of a frame after its beginning.
        retime.trim = try TimeRange(start: RationalTime(Int64(3 * first + 1), 360), end: RationalTime(40, 120))
        try retime.run(path, to: scratch.file("part.\(container)"))
        let result = try ClipReader(scratch.file("part.\(container)"))
        let frames = try result.frames()
        #expect(frames.map(\.number) == (Int64(first)..<40).map { $0 })
        let origin = try result.origin()
        let times = try frames.map { try $0.time - origin }
        #expect(times.first == .zero)
        for (index, time) in times.enumerated().dropFirst() {
            #expect(try time == RationalTime(Int64(index), 60) - RationalTime(1, 180))
        }
    }

    @Test func `Six decimals name a frame, and anything further from it names itself`() throws {
        let media = try MediaDescription(ofFile: Clip("mp4", frames: 60, at: .fps(120)).write(to: scratch))
        let lookup = FrameLookup(media: media, track: try #require(media.mainVideo))
        for frame in [Int64(1), 11, 12, 13, 31, 59] {
            let exact = RationalTime(frame, 120)
            for rounding in [Rounding.down, .up, .nearest] {
                #expect(try lookup.snapped(exact.converted(to: 1_000_000, rounding: rounding)) == exact)
            }
            let off = try exact + RationalTime(1, 1_000_000)
            #expect(try lookup.snapped(off) == off)
        }
    }

    /// As behind a hold, or beside a cut within the frame.
    @Test func `The frame at an end may be shown by several parts`() throws {
        let media = try MediaDescription(ofFile: Clip("mp4", frames: 60, at: .fps(120)).write(to: scratch))
        let lookup = FrameLookup(media: media, track: try #require(media.mainVideo))
        // In 240ths.
        func range(_ start: Int64, _ end: Int64) throws -> TimeRange {
            try TimeRange(start: RationalTime(start, 240), end: RationalTime(end, 240))
        }
        let held = [
            try TimeMapping.hold(.zero, for: range(0, 100)),
            try TimeMapping(source: range(0, 118), target: range(100, 218)),
            try TimeMapping.hold(RationalTime(118, 240), for: range(218, 300)),
            try TimeMapping(source: range(118, 120), target: range(300, 302)),
        ]
        #expect(try lookup.endOfFirstFrame(in: held) == RationalTime(102, 240))
        #expect(try lookup.startOfLastFrame(in: held) == RationalTime(218, 240))
        let cut = [
            try TimeMapping(source: range(0, 1), target: range(0, 4)),
            try TimeMapping(source: range(1, 119), target: range(4, 122)),
            try TimeMapping(source: range(119, 120), target: range(122, 130)),
        ]
        #expect(try lookup.endOfFirstFrame(in: cut) == RationalTime(5, 240))
        #expect(try lookup.startOfLastFrame(in: cut) == RationalTime(121, 240))
        let backwards = [try TimeMapping.reverse(range(0, 60), in: range(0, 60)), try .hold(.zero, for: range(60, 70))]
        #expect(try lookup.endOfFirstFrame(in: backwards) == RationalTime(2, 240))
        #expect(try lookup.startOfLastFrame(in: backwards) == RationalTime(58, 240))
    }

    /// Matroska counts milliseconds: frame 41 of 30 a second has the timestamp 1.367 s, frame 40 that of 1.333 s.
    @Test func `A rounded timestamp stands for the frame's instant`() throws {
        let media = try MediaDescription(ofFile: Clip("mkv", frames: 60, at: .fps(30)).write(to: scratch))
        let lookup = FrameLookup(media: media, track: try #require(media.mainVideo))
        for frame in [Int64(1), 39, 40, 41, 52] {
            let exact = RationalTime(frame, 30)
            #expect(try lookup.snapped(exact.converted(to: 1000, rounding: .nearest)) == exact)
        }
        #expect(try lookup.snapped(RationalTime(1368, 1000)) == RationalTime(1368, 1000))
    }

    /// A tenth of a millisecond: less than a tick of the track, and of the movie unless it is made finer.
    @Test(arguments: ["mkv", "mp4"]) func `A last frame of less than a tick is shown`(container: String) throws {
        let path = try Clip(container, frames: 60, at: .fps(30)).write(to: scratch)
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(seconds: 1), end: RationalTime(13_668, 10_000))
        let output = scratch.file("part.mp4")
        #expect(try retime.run(path, to: output).frames.shown == 12)
        #expect(try ClipReader(output).frames().map(\.number) == (30..<42).map { $0 })
    }

    @Test func `A clock that has no common unit with what people type is no obstacle`() throws {
        let path = try Clip("mp4", frames: 22, at: FrameRate(29_917, 1000)).write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        let track = try #require(media.mainVideo)
        let lookup = FrameLookup(media: media, track: track)
        let frame = try FrameRate(29_917, 1000).time(ofFrame: 6)
        #expect(try lookup.snapped(RationalTime(200_555, 1_000_000)) == frame)
        // Anything else names itself.
        let other = try lookup.snapped(RationalTime(210_007, 1_000_000))
        #expect(other == RationalTime(210_007, 1_000_000))
        var retime = Retime()
        retime.trim = try TimeRange(start: frame, end: other)
        try retime.run(path, to: scratch.file("part.mp4"))
        #expect(try ClipReader(scratch.file("part.mp4")).frames().map(\.number) == [6])
    }

    @Test(arguments: [ExportSettings.OutputTiming.passthrough, .decimated(every: 2)])
    func `The last frame ends at the out point, be it in its middle`(timing: ExportSettings.OutputTiming) throws {
        let path = try Clip("mov", frames: 30, at: .fps(30), codec: .mjpeg).write(to: scratch)
        var retime = Retime(.rate(1, 2))
        retime.settings.timing = timing
        retime.trim = try TimeRange(start: RationalTime(1, 10), end: RationalTime(57, 100))
        try retime.run(path, to: scratch.file("part.mov"))
        let stream = try ClipReader(scratch.file("part.mov")).streams[0]
        let end = try #require(stream.duration).magnitude
        let seconds = RationalTime(Int64(end), stream.timeBase.denominator).seconds
        // To a tick: an out point need not be a multiple of one.
        #expect(abs(seconds - 0.94) <= 1 / Double(stream.timeBase.denominator))
    }

    @Test(arguments: [0, 12, 17])
    func `Encoded: the part begins at zero with its first frame`(first: Int) throws {
        let retime = Retime(.rate(1, 4), to: .fps(30))
        let result = try trimmed(first..<50, Clip("mp4", frames: 60, at: .fps(120)), retime)
        let frames = try result.frames()
        #expect(frames.map(\.number) == (Int64(first)..<50).map { $0 })
        #expect(frames.map(\.time) == (0..<Int64(50 - first)).map { RationalTime($0, 30) })
    }

    @Test func `Matroska cannot hide frames: the part itself is all there, at its place`() throws {
        let result = try trimmed(17..<40, Clip("mkv", frames: 60, at: .fps(120)), Retime(.rate(1, 2)))
        let numbers = try result.frames().compactMap(\.number)
        #expect(Array(numbers.suffix(23)) == Array(17..<40))
        #expect(numbers.allSatisfy { (12..<40).contains($0) })
    }

    @Test(arguments: [true, false]) func `That nothing is heard before the in point is said`(hasAudio: Bool) throws {
        var clip = Clip("mkv", frames: 60, at: .fps(30))
        if hasAudio { clip.audioTracks = [Clip.Audio("flac", samples: 96_000)] }
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(17, 30), end: RationalTime(40, 30))
        let warnings = try retime.plan(clip.write(to: scratch), for: .mkv).warnings
        #expect(warnings.contains { $0.hasPrefix("mkv cannot hide frames: copied ones begin") })
        #expect(warnings.contains { $0.contains("nothing is heard up to there") } == hasAudio)
    }

    /// MPEG-TS has no index: a seek in it ends at any packet. Key frames stand every 12 frames.
    @Test(arguments: [13, 23, 24, 41, 100], [false, true])
    func `From MPEG-TS: the part is presented, wherever a seek ends`(first: Int, isEncoded: Bool) throws {
        let retime = isEncoded ? Retime(.rate(1, 2), to: .fps(60)) : Retime(.rate(1, 2))
        var clip = Clip("ts", frames: 120, at: .fps(120))
        clip.frames?.repeatsHeaders = true
        let result = try trimmed(first..<115, clip, retime, as: "mp4")
        #expect(try result.frames().map(\.number) == (Int64(first)..<115).map { $0 })
    }

    /// AVI stores no presentation times: they come from the frames' headers.
    @Test(arguments: [0, 24, 31])
    func `From AVI: reordered frames are at their places`(first: Int64) throws {
        var clip = Clip("avi", frames: 60, at: .fps(30))
        clip.frames?.repeatsHeaders = true
        let path = try clip.write(to: scratch)
        let shown = try ClipReader(path).frames()
        try #require(shown.map(\.number) == (0..<60).map { $0 })
        var retime = Retime(.rate(1, 2))
        if first > 0 { retime.trim = try TimeRange(start: shown[Int(first)].time, end: shown[50].time) }
        try retime.run(path, to: scratch.file("part.mp4"))
        let frames = try ClipReader(scratch.file("part.mp4")).frames()
        #expect(frames.map(\.number) == (first..<(first > 0 ? 50 : 60)).map { $0 })
        let begin = try #require(frames.first?.time)
        for (index, frame) in frames.enumerated() {
            #expect(try frame.time - begin == RationalTime(Int64(index), 15))
        }
    }

    @Test(arguments: [true, false])
    func `Video and audio of a part stay in step`(isCopied: Bool) throws {
        var clip = Clip("mov", frames: 180, at: .fps(120))
        clip.audioTracks = [Clip.Audio(samples: 72_000)]
        var retime = isCopied ? Retime(.rate(1, 2)) : Retime(.rate(1, 2), to: .fps(60))
        retime.settings.pitch = .varispeed
        retime.settings.audio = AudioEncoding(codec: .pcm)
        // From between two key frames; the clicks at 0.5 s and 1 s lie within.
        let result = try trimmed(41..<160, clip, retime)
        let audio = try result.audio(ofStream: 1)
        #expect(audio.channels[0].count == 119 * 2 * 400)
        let frames = try result.frames()
        #expect(frames.first?.number == 41)
        #expect(try #require(frames.first).time.seconds == audio.start.seconds)
        let found = ClickFinder.clicks(in: audio.channels[0], sampleRate: 48_000)
        try #require(found.count == 2)
        for (click, instant) in zip(found, [0.5, 1.0]) {
            #expect(abs(click - 2 * (instant - 41.0 / 120)) < 0.0002)
        }
    }

    @Test func `A part from between two samples is exact in length`() throws {
        let path = try Clip("mov", audio: Clip.Audio(samples: 48_000)).write(to: scratch)
        var retime = Retime(.rate(1, 3))
        retime.trim = try TimeRange(start: RationalTime(1, 7), end: RationalTime(5, 11))
        retime.settings.audio = AudioEncoding(codec: .pcm)
        try retime.run(path, to: scratch.file("part.mov"))
        let exact = try (RationalTime(5, 11) - RationalTime(1, 7)).scaled(by: 3, over: 1)
        let audio = try ClipReader(scratch.file("part.mov")).audio(ofStream: 0)
        #expect(Int64(audio.channels[0].count) == (try exact.ticks(over: 48_000, rounding: .nearest)))
    }

    private func trimmed(
        _ frames: Range<Int>,
        _ clip: Clip,
        _ retime: Retime,
        as container: String? = nil
    ) throws -> ClipReader {
        var retime = retime
        retime.trim = try TimeRange(
            start: RationalTime(Int64(frames.lowerBound), 120),
            end: RationalTime(Int64(frames.upperBound), 120)
        )
        return try retime.result(of: clip, as: container ?? clip.container, in: scratch)
    }

    /// Instants are rounded to as much as frames are apart, or to a third of that: what is a lead-in, and what is left out behind the out point, is
    /// told by what the frames show.
    @Test(arguments: [Int32(1000), 480], [RationalTime(1, 2), RationalTime(53, 100)])
    func `As fast as Matroska counts: what is decoded is what was planned`(rate: Int32, start: RationalTime) throws {
        var clip = Clip("mp4", frames: Int(rate), at: .fps(rate))
        clip.frames?.bFrames = 2
        clip.frames?.keyInterval = 100
        let path = try clip.write(to: scratch)
        var retime = Retime()
        retime.trim = try TimeRange(start: start, end: RationalTime(9, 10))
        var exporter = Exporter(plan: try retime.plan(path, for: .mkv))
        exporter.verification = .decode
        let report = try exporter.run(to: scratch.file("part.mkv"))
        #expect(report.frames.shown >= Int64(rate) / 5)
    }
}
