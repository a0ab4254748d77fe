public import MediaTime

/// A piece of a track: media that is retimed by a mapping, or a gap.
///
/// A mapping is linear. Ramps and holds will be further kinds of mapping here; nothing else needs to know.
public enum Segment: Hashable, Sendable {
    /// Part of an asset's track, played by the mapping.
    case media(MediaSegment)
    /// Nothing, for so long (target time).
    case gap(TimeRange)

    /// Where the piece lies, in target time.
    public var target: TimeRange {
        switch self {
        case .media(let media): media.mapping.target
        case .gap(let range): range
        }
    }
}

/// Part of an asset's track on its way into a composition.
public struct MediaSegment: Hashable, Sendable {
    /// The file.
    public let path: String
    /// The number of the stream in the file.
    public let trackIndex: Int
    /// Which source range (asset time) is played in which target range.
    public let mapping: TimeMapping

    /// A piece of a stream, retimed.
    public init(path: String, trackIndex: Int, mapping: TimeMapping) {
        self.path = path
        self.trackIndex = trackIndex
        self.mapping = mapping
    }
}

extension Segment {
    /// The part of the segment in `[start, end)` (target time), moved to begin at `newStart` and to last
    /// `newDuration`.
    func cut(
        from start: RationalTime,
        to end: RationalTime,
        placedAt newStart: RationalTime,
        lasting newDuration: RationalTime
    ) throws(TimeOverflow) -> Segment {
        let target = try TimeRange(start: newStart, duration: newDuration)
        switch self {
        case .gap:
            return .gap(target)
        case .media(let media):
            let map = media.mapping
            let source = try TimeRange(
                start: start == map.target.start ? map.source.start : map.sourceTime(ofTarget: start),
                end: end == map.target.end ? map.source.end : map.sourceTime(ofTarget: end)
            )
            let mapping = try TimeMapping(source: source, target: target)
            return .media(MediaSegment(path: media.path, trackIndex: media.trackIndex, mapping: mapping))
        }
    }
}
