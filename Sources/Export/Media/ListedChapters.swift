internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

/// Chapters of an MP4 by the list that lies beside its tracks (`chpl`).
///
/// libavformat numbers the chapters of that list, and those of the track of texts, from 0 each, and takes those of the track in place
/// of those of the same number. Where its own muxer has written a chapter without a title, which is in the list and not in the track,
/// it reads some chapters twice, and others at wrong times.
struct ListedChapters {
    private let list: [ChapterListBox.Chapter]
    /// When the file ends, on its own clock; `nil` where that is not known.
    private let end: RationalTime?

    /// Chapters of a file that ends then.
    init(_ list: [ChapterListBox.Chapter], end: RationalTime?) { (self.list, self.end) = (list, end) }

    /// The chapters that libavformat has read, or those of the list where some of these are from the list, and others are not.
    func insteadOfMixed(_ read: [ChapterInfo]) -> [ChapterInfo] {
        let isFromList = read.map { $0.timeBase == TimeBase(1, ChapterListBox.timescale) }
        guard isFromList.contains(true), isFromList.contains(false) else { return read }
        let starts = list.map { Int64(clamping: $0.start) }
        let last = end.flatMap { try? $0.ticks(over: ChapterListBox.timescale, rounding: .nearest) } ?? .max
        return list.indices.map { index in
            ChapterInfo(
                timeBase: TimeBase(1, ChapterListBox.timescale),
                start: starts[index],
                end: max(starts[index], index + 1 < starts.count ? starts[index + 1] : last),
                metadata: [MetadataEntry(key: "title", value: list[index].title)]
            )
        }
    }
}
