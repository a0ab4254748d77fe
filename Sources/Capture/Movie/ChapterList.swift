internal import MediaTime

/// The box `chpl`, by which Nero's players, and since then nearly all but QuickTime, know chapters. No standard describes
/// it; libavformat's reader and writer (mov.c, movenc.c) do.
struct ChapterList {
    let chapters: [MovieChapter]

    /// Chapters and bytes of a title are counted in one byte.
    private static let limit = 255
    /// Units of a second in which chapters begin.
    private static let timescale: Int32 = 10_000_000

    func write(into writer: inout BoxWriter) {
        let chapters = chapters.prefix(Self.limit)
        writer.fullBox("chpl", version: 1) { writer in
            writer.unsigned(0, bytes: 4)
            writer.unsigned(UInt64(chapters.count), bytes: 1)
            for chapter in chapters {
                let start = (try? chapter.start.ticks(over: Self.timescale, rounding: .nearest)) ?? 0
                let title = Self.title(chapter.title)
                writer.signed(start, bytes: 8)
                writer.unsigned(UInt64(title.count), bytes: 1)
                writer.append(title[...])
            }
        }
    }

    /// As many whole characters as there is room for.
    private static func title(_ text: String) -> [UInt8] {
        var text = text[...]
        while text.utf8.count > limit { text.removeLast() }
        return Array(text.utf8)
    }
}
