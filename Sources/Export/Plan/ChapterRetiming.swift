internal import MediaTime

/// Moves chapters to where their content is played.
struct ChapterRetiming {
    let segments: [TimeMapping]

    /// Each chapter, from the first to the last instant at which any of it is played. A chapter of which nothing is played
    /// is left out.
    func retimed(_ chapters: [Chapter]) -> [Chapter] {
        chapters.compactMap { chapter in
            let ranges = segments.compactMap { segment -> TimeRange? in
                guard let common = try? segment.source.intersection(chapter.range),
                    let start = try? segment.targetTime(ofSource: common.start),
                    let end = try? segment.targetTime(ofSource: common.end)
                else { return nil }
                return try? TimeRange(start: min(start, end), end: max(start, end))
            }
            guard let start = ranges.map(\.start).min(), let end = ranges.map(\.end).max(),
                let range = try? TimeRange(start: start, end: end)
            else { return nil }
            return Chapter(range: range, metadata: chapter.metadata)
        }
    }
}
