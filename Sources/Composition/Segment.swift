public import MediaTime

/// A piece of a track: media that is retimed by a mapping, or a gap.
public enum Segment: Hashable, Sendable {
    /// Part of an asset's track, played by the mapping.
    case media(MediaSegment)
    /// Nothing, in a target range: black or silent.
    case gap(TimeRange)

    /// Where the piece lies, in target time.
    public var target: TimeRange {
        switch self {
        case .media(let media): media.mapping.target
        case .gap(let range): range
        }
    }
}

/// Part of an asset's track, with its place in a composition.
public struct MediaSegment: Hashable, Sendable {
    /// The file.
    public let path: String
    /// The number of the stream in the file.
    public let trackIndex: Int
    /// Which source range (asset time) is played in which target range.
    public let mapping: TimeMapping
    /// How many clips before this one are the same file (``Asset/occurrence``).
    public let occurrence: Int

    /// A piece of a stream, retimed.
    public init(path: String, trackIndex: Int, mapping: TimeMapping, occurrence: Int = 0) {
        self.path = path
        self.trackIndex = trackIndex
        self.mapping = mapping
        self.occurrence = occurrence
    }

    /// The same stream by another mapping.
    func mapped(by mapping: TimeMapping) -> MediaSegment {
        MediaSegment(path: path, trackIndex: trackIndex, mapping: mapping, occurrence: occurrence)
    }
}

extension Segment {
    /// The part of the segment between two target instants.
    func part(from start: RationalTime, to end: RationalTime) throws(TimeOverflow) -> Segment {
        switch self {
        case .gap(let range):
            .gap(try TimeRange(start: max(start, range.start), end: min(end, range.end)))
        case .media(let media):
            .media(media.mapped(by: try media.mapping.part(from: start, to: end)))
        }
    }

    /// The same content elsewhere and in another duration.
    func moved(to target: TimeRange) throws(TimeOverflow) -> Segment {
        switch self {
        case .gap: .gap(target)
        case .media(let media): .media(media.mapped(by: try media.mapping.moved(to: target)))
        }
    }

    /// One segment for two neighbours, where the second goes on exactly as the first ended.
    func joined(with next: Segment) -> Segment? {
        switch (self, next) {
        case (.gap(let a), .gap(let b)):
            return (try? TimeRange(start: a.start, end: b.end)).map(Segment.gap)
        case (.media(let a), .media(let b)):
            guard a.path == b.path, a.trackIndex == b.trackIndex, a.occurrence == b.occurrence else { return nil }
            return a.mapping.joined(with: b.mapping).map { .media(a.mapped(by: $0)) }
        default:
            return nil
        }
    }
}
