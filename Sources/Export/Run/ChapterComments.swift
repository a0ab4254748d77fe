internal import FFmpeg
internal import MediaTime

/// Chapters as Vorbis comments have them: `CHAPTER000=00:00:02.500`, `CHAPTER000NAME=title`.
///
/// libavformat's own writer rounds seconds to the nearest, and then adds the milliseconds: 2.5 s became 3.5 s.
enum ChapterComments {
    /// Comments have three digits for a chapter's number.
    private static let most = 1000

    /// The comments of chapters in target time. Times are rounded to the nearest millisecond.
    static func entries(_ chapters: [Chapter]) -> [MetadataEntry] {
        chapters.prefix(most).enumerated().flatMap { index, chapter in
            let key = "CHAPTER" + padded(Int64(index), 3)
            let name = chapter.title.map { [MetadataEntry(key: key + "NAME", value: $0)] } ?? []
            return [MetadataEntry(key: key, value: text(chapter.range.start))] + name
        }
    }

    private static func text(_ time: RationalTime) -> String {
        let milliseconds = max(0, (try? time.ticks(over: 1000, rounding: .nearest)) ?? 0)
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }.joined(separator: ":")
        return "\(clock).\(padded(rest, 3))"
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
