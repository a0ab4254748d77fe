import MediaFormats
import MediaTime
import Testing

@testable import Export

@Suite struct ChapterRetimingTests {
    static let chapters = [(0, 2, "one"), (2, 5, "two"), (5, 9, "three")]

    @Test func `Chapters move with their contents`() throws {
        let half = try mapping(0, 9, to: 0, 18)
        #expect(try retimed([half]) == ["0–4 one", "4–10 two", "10–18 three"])
    }

    @Test func `A trim cuts chapters, and drops those of which nothing is played`() throws {
        let part = try mapping(3, 4, to: 0, 2)
        #expect(try retimed([part]) == ["0–2 two"])
        let from = try mapping(5, 9, to: 0, 4)
        #expect(try retimed([from]) == ["0–4 three"])
    }

    @Test func `A chapter across segments reaches from the first to the last of it`() throws {
        let segments = [try mapping(0, 3, to: 0, 6), try mapping(3, 9, to: 6, 12)]
        #expect(try retimed(segments) == ["0–4 one", "4–8 two", "8–12 three"])
    }

    @Test func `A chapter begins with the audio that is before the video, and ends with the video`() throws {
        let (video, audio) = (try mapping(3, 8, to: 3, 8), try mapping(1, 9, to: 1, 9))
        #expect(try retimed([video], others: [video, audio]) == ["1–2 one", "2–5 two", "5–8 three"])
    }

    @Test func `Without segments there are no chapters`() throws {
        #expect(try retimed([]).isEmpty)
    }

    private func mapping(_ start: Int64, _ end: Int64, to targetStart: Int64, _ targetEnd: Int64) throws -> TimeMapping
    {
        try TimeMapping(
            source: TimeRange(start: RationalTime(start, 1), end: RationalTime(end, 1)),
            target: TimeRange(start: RationalTime(targetStart, 1), end: RationalTime(targetEnd, 1))
        )
    }

    private func retimed(_ segments: [TimeMapping], others: [TimeMapping] = []) throws -> [String] {
        let chapters = try Self.chapters.map { start, end, title in
            Chapter(
                range: try TimeRange(start: RationalTime(Int64(start), 1), end: RationalTime(Int64(end), 1)),
                metadata: [MetadataItem(key: "title", value: title)]
            )
        }
        return ChapterRetiming(segments: segments, others: others, end: RationalTime(9, 1)).retimed(chapters).map {
            chapter in
            "\(Int(chapter.range.start.seconds))–\(Int(chapter.range.end.seconds)) \(chapter.title ?? "")"
        }
    }
}
