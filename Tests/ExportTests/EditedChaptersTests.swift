import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Chapters of QuickTime, which are a track of texts, where an edit list of it begins within one, as a player's trim leaves them.
@Suite struct EditedChaptersTests {
    @Test(
        arguments: [(0, ["0 one", "150 two", "300 three"]), (1, ["0 one", "50 two", "200 three"])]
            as [(Int32, [String])]
    )
    func `They begin where the edit list means them to`(seconds: Int32, expected: [String]) throws {
        let scratch = try ScratchDirectory()
        var clip = Clip("mov", frames: 120, at: .fps(30))
        clip.chapters = [(0, 1500, "one"), (1500, 3000, "two"), (3000, 4000, "three")].map { start, end, title in
            ChapterInfo(
                timeBase: TimeBase(1, 1000),
                start: start,
                end: end,
                metadata: [MetadataEntry(key: "title", value: title)]
            )
        }
        var bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        // libavformat writes chapters a second time, as a list beside the tracks.
        let list = try #require(bytes.firstRange(of: Array("chpl".utf8)))
        bytes.replaceSubrange(list, with: Array("free".utf8))
        let unit = Int32(try ClipReader(scratch.file("clip.mov")).streams[0].timeBase.denominator)
        let movie = try MovieFile.timescale(of: bytes)
        let length = UInt32(4 - seconds) * movie
        try MovieFile.setEdits(of: &bytes, track: 0, to: [(length, unit * 2 / 30 + unit * seconds, 1 << 16)])
        try MovieFile.setEdits(of: &bytes, track: 1, to: [(length, 1000 * seconds, 1 << 16)])
        let path = try scratch.write(bytes, to: "edited.mov")
        func texts(_ chapters: [Chapter]) -> [String] {
            chapters.map { "\(Int(($0.range.start.seconds * 100).rounded())) \($0.title ?? "")" }
        }
        let media = try MediaDescription(ofFile: path)
        #expect(texts(media.chapters) == expected)
        #expect(media.chapters.last?.range.end == media.asset.duration)
        for container in ["mov", "mkv"] {
            let result = scratch.file("result.\(container)")
            try Retime(to: .fps(30)).run(path, to: result)
            #expect(try texts(MediaDescription(ofFile: result).chapters) == expected)
        }
    }
}
