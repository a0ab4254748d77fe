internal import MediaSyntax
internal import MediaTime

/// A chapter of a movie. It lasts until the next one begins.
struct MovieChapter: Hashable, Sendable {
    /// From the movie's start.
    let start: RationalTime
    let title: String
}

extension ChapterListBox {
    /// Chapters in order of time. Each start is rounded to the nearest tick.
    init(_ chapters: [MovieChapter]) {
        self.init(
            chapters.map { chapter in
                let start = (try? chapter.start.ticks(over: Self.timescale, rounding: .nearest)) ?? 0
                return Chapter(start: UInt64(max(0, start)), title: chapter.title)
            }
        )
    }
}
