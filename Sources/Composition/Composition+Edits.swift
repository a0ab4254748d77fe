public import MediaTime

extension Composition {
    /// Makes edits. All of them are in source time: the composition's time before any of them. Their order in the list
    /// does not matter.
    ///
    /// Ranges touch where one ends and the other begins; a hold may stand at either end of a range. All changes are
    /// exact, with one exception: where a ramp runs across the end of a piece (a shorter track, the next file), the
    /// target instant of that end is irrational, and rounded to about a microsecond. Neither the ramp nor any duration
    /// changes by that.
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
    private static func ordered(
        _ edits: [Edit],
        within whole: TimeRange
    ) throws(CompositionError) -> [(edit: Edit, span: TimeRange)] {
        var ordered: [(edit: Edit, span: TimeRange)] = []
        for edit in edits { ordered.append((edit, try edit.span(within: whole))) }
        ordered.sort { a, b in (a.span.start, a.span.end) < (b.span.start, b.span.end) }
        for (edit, span) in ordered {
            try edit.requireChange(of: span)
            guard whole.contains(span) else {
                throw CompositionError(.rangeOutside, "the edit \(edit) is not within \(whole), which is all there is")
            }
        }
        for (one, next) in zip(ordered, ordered.dropFirst()) {
            let meets = one.edit.isHold && next.edit.isHold && one.span.start == next.span.start
            if one.span.end > next.span.start || meets {
                throw CompositionError(.overlap, "the edits \(one.edit) and \(next.edit) overlap")
            }
        }
        return ordered
    }
}

extension Edit {
    /// What can be checked without a composition.
    fileprivate func requireChange(of span: TimeRange) throws(CompositionError) {
        switch change {
        case .hold(let duration) where duration <= .zero, .duration(let duration) where duration <= .zero:
            throw CompositionError(.durationNotPositive, "the edit \(self) lasts no time")
        case .rate, .duration, .ramp, .reverse:
            if span.isEmpty { throw CompositionError(.rangeOutside, "there is nothing to change in the edit \(self)") }
        case .hold:
            break
        }
    }
}

extension Track {
    fileprivate func applying(
        _ edits: [(edit: Edit, span: TimeRange)],
        from origin: RationalTime
    ) throws -> Track {
        var edited = Track(kind: kind)
        var position = RationalTime.zero
        for (edit, span) in edits {
            let range = try TimeRange(start: span.start - origin, duration: span.duration)
            try edited.append(pieces(in: TimeRange(start: position, end: range.start)))
            position = range.end
            // The track may have ended before.
            guard range.start < duration || (edit.isHold && range.start == duration) else { break }
            try edited.append(edit, of: self, range)
        }
        try edited.append(pieces(in: TimeRange(start: position, end: max(position, duration))))
        return edited
    }

    private mutating func append(_ edit: Edit, of track: Track, _ range: TimeRange) throws {
        switch edit.change {
        case .rate(let rate):
            try append(track.pieces(in: range), at: rate)
        case .duration(let duration):
            guard let rate = PlaybackRate(source: range.duration, target: duration) else {
                throw TimeOverflow("\(range.duration) ÷ \(duration)")
            }
            try append(track.pieces(in: range), at: rate)
        case .ramp(let from, let to, _) where from == to:
            try append(track.pieces(in: range), at: from)
        case .ramp(let from, let to, let shape):
            let ramp = try Ramp(range, at: duration, from: from, to: to, shape)
            for piece in try track.pieces(in: range) { try append(piece, ramped: ramp, edit) }
        case .reverse(let rate):
            // A track that ends within the range begins late when it is reversed.
            let target = try TimeRange(start: duration, duration: rate.targetDuration(of: range.duration))
            for piece in try track.pieces(in: range).reversed() {
                try append(piece, reversed: rate, range, target, edit)
            }
        case .hold(let duration):
            try appendHold(of: track, at: range.start, for: duration)
        }
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
        CompositionError(.unsupported, "the edit \(edit) meets a part that is retimed already; make all edits at once")
    }
}
