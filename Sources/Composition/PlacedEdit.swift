internal import MediaTime

/// An edit, and the range that it changes.
struct PlacedEdit {
    let edit: Edit
    /// From the composition's beginning, before any edit; empty for a hold.
    let span: TimeRange
    /// All of the ramp that `span` is a part of, in the same time: it may begin before zero, and end after all there is.
    let ramped: TimeRange
    /// Those that interrupt it, in the order of time.
    var holds: [PlacedEdit] = []
    /// What is repeated together with the range, in the order of time.
    var inner: [PlacedEdit] = []
    /// How long the range is played once with its inner edits, where it is repeated (target time).
    private(set) var length = RationalTime.zero
    /// What of that is played on the way back, where there is one.
    private(set) var wayBack: TimeRange?

    /// How many pieces repetitions may make.
    private static let mostPieces = 10_000

    /// Where so much sound would be left out at a turn, none is: as much as a frame lasts is hardly missed (source time).
    private static let missed = RationalTime(1, 10)

    /// Finds out how long repeated ranges are played, and what is played on their way back.
    ///
    /// - Parameters:
    ///   - clock: All that is edited, without a break.
    ///   - tracks: What is edited. Frames of the first one of video are turned at.
    ///   - wayBack: As of ``Composition/apply(_:from:wayBack:)``.
    /// - Throws: ``CompositionError``, `TimeOverflow` and what `wayBack` throws.
    mutating func measure(_ clock: Track, _ tracks: [Track], _ wayBack: (Track) throws -> TimeRange) throws {
        guard case .repetition(_, let isBoomerang) = edit.change else { return }
        for index in inner.indices { try inner[index].measure(clock, tracks, wayBack) }
        length = try clock.applying(inner, over: span).duration
        guard isBoomerang else { return }
        self.wayBack = try TimeRange(start: .zero, end: length)
        let shown = try tracks.first { $0.kind == .video }?.applying(inner, over: span)
        guard let shown, !shown.segments.isEmpty else { return }
        let turns = try wayBack(shown)
        let sounds = try tracks.filter { $0.kind == .audio }.map { try $0.applying(inner, over: span) }
        let first = try TimeRange(start: .zero, end: turns.start)
        let last = try TimeRange(start: turns.end, end: length)
        let isMissed = { part in try sounds.contains { try $0.played(in: part) > Self.missed } }
        self.wayBack = try TimeRange(
            start: isMissed(first) ? .zero : first.end,
            end: isMissed(last) ? length : min(last.start, length)
        )
    }

    /// An edit at its place.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - span: What it changes (source time).
    ///   - origin: Where the composition begins in it.
    /// - Throws: `TimeOverflow`.
    init(_ edit: Edit, _ span: TimeRange, from origin: RationalTime) throws(TimeOverflow) {
        func placed(_ range: TimeRange) throws(TimeOverflow) -> TimeRange {
            try TimeRange(start: range.start - origin, duration: range.duration)
        }
        self.edit = edit
        self.span = try placed(span)
        ramped = try placed(edit.ramped ?? span)
    }

    /// Whether it ends with a pause at an instant, itself or the last of what it repeats.
    func pauses(at end: RationalTime) -> Bool {
        switch edit.change {
        case .hold: span.start == end
        case .repetition(_, let isBoomerang): !isBoomerang && inner.last?.pauses(at: end) ?? false
        default: false
        }
    }

    private var pieces: Int {
        guard case .repetition(let times, let isBoomerang) = edit.change else { return 1 }
        let once = inner.reduce(1) { min(Self.mostPieces, $0 + $1.pieces) }
        // So many are too many already, and their product can be counted.
        return min(Self.mostPieces + 1, min(times, Self.mostPieces + 1) * (isBoomerang ? 2 : 1) * once)
    }
}

