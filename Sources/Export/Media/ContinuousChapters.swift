internal import MediaFormats
internal import MediaTime

/// Chapters as MP4 and MOV store them: samples of text, the first of which begins with the movie, and each of which
/// lasts until the next one. Where there is no chapter, there is a text without a character, as in QuickTime's text
/// tracks.
enum ContinuousChapters {
    /// Between chapters, less than this is what rounding has left (seconds), as where they end with their last frame.
    static let shortestGap = RationalTime(1, 10)
    /// A first chapter that begins earlier than this begins with the movie (seconds).
    private static let shortestBeginning = RationalTime(1, 1000)

    /// Chapters, which are in order of their beginnings, with untitled ones where there is none.
    static func filled(_ chapters: [Chapter]) -> [Chapter] {
        var filled: [Chapter] = []
        var end = RationalTime.zero
        for chapter in chapters {
            let shortest = filled.isEmpty ? shortestBeginning : shortestGap
            if let gap = try? chapter.range.start - end, gap >= shortest,
                let range = try? TimeRange(start: end, end: chapter.range.start)
            {
                filled.append(Chapter(range: range, metadata: [untitled]))
            }
            // Without a title there would be no sample of it.
            let isNamed = chapter.title != nil
            filled.append(isNamed ? chapter : Chapter(range: chapter.range, metadata: chapter.metadata + [untitled]))
            end = max(end, chapter.range.end)
        }
        return filled
    }

    /// Chapters of a movie without those that say that there is none. Where no chapter has a title, all are chapters.
    static func withoutGaps(_ chapters: [Chapter]) -> [Chapter] {
        let titled = chapters.filter { !($0.title ?? "").isEmpty }
        return titled.isEmpty ? chapters : titled
    }

    private static let untitled = MetadataItem(key: "title", value: "")
}
