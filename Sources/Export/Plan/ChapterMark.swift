internal import MediaFormats
public import MediaTime

/// An instant of a clip at which a chapter of the result begins.
public struct ChapterMark: Hashable, Sendable {
    /// The index of the clip among the files that are exported.
    public var input: Int
    /// The instant (asset time).
    public var time: RationalTime
    /// What the chapter is called.
    public var title: String

    /// A chapter at an instant of a clip.
    public init(input: Int = 0, time: RationalTime, title: String) {
        (self.input, self.time, self.title) = (input, time, title)
    }

    /// When the instant is played first; `nil` where it is not played.
    func target(in segments: [TimeMapping]) -> RationalTime? {
        segments.lazy.compactMap { segment -> RationalTime? in
            let isPlayed = segment.source.contains(time) || segment.course == .hold && segment.source.start == time
            return isPlayed ? try? segment.targetTime(ofSource: time) : nil
        }.first
    }
}

extension Chapter {
    /// Chapters that begin at instants of the result (target time), each until the next one, in order.
    static func beginning(at starts: [(time: RationalTime, title: String)], until end: RationalTime) -> [Chapter] {
        let starts = starts.sorted { $0.time < $1.time }
        return starts.indices.compactMap { index in
            let next = index + 1 < starts.count ? starts[index + 1].time : max(end, starts[index].time)
            guard let range = try? TimeRange(start: starts[index].time, end: next) else { return nil }
            return Chapter(range: range, metadata: [MetadataItem(key: "title", value: starts[index].title)])
        }
    }

    /// Chapters of files and new ones, in order. Where a new one begins, that of a file ends, and where that of a file begins, a new one. A
    /// new one takes the place of those that begin at its instant: libavformat reads one chapter of an instant in Matroska.
    static func joined(_ own: [Chapter], with new: [Chapter]) -> [Chapter] {
        let own = own.filter { chapter in !new.contains { $0.range.start == chapter.range.start } }
        let (ownStarts, newStarts) = (own.map(\.range.start), new.map(\.range.start))
        let all = own.map { $0.ended(byFirstOf: newStarts) } + new.map { $0.ended(byFirstOf: ownStarts) }
        return all.sorted { $0.range.start < $1.range.start }
    }

    /// The chapter, up to the first of some instants that lies in it.
    private func ended(byFirstOf instants: [RationalTime]) -> Chapter {
        let first = instants.filter { range.start < $0 && $0 < range.end }.min()
        guard let first, let rest = try? TimeRange(start: range.start, end: first) else { return self }
        return Chapter(range: rest, metadata: metadata)
    }
}
