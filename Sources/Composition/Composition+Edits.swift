public import MediaTime

extension Composition {
    /// Makes edits. All of them are in source time: the composition's time before any of them. Their order in the list
    /// does not matter.
    ///
    /// Ranges touch where one ends and the other begins; a hold may stand anywhere, also within a range, which goes on
    /// after it. All changes are exact, with one exception: where a ramp runs across the end of a piece (a shorter track,
    /// the next file) or across a hold, the target instant of that is irrational, and rounded to about a microsecond. Neither
    /// the ramp nor any duration changes by that.
    ///
    /// - Parameters:
    ///   - edits: The edits.
    ///   - origin: The source time of the composition's beginning: the in point of a trimmed asset.
    /// - Throws: ``CompositionError``: `.overlap`, naming both edits; `.rangeOutside` where one reaches beyond the
    ///   composition, or is empty; `.durationNotPositive`; `.unresolved`; `.unsupported` where a ramp or a reversal meets what is a
    ///   ramp already; `.timeOverflow`.
    /// - Complexity: O(n log n) in the number of edits and segments, for each track.
    public mutating func apply(
        _ edits: [Edit],
        from origin: RationalTime = .zero
    ) throws(CompositionError) {
        let ordered = try Self.ordered(edits, within: whole(from: origin))
        var editing = self
        for index in tracks.indices {
            let track = tracks[index]
            do {
                let edited = try track.applying(ordered, from: origin)
                editing.replaceTrack(at: index, with: edited)
            } catch let error as CompositionError {
                throw error
            } catch let error as TimeOverflow {
                throw CompositionError(error)
            } catch {
                throw CompositionError(.unsupported, "\(error)")
            }
        }
        self = editing
    }
}

extension Composition {
    /// All that can be edited (source time).
    private func whole(from origin: RationalTime) throws(CompositionError) -> TimeRange {
        do { return try TimeRange(start: origin, duration: duration) } catch { throw CompositionError(error) }
    }

    /// Edits with the ranges that they change, in the order of time: a hold stands before what begins at its instant.
    ///
    /// - Throws: ``CompositionError`` for an edit that changes nothing, reaches beyond `whole` or overlaps another.
    /// - Complexity: O(n log n).
    private static func ordered(_ edits: [Edit], within whole: TimeRange) throws(CompositionError) -> [PlacedEdit] {
        var (ranges, holds): ([PlacedEdit], [PlacedEdit]) = ([], [])
        for edit in edits {
            let placed = PlacedEdit(edit: edit, span: try edit.span(within: whole))
            try edit.requireChange(of: placed.span)
            guard whole.contains(placed.span) else {
                throw CompositionError(
                    .rangeOutside,
                    "the edit \(edit.name) is not within \(whole), which is all there is"
                )
            }
            if edit.isHold { holds.append(placed) } else { ranges.append(placed) }
        }
        ranges.sort { $0.span.start < $1.span.start }
        holds.sort { $0.span.start < $1.span.start }
        for list in [ranges, holds] {
            for (one, next) in zip(list, list.dropFirst())
            where one.span.end > next.span.start || one.span == next.span {
                throw CompositionError(.overlap, "the edits \(one.edit.name) and \(next.edit.name) overlap")
            }
        }
        var ordered: [PlacedEdit] = []
        var rest = holds[...]
        for var range in ranges {
            ordered += rest.prefix { $0.span.start <= range.span.start }
            rest = rest.drop { $0.span.start <= range.span.start }
            range.holds = Array(rest.prefix { $0.span.start < range.span.end })
            rest = rest.dropFirst(range.holds.count)
            ordered.append(range)
        }
        return ordered + rest
    }
}

/// An edit, and the range that it changes.
private struct PlacedEdit {
    let edit: Edit
    /// Source time; empty for a hold.
    let span: TimeRange
    /// Those that interrupt it, in the order of source time.
    var holds: [PlacedEdit] = []
}

extension Edit {
    /// What can be checked without a composition.
    fileprivate func requireChange(of span: TimeRange) throws(CompositionError) {
        switch change {
        case .hold(let duration) where duration <= .zero, .duration(let duration) where duration <= .zero:
            throw CompositionError(.durationNotPositive, "the edit \(name) lasts no time")
        case .rate, .duration, .ramp, .reverse:
            if span.isEmpty { throw CompositionError(.rangeOutside, "there is nothing to change in the edit \(name)") }
        case .hold:
            break
        }
    }
}