extension PlacedEdit {
    /// Edits with the ranges that they change, in the order of time: a hold stands before what begins at its instant.
    ///
    /// - Parameters:
    ///   - edits: In any order.
    ///   - whole: All that can be edited (source time).
    /// - Returns: The edits, with those in them that belong to them.
    /// - Throws: ``CompositionError`` for an edit that changes nothing, reaches beyond `whole` or overlaps another.
    /// - Complexity: O(n log n), and O(n) for each repetition.
    static func placed(_ edits: [Edit], within whole: TimeRange) throws -> [PlacedEdit] {
        var (ranges, holds, repetitions): ([PlacedEdit], [PlacedEdit], [PlacedEdit]) = ([], [], [])
        for edit in edits {
            let span = try edit.span(within: whole)
            try edit.requireChange(of: span)
            guard whole.contains(span) else {
                let all = "\(whole.start.clock) to \(whole.end.clock)"
                throw CompositionError(
                    .rangeOutside,
                    "the edit \(edit.name) is not within \(all), which is all there is",
                    edits: [edit.name]
                )
            }
            let placed = try PlacedEdit(edit, span, from: whole.start)
            switch edit.change {
            case .hold: holds.append(placed)
            case .repetition: repetitions.append(placed)
            case .rate, .duration, .ramp, .reverse: ranges.append(placed)
            }
        }
        ranges.sort { $0.span.start < $1.span.start }
        holds.sort { $0.span.start < $1.span.start }
        for list in [ranges, holds] {
            for (one, next) in zip(list, list.dropFirst())
            where one.span.end > next.span.start || one.span == next.span {
                throw try overlap(one, next, from: whole.start)
            }
        }
        var placed = merged(ranges, holds)
        // The innermost one first.
        for repetition in repetitions.enumerated().sorted(by: {
            ($0.element.span.duration, $0.offset) < ($1.element.span.duration, $1.offset)
        }) {
            placed = try nested(placed, in: repetition.element, within: whole)
        }
        return placed
    }

    /// Ranges with the holds that interrupt them, and the other holds.
    private static func merged(_ ranges: [PlacedEdit], _ holds: [PlacedEdit]) -> [PlacedEdit] {
        var merged: [PlacedEdit] = []
        var rest = holds[...]
        for var range in ranges {
            merged += rest.prefix { $0.span.start <= range.span.start }
            rest = rest.drop { $0.span.start <= range.span.start }
            range.holds = Array(rest.prefix { $0.span.start < range.span.end })
            rest = rest.dropFirst(range.holds.count)
            merged.append(range)
        }
        return merged + rest
    }

    /// Edits, of which those in a range that is repeated are a part of that.
    private static func nested(
        _ edits: [PlacedEdit],
        in repetition: PlacedEdit,
        within all: TimeRange
    ) throws -> [PlacedEdit] {
        let span = repetition.span
        var (before, inner, after): ([PlacedEdit], [PlacedEdit], [PlacedEdit]) = ([], [], [])
        for edit in edits {
            if edit.span.isEmpty {
                // A hold stands before what begins at its instant. At both ends of all there is nothing else to belong to.
                let isBefore = edit.span.start <= span.start && span.start > .zero
                let isAfter = edit.span.start >= span.end && span.end < all.duration
                if isBefore { before.append(edit) } else if isAfter { after.append(edit) } else { inner.append(edit) }
            } else if edit.span.end <= span.start {
                before.append(edit)
            } else if span.end <= edit.span.start {
                after.append(edit)
            } else if span.contains(edit.span) {
                inner.append(edit)
            } else {
                throw try overlap(edit, repetition, from: all.start)
            }
        }
        var whole = repetition
        whole.inner = inner
        guard whole.pieces <= mostPieces else {
            throw CompositionError(
                .unsupported,
                "the edit \(whole.edit.name) makes more than \(mostPieces) parts",
                edits: [whole.edit.name]
            )
        }
        return before + [whole] + after
    }

    /// That two edits change the same instants, and which: those of the first one are the earlier ones.
    private static func overlap(
        _ one: PlacedEdit,
        _ next: PlacedEdit,
        from origin: RationalTime
    ) throws(TimeOverflow) -> CompositionError {
        let start = try max(one.span.start, next.span.start) + origin
        let end = try min(one.span.end, next.span.end) + origin
        let place = start.clock == end.clock ? "at \(start.clock)" : "from \(start.clock) to \(end.clock)"
        return CompositionError(
            .overlap,
            "the edits \(one.edit.name) and \(next.edit.name) overlap \(place)",
            edits: [one.edit.name, next.edit.name],
            range: try TimeRange(start: start, end: end)
        )
    }
}

extension Edit {
    /// What can be checked without a composition.
    func requireChange(of span: TimeRange) throws(CompositionError) {
        switch change {
        case .hold(let duration) where duration <= .zero, .duration(let duration) where duration <= .zero:
            throw CompositionError(.durationNotPositive, "the edit \(name) lasts no time", edits: [name])
        case .repetition(let times, _) where times < 1:
            throw CompositionError(.durationNotPositive, "the edit \(name) is played no times", edits: [name])
        case .rate, .duration, .ramp, .reverse, .repetition:
            guard span.isEmpty else { return }
            throw CompositionError(.rangeOutside, "there is nothing to change in the edit \(name)", edits: [name])
        case .hold:
            break
        }
    }
}

extension Track {
    /// How much of its source is played in a target range.
    fileprivate func played(in range: TimeRange) throws(TimeOverflow) -> RationalTime {
        var played = RationalTime.zero
        for case .media(let media) in try pieces(in: range) { played = try played + media.mapping.source.duration }
        return played
    }
}
