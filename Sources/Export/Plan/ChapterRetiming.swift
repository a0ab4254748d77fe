internal import MediaTime

/// Moves chapters to where their content is played.
struct ChapterRetiming {
    /// Of the track that chapters follow.
    let segments: [TimeMapping]
    /// Of all tracks of video and audio: audio often begins some hundredths of a second before the first frame.
    let others: [TimeMapping]
    /// When the file ends (asset time). A hold there shows its last frame.
    let end: RationalTime

    /// Each chapter, from the first to the last instant at which any of it is played: it begins with the first track that plays it, and ends
    /// with the one that chapters follow, if that plays any of it. A chapter of which nothing is played is left out.
    func retimed(_ chapters: [Chapter]) -> [Chapter] {
        chapters.compactMap { stated in
            let chapter = unrounded(stated)
            let (leading, other) = (ranges(of: chapter, in: segments), ranges(of: chapter, in: others))
            let ends = (leading.isEmpty ? other : leading).map(\.end)
            guard let start = (leading + other).map(\.start).min(), let end = ends.max(),
                let range = try? TimeRange(start: start, end: end)
            else { return nil }
            return Chapter(range: range, metadata: chapter.metadata)
        }
    }

    /// Where any of a chapter is played (target time).
    private func ranges(of chapter: Chapter, in segments: [TimeMapping]) -> [TimeRange] {
        segments.compactMap { segment in
            if segment.course == .hold { return holds(chapter.range, at: segment.source.start) ? segment.target : nil }
            guard let common = try? segment.source.intersection(chapter.range),
                let start = try? segment.targetTime(ofSource: common.start),
                let end = try? segment.targetTime(ofSource: common.end)
            else { return nil }
            return try? TimeRange(start: min(start, end), end: max(start, end))
        }
    }

    /// Whether a hold of an instant shows a range. What ends a tick before the file, by rounding, ends with it.
    private func holds(_ range: TimeRange, at instant: RationalTime) -> Bool {
        guard instant >= end else { return range.contains(instant) }
        let last = (try? end - Self.tick) ?? end
        return range.start < end && last <= range.end
    }

    /// A chapter that begins and ends at the instants of holds where it was rounded from those.
    private func unrounded(_ chapter: Chapter) -> Chapter {
        let range = (segments + others).unrounded(chapter.range, tick: Self.tick)
        return Chapter(range: range, metadata: chapter.metadata)
    }

    /// Chapters are mostly written in milliseconds.
    private static let tick = RationalTime(1, 1000)
}
