public import MediaTime

extension Composition {
    /// The first target instant at which an instant of a file (asset time) is played; `nil` where it is not. An end is played only where
    /// nothing begins there: what is shown at it belongs to what follows in the file.
    ///
    /// - Throws: `TimeOverflow` where it cannot be expressed.
    /// - Complexity: O(n) in the number of segments.
    public func targetTime(ofSource time: RationalTime, in path: String) throws(TimeOverflow) -> RationalTime? {
        let mappings = tracks.flatMap(\.segments).compactMap { segment in
            if case .media(let media) = segment, media.path == path { media.mapping } else { nil }
        }
        let first =
            mappings.first {
                $0.source.start <= time
                    && (time < $0.source.end || $0.source.duration == .zero && time == $0.source.end)
            }
            ?? mappings.first { $0.source.end == time }
        return try first?.targetTime(ofSource: time)
    }

    /// What is played of a file: from its earliest instant to its latest (asset time); `nil` for nothing.
    public func playedRange(of path: String) -> TimeRange? {
        let ranges = tracks.flatMap(\.segments).compactMap { segment in
            if case .media(let media) = segment, media.path == path { media.mapping.source } else { nil }
        }
        guard let start = ranges.map(\.start).min(), let end = ranges.map(\.end).max() else { return nil }
        return try? TimeRange(start: start, end: end)
    }
}
