internal import FFmpeg
internal import MediaFormats
internal import MediaTime

extension Chapter {
    /// A chapter as the file states it, moved from the file's own clock to asset time, of which `origin` is the beginning. What lies before that
    /// is left out. `nil` where it ends before that or before it begins, and where its times do not fit.
    init?(_ chapter: ChapterInfo, origin: RationalTime) {
        guard let start = chapter.timeBase.time(chapter.start), let end = chapter.timeBase.time(chapter.end),
            let shiftedStart = try? start - origin, let shiftedEnd = try? end - origin,
            let range = try? TimeRange(start: max(shiftedStart, .zero), end: shiftedEnd)
        else { return nil }
        self.range = range
        metadata = chapter.metadata.map(MetadataItem.init)
    }
}
