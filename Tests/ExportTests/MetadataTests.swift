import Composition
import Export
import FFmpeg
import MediaFormats
import MediaSyntax
import MediaTime
import TestSupport
import Testing

/// Rule 7: what rides along is retimed too, and the rest is kept.
@Suite struct MetadataTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    static let texts = [
        MetadataEntry(key: "creation_time", value: "2024-01-24T14:50:14.000000Z"),
        MetadataEntry(key: "com.apple.quicktime.make", value: "Apple"),
        // A number, as libavformat prints it.
        MetadataEntry(key: "com.android.capture.fps", value: "240.000000"),
        MetadataEntry(key: "title", value: "Größe 测试"),
    ]

    @Test(arguments: [true, false], [("mp4", "mp4"), ("mov", "mov"), ("mov", "mp4")])
    func `Texts, language, rotation and colour`(isCopied: Bool, containers: (String, String)) throws {
        var clip = Clip(containers.0, frames: 24, at: .fps(120))
        clip.metadata = Self.texts
        clip.options = [MetadataEntry(key: "movflags", value: "+use_metadata_tags")]
        clip.frames?.language = "ger"
        clip.frames?.colour.primaries = "bt2020"
        var bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        try MovieFile.rotateByQuarterTurn(&bytes)
        let path = try scratch.write(bytes, to: "turned.\(containers.0)")
        #expect(try ClipReader(path).streams[0].rotation == 90)

        let output = scratch.file("slow.\(containers.1)")
        try (isCopied ? Retime(.rate(1, 2)) : Retime(.rate(1, 2), to: .fps(30))).run(path, to: output)
        let result = try ClipReader(output)
        for text in Self.texts { #expect(result.text(text.key) == text.value, "\(text.key)") }
        let stream = result.streams[0]
        #expect(stream.rotation == 90)
        #expect((stream.parameters.width, stream.parameters.height) == (320, 180))
        #expect(stream.metadata("language") == "ger")
        #expect(stream.parameters.colour.primaries == "bt2020")
    }

    /// Players look for titles in these boxes only, and Android's for a number of 32 bits.
    @Test(arguments: [("mp4", Delivery.asSource), ("mov", .asSource), ("mp4", .social), ("m4a", .asSource)])
    func `Usual texts have usual boxes beside a camera's own keys`(container: String, delivery: Delivery) throws {
        var clip = Clip("mov", frames: 24, at: .fps(120))
        clip.audioTracks = [Clip.Audio("aac", samples: 9_600)]
        clip.metadata = Self.texts
        clip.options = [MetadataEntry(key: "movflags", value: "+use_metadata_tags")]
        var retime = Retime(.rate(1, 2))
        retime.settings.delivery = delivery
        let output = scratch.file("slow.\(container)")
        try retime.run(clip.write(to: scratch), to: output)
        let bytes = try ScratchDirectory.bytes(of: output)
        let movie = BoxScanner(ByteSource(bytes))
        let index = try #require(movie.first("moov"))
        let data = try #require(movie.first("udta", in: index.content))
        let texts = bytes[Int(data.range.lowerBound)..<Int(data.range.upperBound)]
        #expect(texts.firstRange(of: Array("nam".utf8)) != nil && texts.firstRange(of: Array("Größe 测试".utf8)) != nil)
        let keys = try #require(movie.first("meta", in: index.content))
        let own = bytes[Int(keys.range.lowerBound)..<Int(keys.range.upperBound)]
        #expect(own.firstRange(of: Array("mdtacom.apple.quicktime.make".utf8)) != nil)
        #expect(own.firstRange(of: Array("Größe".utf8)) == nil)
        let rate = (0..<4).map { UInt8(truncatingIfNeeded: Float(240).bitPattern >> (24 - 8 * $0)) }
        #expect(own.firstRange(of: Array("data".utf8) + [0, 0, 0, 23, 0, 0, 0, 0] + rate) != nil)
    }

    /// MP4 has no box for the first two, and nobody has one for the third.
    @Test func `What has no box is kept under its key`() throws {
        var clip = Clip("mkv", frames: 6, at: .fps(25))
        let texts = [("MAKE", "Canon"), ("model", "X"), ("mood", "calm"), ("TITLE", "Impact")]
        clip.metadata = texts.map { MetadataEntry(key: $0, value: $1) }
        let output = scratch.file("out.mp4")
        try Retime().run(clip.write(to: scratch), to: output)
        let found = try MediaDescription(ofFile: output).metadata
        for (key, value) in texts {
            #expect(found.filter { $0.key.lowercased() == key.lowercased() }.map(\.value) == [value], "\(key)")
        }
    }

    /// libavformat writes what MP4 and MOV call a track, and does not read it.
    @Test(arguments: ["mp4", "mov", "mkv"]) func `A track keeps its title`(container: String) throws {
        var clip = Clip(container, frames: 24, at: .fps(120))
        clip.frames?.title = "Links – 左"
        let path = try clip.write(to: scratch)
        for output in ["mp4", "mov", "mkv"].map({ scratch.file("slow.\($0)") }) {
            try Retime(.rate(1, 2)).run(path, to: output)
            #expect(try MediaDescription(ofFile: output).mainVideo?.text("title") == "Links – 左")
        }
    }

    @Test(arguments: ["mp4", "mov", "mkv"])
    func `Chapters are retimed`(container: String) throws {
        var clip = Clip(container, frames: 120, at: .fps(120))
        clip.chapters = [(0, 400, "one"), (400, 1000, "two")].map { start, end, title in
            ChapterInfo(
                timeBase: TimeBase(1, 1000),
                start: start,
                end: end,
                metadata: [MetadataEntry(key: "title", value: title)]
            )
        }
        let result = try Retime(.rate(1, 2)).result(of: clip, as: container, in: scratch)
        let chapters = try result.chapters.map { chapter in
            (
                start: try chapter.timeBase.time(chapter.start),
                title: chapter.metadata.first { $0.key == "title" }?.value
            )
        }
        #expect(chapters.map(\.start) == [.zero, RationalTime(800, 1000)])
        #expect(chapters.map(\.title) == ["one", "two"])
        #expect(result.streams(.video).count == 1)
    }

    @Test func `Subtitles are retimed`() throws {
        var clip = Clip("mkv", frames: 120, at: .fps(120))
        clip.subtitles = "1\n00:00:00,100 --> 00:00:00,600\nHello\n\n2\n00:00:00,700 --> 00:00:00,800\nthere\n"
        let result = try Retime(.rate(1, 2)).result(of: clip, as: "mkv", in: scratch)
        #expect(result.streams.map(\.kind) == [.video, .subtitle])
        #expect(result.packets[1].map(\.pts) == [RationalTime(2, 10), RationalTime(14, 10)])
        #expect(result.packets[1].map(\.duration) == [RationalTime(1, 1), RationalTime(2, 10)])
    }

    @Test func `Subtitles that begin together stay together`() throws {
        var clip = Clip("mkv", frames: 60, at: .fps(60))
        clip.subtitles = "1\n00:00:00,100 --> 00:00:00,400\nAbove\n\n2\n00:00:00,100 --> 00:00:00,300\nBelow\n"
        for (format, instants) in [("mkv", [2, 2]), ("webm", [2, 2]), ("mp4", [2, 6])] {
            let texts = try Retime(.rate(1, 2)).result(of: clip, as: format, in: scratch).packets[1]
            let seen = texts.filter { $0.payload.bytes.count > 2 }
            #expect(seen.map(\.pts) == instants.map { RationalTime(Int64($0), 10) })
        }
    }

    /// What begins before zero would move all other tracks.
    @Test func `Subtitles are cut where the film is`() throws {
        var clip = Clip("mkv", frames: 120, at: .fps(120))
        clip.subtitles = "1\n00:00:00,100 --> 00:00:00,400\nHello\n\n2\n00:00:00,500 --> 00:00:00,900\nthere\n"
        var retime = Retime(.rate(1, 2))
        retime.trim = try TimeRange(start: RationalTime(30, 120), end: RationalTime(90, 120))
        retime.settings.video = VideoEncoding(codec: .h264, preset: "ultrafast")
        let output = scratch.file("cut.mkv")
        #expect(try retime.run(clip.write(to: scratch), to: output).duration == RationalTime(1, 1))
        let result = try ClipReader(output)
        #expect(result.packets[0].first?.pts == .zero)
        #expect(result.packets[1].map(\.pts) == [.zero, RationalTime(5, 10)])
        #expect(result.packets[1].map(\.duration) == [RationalTime(3, 10), RationalTime(5, 10)])
    }

    /// Texts of two cues that overlap from .3 to .4 s.
    private static let overlapping =
        "1\n00:00:00,100 --> 00:00:00,400\n<i>Hello</i>\n\n2\n00:00:00,300 --> 00:00:00,900\nthere & <3\n"

    @Test(arguments: [("mp4", "mov_text"), ("mov", "mov_text"), ("webm", "webvtt")])
    func `Subtitles that are text become the container's kind of text`(format: String, codec: String) throws {
        var clip = Clip("mkv", frames: 120, at: .fps(120))
        clip.subtitles = Self.overlapping
        let result = try Retime(.rate(1, 2)).result(of: clip, as: format, in: scratch)
        #expect(result.streams.map(\.kind) == [.video, .subtitle])
        #expect(result.streams[1].parameters.codecName == codec)
        // In MP4 and MOV a packet of two bytes says that nothing is shown.
        let texts = result.packets[1].filter { $0.payload.bytes.count > 2 }
        let shared = codec == "webvtt"
        #expect(texts.map(\.pts) == (shared ? [2, 6] : [2, 6, 8]).map { RationalTime($0, 10) })
        #expect(texts.map(\.duration) == (shared ? [6, 12] : [4, 2, 10]).map { RationalTime($0, 10) })
        let both = String(decoding: texts[1].payload.bytes, as: UTF8.self)
        #expect(both.contains("Hello\nthere") == !shared)
        // WebVTT has marks that begin so.
        #expect(both.contains(shared ? "there &amp; &lt;3" : "there & <3"))
    }

    @Test func `Texts of MP4 become texts of Matroska, and what says that nothing is shown is none`() throws {
        var clip = Clip("mkv", frames: 120, at: .fps(120))
        clip.subtitles = "1\n00:00:00,100 --> 00:00:00,400\n<i>Hello</i>\n\n2\n00:00:00,500 --> 00:00:00,900\nthere\n"
        let movie = scratch.file("texts.mp4")
        _ = try Retime(.rate(1, 1)).run(clip.write(to: scratch), to: movie)
        let output = scratch.file("texts.mkv")
        _ = try Retime(.rate(1, 1)).run(movie, to: output)
        let result = try ClipReader(output)
        #expect(result.streams[1].parameters.codecName == "subrip")
        #expect(result.packets[1].map(\.pts) == [RationalTime(1, 10), RationalTime(5, 10)])
        #expect(result.packets[1].map(\.duration) == [RationalTime(3, 10), RationalTime(4, 10)])
        let texts = result.packets[1].map { String(decoding: $0.payload.bytes, as: UTF8.self) }
        #expect(texts == ["<i>Hello</i>", "there"])
    }

    @Test func `Texts of several clips are joined, whatever their kinds are`() throws {
        var clip = Clip("mkv", frames: 60, at: .fps(60))
        clip.subtitles = "1\n00:00:00,100 --> 00:00:00,400\nHello\n"
        let (first, second) = (scratch.file("first.mp4"), try clip.write(to: scratch))
        _ = try Retime(.rate(1, 1)).run(second, to: first)
        let inputs = try [first, second].map { try MediaDescription(ofFile: $0) }
        var composition = try Composition(inputs.map(\.asset))
        try composition.scale(by: .rate(1, 2))
        let output = scratch.file("joined.mkv")
        let plan = try ExportPlan(composition, of: inputs, settings: ExportSettings(), container: .mkv)
        _ = try Exporter(plan: plan).run(to: output)
        let texts = try ClipReader(output).packets[1]
        #expect(texts.map(\.pts) == [RationalTime(2, 10), RationalTime(22, 10)])
        #expect(texts.map { String(decoding: $0.payload.bytes, as: UTF8.self) } == ["Hello", "Hello"])
    }

    @Test func `Texts of what is repeated are shown each time`() throws {
        var clip = Clip("mkv", frames: 60, at: .fps(60))
        clip.subtitles = "1\n00:00:00,100 --> 00:00:00,700\nHello\n\n2\n00:00:00,800 --> 00:00:00,900\nthere\n"
        let media = try MediaDescription(ofFile: clip.write(to: scratch))
        for container in [Container.mkv, .mp4] {
            var composition = try Composition([media.asset])
            try composition.apply([.repetition(try TimeRange(start: RationalTime(3, 4), end: RationalTime(1, 1)), 2)])
            let output = scratch.file("again.\(container.rawValue)")
            let plan = try ExportPlan(composition, of: [media], settings: ExportSettings(), container: container)
            _ = try Exporter(plan: plan).run(to: output)
            let texts = try ClipReader(output).packets[1].filter { $0.payload.bytes.count > 2 }
            #expect(texts.map(\.pts) == [10, 80, 105].map { RationalTime($0, 100) })
            #expect(texts.map(\.duration) == [60, 10, 10].map { RationalTime($0, 100) })
        }
    }

    @Test func `Texts are cut where the film is, and what was over is not written`() throws {
        var clip = Clip("mkv", frames: 120, at: .fps(120))
        clip.subtitles = Self.overlapping
        var retime = Retime(.rate(1, 2))
        retime.trim = try TimeRange(start: RationalTime(42, 120), end: RationalTime(90, 120))
        retime.settings.video = VideoEncoding(codec: .h264, preset: "ultrafast")
        let output = scratch.file("cut.mp4")
        _ = try retime.run(clip.write(to: scratch), to: output)
        let texts = try ClipReader(output).packets[1].filter { $0.payload.bytes.count > 2 }
        #expect(texts.map(\.pts) == [.zero, RationalTime(1, 10)])
        #expect(texts.map(\.duration) == [RationalTime(1, 10), RationalTime(7, 10)])
    }

    @Test func `A track that the container cannot carry is named in a warning`() throws {
        var clip = Clip("mkv", frames: 12, at: .fps(120))
        clip.subtitles = "1\n00:00:00,000 --> 00:00:00,050\nHello\n"
        var retime = Retime(.rate(1, 2))
        retime.settings.timing = .constantFrameRate(.fps(60))
        let plan = try retime.plan(clip.write(to: scratch), for: .avi)
        #expect(plan.warnings == ["track 1 (subtitle, subrip) is left out: avi cannot carry subrip"])
    }

    @Test func `Frames alone, audio alone`() throws {
        let frames = try Retime(.rate(1, 2)).result(of: Clip("mp4", frames: 12, at: .fps(60)), as: "mp4", in: scratch)
        #expect(frames.streams.map(\.kind) == [.video])
        let audio = try Retime(.rate(1, 2)).result(
            of: Clip("mp4", audio: Clip.Audio("aac", samples: 9_600)),
            as: "m4a",
            in: scratch
        )
        #expect(audio.streams.map(\.kind) == [.audio])
    }
}
