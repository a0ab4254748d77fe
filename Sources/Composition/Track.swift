public import MediaTime

/// A sequence of segments without holes in target time: the first begins at zero, each other one where the one before
/// ends.
public struct Track: Hashable, Sendable {
    /// What the track carries.
    public let kind: TrackKind
    /// In target order.
    public private(set) var segments: [Segment]

    /// An empty track.
    public init(kind: TrackKind) {
        self.kind = kind
        segments = []
    }

    /// Where the last segment ends, in target time.
    public var duration: RationalTime { segments.last?.target.end ?? .zero }

    /// The segment that is playing at a target instant. O(log n).
    public func segment(at time: RationalTime) -> Segment? {
        let index = firstIndex(endingAfter: time)
        guard index < segments.count, segments[index].target.contains(time) else { return nil }
        return segments[index]
    }

    /// The source instant (asset time) that a target instant shows; `nil` in a gap and beyond the ends. O(log n).
    ///
    /// - Throws: `TimeOverflow` where it cannot be expressed.
    public func sourceTime(ofTarget time: RationalTime) throws(TimeOverflow) -> RationalTime? {
        guard case .media(let media) = segment(at: time) else { return nil }
        return try media.mapping.sourceTime(ofTarget: time)
    }

    /// The first segment that ends after an instant.
    private func firstIndex(endingAfter time: RationalTime) -> Int {
        var (low, high) = (0, segments.count)
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].target.end <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

// Edits rebuild the list from pieces, so that the track is without holes by construction.
extension Track {
    /// The segments within a target range, cut at its ends. O(log n) and the pieces.
    func pieces(in range: TimeRange) throws(TimeOverflow) -> [Segment] {
        guard !range.isEmpty else { return [] }
        var pieces: [Segment] = []
        var index = firstIndex(endingAfter: range.start)
        while index < segments.count, segments[index].target.start < range.end {
            pieces.append(try segments[index].part(from: range.start, to: range.end))
            index += 1
        }
        return pieces
    }

    /// Takes away all that is after a target instant.
    mutating func cut(at end: RationalTime) throws(TimeOverflow) {
        segments = try pieces(in: TimeRange(start: .zero, end: end))
    }

    /// Takes away all that is played from a target instant on, and returns it.
    ///
    /// In a ramp that instant is rounded. So a ramp is divided at `source` (asset time), which is played then: what begins exactly there
    /// belongs to what comes after.
    mutating func takeRest(from start: RationalTime, playing source: RationalTime?) throws(TimeOverflow) -> [Segment] {
        let divided = segment(at: start)
        var rest = try pieces(in: TimeRange(start: start, end: max(start, duration)))
        try cut(at: start)
        if let source, case .media(let media) = divided, media.mapping.isRamp, start > media.mapping.target.start {
            let mapping = media.mapping
            let before = try mapping.part(ofSourceFrom: mapping.source.start, to: source)
            let after = try mapping.part(ofSourceFrom: source, to: mapping.source.end)
            if let before, let after, before.target.end == start, after.target.start == start {
                segments[segments.count - 1] = .media(media.mapped(by: before))
                rest[0] = .media(media.mapped(by: after))
            }
        }
        return rest
    }

    /// Moves segments to the end of the track.
    mutating func append(_ pieces: [Segment]) throws(TimeOverflow) {
        for piece in pieces {
            append(try piece.moved(to: TimeRange(start: duration, duration: piece.target.duration)))
        }
    }

    /// Adds a gap up to a target instant.
    mutating func appendGap(until end: RationalTime) throws(TimeOverflow) {
        let gap = try TimeRange(start: duration, end: end)
        if !gap.isEmpty { append(.gap(gap)) }
    }

    /// Adds a segment that begins where the track ends. It is joined with the last one where both are one piece of media
    /// in one course.
    mutating func append(_ segment: Segment) {
        guard !segment.target.isEmpty else { return }
        if let last = segments.last, let joined = last.joined(with: segment) {
            segments[segments.count - 1] = joined
        } else {
            segments.append(segment)
        }
    }
}
