internal import MediaTime

extension Track {
    /// All that a composition plays, as one piece: what shows where an instant comes to lie.
    init(clock whole: TimeRange) throws(TimeOverflow) {
        self.init(kind: .data)
        guard !whole.isEmpty else { return }
        let mapping = try TimeMapping(source: whole, target: whole)
        append(.media(MediaSegment(path: "", trackIndex: 0, mapping: mapping)))
    }

    /// Whether the last thing in it is media.
    var endsWithMedia: Bool { if case .media = segments.last { true } else { false } }

    /// Takes a gap at the end away.
    mutating func cutGapAtEnd() throws(TimeOverflow) {
        if case .gap(let gap) = segments.last { try cut(at: gap.start) }
    }

    /// What edits make of a range of this track, from zero on.
    ///
    /// - Parameters:
    ///   - edits: Those of the range, in the order of time.
    ///   - range: Of this track's time, as it was before any edit.
    /// - Returns: A track as long as the range becomes, or as this one has anything of it.
    /// - Throws: ``CompositionError`` and `TimeOverflow`.
    func applying(_ edits: [PlacedEdit], over range: TimeRange) throws -> Track {
        var edited = Track(kind: kind)
        var position = range.start
        for placed in edits {
            let span = placed.span
            try edited.append(pieces(in: TimeRange(start: position, end: span.start)))
            position = span.end
            // The track may have ended before.
            guard span.start < duration || (placed.edit.isHold && span.start == duration) else { break }
            guard let course = try edited.append(placed, of: self, span) else { continue }
            // The last one in target time first: it moves none of the others.
            let holds = try placed.holds.map { hold in
                let instant = hold.span.start
                return (hold, instant, target: try course.targetTime(ofSource: instant))
            }
            for (hold, instant, target) in holds.sorted(by: { $0.target > $1.target }) where instant < duration {
                let rest = try edited.takeRest(from: target, playing: sourceTime(ofTarget: instant))
                _ = try edited.append(hold, of: self, .instant(instant))
                try edited.append(rest)
            }
        }
        try edited.append(pieces(in: TimeRange(start: position, end: max(position, range.end))))
        return edited
    }

    /// Plays a range of another track several times at the end of this one.
    private mutating func append(_ placed: PlacedEdit, of track: Track, times: Int) throws {
        var once = try track.applying(placed.inner, over: placed.span)
        // A track that ends earlier waits for the others.
        try once.appendGap(until: placed.length)
        for _ in 0..<times {
            try append(once.segments)
            guard let wayBack = placed.wayBack, !wayBack.isEmpty else { continue }
            let target = try TimeRange(start: duration, duration: wayBack.duration)
            for piece in try once.pieces(in: wayBack).reversed() {
                try append(piece, reversed: .normal, wayBack, target, placed.edit)
            }
        }
    }

    /// Makes an edit of a range of another track at the end of this one.
    ///
    /// - Returns: Where each instant of the range comes to lie; `nil` where that is more than one place.
    private mutating func append(_ placed: PlacedEdit, of track: Track, _ range: TimeRange) throws -> TimeMapping? {
        let edit = placed.edit
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
            let ramp = try Ramp(placed.ramped, from: from, to: to, shape, playing: range.start, at: duration)
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
        case .repetition(let times, _):
            try append(placed, of: track, times: times)
            return nil
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

    /// Audio pauses. All else shows what is at the instant: video one frame, subtitles what is shown with it.
    private mutating func appendHold(
        of track: Track,
        at instant: RationalTime,
        for duration: RationalTime
    ) throws(TimeOverflow) {
        let target = try TimeRange(start: self.duration, duration: duration)
        // At the very end the last frame is held.
        let shown = track.segment(at: instant) ?? track.segments.last
        switch shown {
        case .media(let media) where kind == .video || kind != .audio && instant <= track.duration:
            let source = try media.mapping.sourceTime(ofTarget: instant)
            append(.media(media.mapped(by: .hold(source, for: target))))
        case .some where instant <= track.duration:
            append(.gap(target))
        default:
            break
        }
    }

    private static func refused(_ edit: Edit) -> CompositionError {
        let reason =
            if case .repetition = edit.change {
                "would play backwards what is played at a changing rate, which cannot be done"
            } else {
                "meets a part that is retimed already; make all edits at once"
            }
        return CompositionError(.unsupported, "the edit \(edit.name) \(reason)", edits: [edit.name])
    }
}

extension Ramp {
    /// A ramp that plays an instant of its source at a target instant: it begins earlier where it is not played from its beginning.
    fileprivate init(
        _ source: TimeRange,
        from: PlaybackRate,
        to: PlaybackRate,
        _ shape: RampShape,
        playing instant: RationalTime,
        at target: RationalTime
    ) throws(TimeOverflow) {
        guard instant != source.start else {
            self = try Ramp(source, at: target, from: from, to: to, shape)
            return
        }
        let ramp = try Ramp(source, at: .zero, from: from, to: to, shape)
        // Irrational as a rule, and rounded.
        let lead = try TimeMapping(ramp).targetTime(ofSource: instant)
        self = try Ramp(source, at: target - lead, from: from, to: to, shape)
    }
}
