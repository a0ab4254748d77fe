import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// Chapters begin in the file where their frames are.
@Suite struct StoredChaptersTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// A chapter as a reader shows it.
    private struct Shown: Equatable, CustomStringConvertible {
        let start: RationalTime
        let end: RationalTime
        let title: String

        init(_ start: RationalTime, _ end: RationalTime, _ title: String) {
            (self.start, self.end, self.title) = (start, end, title)
        }

        init(_ chapter: Chapter) { self.init(chapter.range.start, chapter.range.end, chapter.title ?? "") }

        init(_ chapter: ChapterInfo) throws {
            self.init(
                try #require(chapter.timeBase.time(chapter.start)),
                try #require(chapter.timeBase.time(chapter.end)),
                chapter.metadata.first { $0.key == "title" }?.value ?? ""
            )
        }

        var description: String { "\(start) to \(end) '\(title)'" }
    }

    private func stored(_ path: String) throws -> [Shown] { try ClipReader(path).chapters.map(Shown.init) }

    private func read(_ path: String) throws -> [Shown] {
        try MediaDescription(ofFile: path).chapters.map { Shown($0) }
    }

    private func chapter(_ start: Int64, _ end: Int64, _ title: String?) -> ChapterInfo {
        ChapterInfo(
            timeBase: TimeBase(1, 1000),
            start: start,
            end: end,
            metadata: title.map { [MetadataEntry(key: "title", value: $0)] } ?? []
        )
    }

    private func seconds(_ milliseconds: Int64) -> RationalTime { RationalTime(milliseconds, 1000) }

    /// libavformat's muxer adds a second where the fraction of one is a half or more.
    @Test(arguments: ["ogg", "opus"]) func `Comments of Ogg say to the millisecond where chapters begin`(
        container: String
    ) throws {
        var clip = Clip("mka", audio: Clip.Audio("pcm_s16le", samples: 4 * 48_000))
        let starts: [Int64] = [0, 499, 500, 1250, 2999, 3501]
        clip.chapters = zip(starts, starts.dropFirst() + [4000]).map { chapter($0, $1, "at \($0)") }
        let path = try clip.write(to: scratch)
        for trim in [nil, try TimeRange(start: seconds(400), end: seconds(3900))] {
            let output = scratch.file("out.\(container)")
            var retime = Retime()
            retime.trim = trim
            let target = try #require(Container(forPath: output))
            _ = try Exporter(plan: retime.plan(path, for: target)).run(to: output, overwriting: true)
            let moved = starts.map { max(0, $0 - (trim == nil ? 0 : 400)) }
            #expect(try stored(output).map(\.start) == moved.map(seconds))
            #expect(try stored(output).map(\.title) == starts.map { "at \($0)" })
        }
    }

    /// Players of Matroska may play chapters in another order, or leave out what lies between them.
    @Test func `An order of chapters that is not heeded is said`() throws {
        var clip = Clip("mkv", frames: 60, at: .fps(30))
        clip.chapters = [chapter(1000, 2000, "second"), chapter(0, 500, "first")]
        var bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        let isDefault: [UInt8] = [0x45, 0xDB, 0x81, 1]
        let flag = try #require(bytes.indices.first { bytes[$0...].starts(with: isDefault) })
        #expect(try MediaInspection(ofFile: scratch.write(bytes, to: "stored.mkv")).findings.isEmpty)
        bytes[flag + 1] = 0xDD
        let path = try scratch.write(bytes, to: "ordered.mkv")
        #expect(try MediaInspection(ofFile: path).findings.map(\.kind) == [.passesOver(.chapterOrder)])
        let plan = try Retime().plan(path, for: .mkv)
        #expect(plan.warnings.contains { $0.hasPrefix("\(path) is to be played chapter by chapter") })
    }

    /// libavformat's muxer writes chapters without a title into the list beside the tracks only, and its reader then mixes both.
    @Test func `A first chapter without a title leaves the others where they are`() throws {
        var clip = Clip("mp4", frames: 60, at: .fps(30))
        clip.chapters = [chapter(0, 500, nil), chapter(500, 1000, "Impact"), chapter(1000, 2000, "After")]
        let path = try clip.write(to: scratch)
        let wanted = [
            Shown(seconds(500), seconds(1000), "Impact"), Shown(seconds(1000), seconds(2000), "After"),
        ]
        #expect(try read(path) == wanted)
        let output = scratch.file("result.mp4")
        try Retime().run(path, to: output)
        #expect(try stored(output) == [Shown(.zero, seconds(500), "")] + wanted)
    }

    @Test(arguments: ["mp4", "mov", "mkv"])
    func `The first chapter begins where it is to begin, again and again`(container: String) throws {
        let wanted = [
            Shown(seconds(1000), seconds(1500), "Impact"), Shown(seconds(1500), seconds(2000), "After"),
        ]
        let path = try Clip(container, frames: 60, at: .fps(30)).write(to: scratch)
        var retime = Retime()
        retime.settings.chapters = [
            ChapterMark(time: seconds(1000), title: "Impact"), ChapterMark(time: seconds(1500), title: "After"),
        ]
        let first = scratch.file("first.\(container)")
        try retime.run(path, to: first)
        let again = scratch.file("again.\(container)")
        try Retime().run(first, to: again)
        for file in [first, again] {
            let unnamed = container == "mkv" ? [] : [Shown(.zero, seconds(1000), "")]
            #expect(try stored(file) == unnamed + wanted)
            #expect(try read(file) == wanted)
        }
        // What stands for no chapter does not become one elsewhere.
        let other = scratch.file("other.mkv")
        try Retime().run(again, to: other)
        #expect(try stored(other) == wanted)
    }

    @Test(arguments: ["mp4", "mov"])
    func `Where there is no chapter between two, none is shown`(container: String) throws {
        var clip = Clip("mkv", frames: 60, at: .fps(30))
        // The second ends a frame before the third begins.
        clip.chapters = [chapter(0, 500, "one"), chapter(1000, 1467, "two"), chapter(1500, 2000, "three")]
        let output = scratch.file("result.\(container)")
        try Retime().run(clip.write(to: scratch), to: output)
        let wanted = [
            Shown(.zero, seconds(500), "one"), Shown(seconds(1000), seconds(1500), "two"),
            Shown(seconds(1500), seconds(2000), "three"),
        ]
        #expect(try read(output) == wanted)
        #expect(try stored(output).count == 4)
    }

    @Test(arguments: ["mp4", "mov", "mkv"])
    func `Chapters of which none has a title stay`(container: String) throws {
        var clip = Clip("mkv", frames: 60, at: .fps(30))
        clip.chapters = [chapter(0, 500, nil), chapter(500, 2000, nil)]
        let output = scratch.file("result.\(container)")
        try Retime().run(clip.write(to: scratch), to: output)
        #expect(try read(output) == [Shown(.zero, seconds(500), ""), Shown(seconds(500), seconds(2000), "")])
    }

    /// The frame of the chapter is found by its number.
    @Test(arguments: ["mp4", "mov", "mkv"], [0, 2])
    func `In a trimmed copy, a chapter begins with its frame`(container: String, bFrames: Int) throws {
        var clip = Clip(container, frames: 90, at: .fps(30))
        clip.frames?.keyInterval = 90
        clip.frames?.bFrames = bFrames
        var retime = Retime()
        retime.trim = try TimeRange(start: seconds(1500), end: seconds(2500))
        retime.settings.chapters = [ChapterMark(time: seconds(2000), title: "Impact")]
        let output = scratch.file("result.\(container)")
        let report = try retime.run(clip.write(to: scratch), to: output)
        #expect(report.frames.leadIn == (container == "mkv" ? 45 : 0))
        let chapter = try #require(try read(output).first)
        let frame = try #require(try ClipReader(output).frames().first { $0.number == 60 })
        #expect(chapter.start == frame.time)
        #expect(chapter.start == seconds(container == "mkv" ? 2000 : 500))
    }
}
