public import MediaTime

extension Composition {
    /// The first target instant at which an instant of a file (asset time) is played; `nil` where it is not.
    ///
    /// - Throws: `TimeOverflow` where it cannot be expressed.
    /// - Complexity: O(n) in the number of segments.
    public func targetTime(ofSource time: RationalTime, in path: String) throws(TimeOverflow) -> RationalTime? {
        for track in tracks {
            for case .media(let media) in track.segments where media.path == path {
                let source = media.mapping.source
                guard source.start <= time, time <= source.end else { continue }
                return try media.mapping.targetTime(ofSource: time)
            }
        }
        return nil
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
