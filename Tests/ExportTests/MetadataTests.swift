import Export
import FFmpeg
import MediaFormats
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
        MetadataEntry(key: "com.android.capture.fps", value: "240.0"),
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

    @Test func `A track that the container cannot carry is named in a warning`() throws {
        var clip = Clip("mkv", frames: 12, at: .fps(120))
        clip.subtitles = "1\n00:00:00,000 --> 00:00:00,050\nHello\n"
        let plan = try Retime(.rate(1, 2)).plan(clip.write(to: scratch), for: .mp4)
        #expect(plan.warnings == ["track 1 (subtitle, subrip) is left out: mp4 cannot carry subrip"])
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
