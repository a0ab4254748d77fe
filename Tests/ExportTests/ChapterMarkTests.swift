import Composition
import FFmpeg
import MediaFormats
import MediaSyntax
import MediaTime
import TestSupport
import Testing

@testable import Export

/// New chapters begin where their instants are played.
@Suite struct ChapterMarkTests {
    @Test func `A chapter begins where its instant is played, and lasts until the next`() throws {
        let scratch = try ScratchDirectory()
        var retime = Retime(PlaybackRate(1, 2))
        retime.trim = try TimeRange(start: RationalTime(1, 4), end: RationalTime(1, 1))
        retime.settings.chapters = [
            ChapterMark(time: RationalTime(3, 4), title: "second = last"),
            ChapterMark(time: RationalTime(1, 2), title: "first"),
            ChapterMark(time: RationalTime(1, 8), title: "before"),
            ChapterMark(time: RationalTime(1, 1), title: "behind"),
        ]
        let path = try Clip("mp4", frames: 120, at: .fps(120)).write(to: scratch)
        let plan = try retime.plan(path, for: .mkv)
        #expect(plan.chapters.map(\.title) == ["first", "second = last"])
        #expect(plan.chapters.map(\.range.start) == [RationalTime(1, 2), RationalTime(1, 1)])
        #expect(plan.chapters.map(\.range.end) == [RationalTime(1, 1), RationalTime(3, 2)])
        #expect(plan.warnings.filter { $0.contains("'before'") || $0.contains("'behind'") }.count == 2)
        try retime.run(path, to: scratch.file("result.mkv"))
        #expect(try ClipReader(scratch.file("result.mkv")).chapters.count == 2)
    }

    /// libavformat reads one chapter of an instant in Matroska: it was that of the file.
    @Test(arguments: ["mkv", "mp4"])
    func `A new chapter takes the place of one that begins at its instant`(container: String) throws {
        let scratch = try ScratchDirectory()
        var clip = Clip("mkv", frames: 60, at: .fps(60))
        clip.chapters = [("one", 0), ("two", 500)].map { (title: String, start: Int64) -> ChapterInfo in
            let metadata = [MetadataEntry(key: "title", value: title)]
            return ChapterInfo(timeBase: TimeBase(1, 1000), start: start, end: start + 500, metadata: metadata)
        }
        var retime = Retime()
        retime.settings.chapters = [ChapterMark(time: RationalTime(1, 2), title: "new")]
        let result = try retime.result(of: clip, as: container, in: scratch)
        #expect(result.chapters.map { $0.metadata.first { $0.key == "title" }?.value } == ["one", "new"])
    }

    /// libavformat leaves out those that do not begin later than all before them.
    @Test func `Chapters of Matroska that are in no order are all read`() throws {
        func element(_ start: UInt64, _ end: UInt64?, _ title: String) -> ChapterElement {
            ChapterElement(start: start * 1_000_000_000, end: end.map { $0 * 1_000_000_000 }, title: title)
        }
        let elements = [element(5, 9, "late"), element(2, nil, "early"), element(7, nil, "last")]
        let read = [ChapterInfo(timeBase: TimeBase(1, 1000), start: 5000, end: 7000, metadata: [])]
        let chapters = UnorderedChapters(elements, end: RationalTime(20, 1)).insteadOfFewer(read)
        #expect(chapters.map(\.start) == [2, 5, 7].map { $0 * 1_000_000_000 })
        #expect(chapters.map(\.end) == [5, 9, 20].map { $0 * 1_000_000_000 })
        #expect(chapters.map { $0.metadata.first?.value } == ["early", "late", "last"])
        #expect(UnorderedChapters([elements[0]], end: nil).insteadOfFewer(read) == read)
    }

    @Test(arguments: ["", "2s", "2s=", "=a", "x=a"])
    func `What is no mark is refused`(text: String) {
        #expect(throws: ParseError.self) { try MarkExpression(parsing: text) }
    }

    @Test func `A title may hold an equals sign`() throws {
        let mark = try MarkExpression(parsing: "360f=a=b")
        #expect(mark.time == .frame(360))
        #expect(mark.title == "a=b")
    }

    @Test func `A clip that is joined with itself is two clips`() throws {
        let scratch = try ScratchDirectory()
        var clip = Clip("mp4", frames: 60, at: .fps(60))
        clip.chapters = [
            ChapterInfo(
                timeBase: TimeBase(1, 1),
                start: 0,
                end: 1,
                metadata: [MetadataEntry(key: "title", value: "own")]
            )
        ]
        let media = try MediaDescription(ofFile: clip.write(to: scratch))
        var settings = ExportSettings()
        settings.chapters = [ChapterMark(input: 1, time: RationalTime(1, 2), title: "second")]
        let composition = try Composition([media.asset, media.asset])
        let plan = try ExportPlan(composition, of: [media, media], settings: settings, container: .mp4)
        #expect(plan.video?.parts.map(\.input) == [0, 1])
        #expect(plan.chapters.map(\.title) == ["own", "own", "second"])
        #expect(plan.chapters.map(\.range.start) == [.zero, RationalTime(1, 1), RationalTime(3, 2)])
        #expect(plan.chapters.map(\.range.end) == [RationalTime(1, 1), RationalTime(3, 2), RationalTime(2, 1)])
        #expect(plan.warnings.isEmpty)
        // Given once, it is one file.
        let single = try ExportPlan(composition, of: [media], container: .mp4)
        #expect(single.video?.parts.map(\.input) == [0])
    }

    @Test func `Where the clip has no frame yet, its audio says when a chapter begins`() throws {
        let scratch = try ScratchDirectory()
        var clip = Clip("mov", frames: 30, at: .fps(60))
        clip.frames?.timing = .constant(first: 3)
        clip.audioTracks = [Clip.Audio(samples: 48_000)]
        let path = try clip.write(to: scratch)
        var retime = Retime(.rate(1, 2))
        retime.settings.chapters = [
            ChapterMark(time: .zero, title: "first"), ChapterMark(time: RationalTime(3, 4), title: "behind the frames"),
        ]
        let plan = try retime.plan(path, for: .mov)
        #expect(plan.chapters.map(\.range.start) == [.zero, RationalTime(3, 2)])
        #expect(plan.warnings.isEmpty, "\(plan.warnings)")
    }
}