extension Track {
    fileprivate func applying(_ edits: [PlacedEdit], from origin: RationalTime) throws -> Track {
        var edited = Track(kind: kind)
        var position = RationalTime.zero
        for placed in edits {
            let range = try TimeRange(start: placed.span.start - origin, duration: placed.span.duration)
            try edited.append(pieces(in: TimeRange(start: position, end: range.start)))
            position = range.end
            // The track may have ended before.
            guard range.start < duration || (placed.edit.isHold && range.start == duration) else { break }
            let course = try edited.append(placed.edit, of: self, range)
            // The last one in target time first: it moves none of the others.
            let holds = try placed.holds.map { hold in
                let instant = try hold.span.start - origin
                return (hold.edit, instant, target: try course.targetTime(ofSource: instant))
            }
            for (hold, instant, target) in holds.sorted(by: { $0.target > $1.target }) where instant < duration {
                let rest = try edited.pieces(in: TimeRange(start: target, end: max(target, edited.duration)))
                try edited.cut(at: target)
                _ = try edited.append(hold, of: self, .instant(instant))
                try edited.append(rest)
            }
        }
        try edited.append(pieces(in: TimeRange(start: position, end: max(position, duration))))
        return edited
    }

    /// Makes an edit of a range of another track at the end of this one.
    ///
    /// - Returns: Where each instant of the range comes to lie.
    private mutating func append(_ edit: Edit, of track: Track, _ range: TimeRange) throws -> TimeMapping {
        switch edit.change {
        case .rate(let rate):
            return try append(track, range, at: rate)
        case .duration(let duration):
            guard let rate = PlaybackRate(source: range.duration, target: duration) else {
                throw TimeOverflow("\(range.duration) ÷ \(duration)")
            }
            return try append(track, range, at: rate)
        case .ramp(let from, let to, _) where from == to:
            return try append(track, range, at: from)
        case .ramp(let from, let to, let shape):
            let ramp = try Ramp(range, at: duration, from: from, to: to, shape)
            for piece in try track.pieces(in: range) { try append(piece, ramped: ramp, edit) }
            return TimeMapping(ramp)
        case .reverse(let rate):
            // A track that ends within the range begins late when it is reversed.
            let target = try TimeRange(start: duration, duration: rate.targetDuration(of: range.duration))
            for piece in try track.pieces(in: range).reversed() {
                try append(piece, reversed: rate, range, target, edit)
            }
            return try .reverse(range, in: target)
        case .hold(let duration):
            let target = try TimeRange(start: self.duration, duration: duration)
            try appendHold(of: track, at: range.start, for: duration)
            return .hold(range.start, for: target)
        }
    }

    private mutating func append(_ track: Track, _ range: TimeRange, at rate: PlaybackRate) throws -> TimeMapping {
        let target = try TimeRange(start: duration, duration: rate.targetDuration(of: range.duration))
        try append(track.pieces(in: range), at: rate)
        return try TimeMapping(source: range, target: target)
    }

    private mutating func append(_ pieces: [Segment], at rate: PlaybackRate) throws(TimeOverflow) {
        for piece in pieces {
            let lasting = try rate.targetDuration(of: piece.target.duration)
            append(try piece.moved(to: TimeRange(start: duration, duration: lasting)))
        }
    }

    private mutating func append(_ piece: Segment, ramped ramp: Ramp, _ edit: Edit) throws {
        let end = try TimeMapping(ramp).targetTime(ofSource: piece.target.end)
        let target = try TimeRange(start: duration, end: end)
        guard !target.isEmpty else { return }
        switch piece {
        case .gap: append(.gap(target))
        case .media(let media):
            guard let mapping = try media.mapping.ramped(by: ramp, in: target) else { throw Self.refused(edit) }
            append(.media(media.mapped(by: mapping)))
        }
    }

    private mutating func append(
        _ piece: Segment,
        reversed rate: PlaybackRate,
        _ range: TimeRange,
        _ target: TimeRange,
        _ edit: Edit
    ) throws {
        try appendGap(until: target.start + rate.targetDuration(of: range.end - piece.target.end))
        let lasting = try rate.targetDuration(of: piece.target.duration)
        let place = try TimeRange(start: duration, duration: lasting)
        switch piece {
        case .gap: append(.gap(place))
        case .media(let media):
            guard let mapping = try media.mapping.reversed(in: place) else { throw Self.refused(edit) }
            append(.media(media.mapped(by: mapping)))
        }
    }

    /// Video shows one frame; other tracks pause.
    private mutating func appendHold(
        of track: Track,
        at instant: RationalTime,
        for duration: RationalTime
    ) throws(TimeOverflow) {
        let target = try TimeRange(start: self.duration, duration: duration)
        // At the very end the last frame is held.
        let shown = track.segment(at: instant) ?? track.segments.last
        switch shown {
        case .media(let media) where kind == .video:
            let source = try media.mapping.sourceTime(ofTarget: instant)
            append(.media(media.mapped(by: .hold(source, for: target))))
        case .some where instant < track.duration:
            append(.gap(target))
        default:
            break
        }
    }

    private static func refused(_ edit: Edit) -> CompositionError {
        CompositionError(
            .unsupported,
            "the edit \(edit.name) meets a part that is retimed already; make all edits at once"
        )
    }
}
