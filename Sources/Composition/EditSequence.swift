internal import MediaTime

/// Edits in the order of time, none of which touches another's instants.
struct EditSequence {
    /// By their starts, in the composition's time; a hold comes before what begins at its instant.
    let edits: [Edit]

    /// Sorts and checks edits of a composition of so long a duration; `origin` is what the edits' clock shows at its
    /// beginning.
    ///
    /// - Complexity: O(n log n).
    init(_ edits: [Edit], of duration: RationalTime, from origin: RationalTime) throws(CompositionError) {
        let sorted = edits.sorted { a, b in
            if a.span.start != b.span.start { return a.span.start < b.span.start }
            return a.span.end < b.span.end
        }
        let whole: TimeRange
        do { whole = try TimeRange(start: origin, duration: duration) } catch { throw CompositionError(error) }
        for edit in sorted {
            try edit.check()
            guard whole.contains(edit.span) else {
                throw CompositionError(.rangeOutside, "the edit \(edit) is not within \(whole), which is all there is")
            }
        }
        for (edit, next) in zip(sorted, sorted.dropFirst()) {
            let meets = edit.isHold && next.isHold && edit.span.start == next.span.start
            if edit.span.end > next.span.start || meets {
                throw CompositionError(.overlap, "the edits \(edit) and \(next) overlap")
            }
        }
        self.edits = sorted
    }
}

extension Edit {
    /// The source range that it changes; for a hold its instant.
    var span: TimeRange {
        switch self {
        case .rate(let range, _), .duration(let range, _), .ramp(let range, _, _, _), .reverse(let range, _): range
        case .hold(let instant, _): .instant(instant)
        }
    }

    var isHold: Bool { if case .hold = self { true } else { false } }

    /// What can be said without the composition.
    fileprivate func check() throws(CompositionError) {
        switch self {
        case .hold(_, let duration) where duration <= .zero, .duration(_, let duration) where duration <= .zero:
            throw CompositionError(.durationNotPositive, "the edit \(self) lasts no time")
        case .rate, .duration, .ramp, .reverse:
            if span.isEmpty { throw CompositionError(.rangeOutside, "there is nothing to change in the edit \(self)") }
        case .hold:
            break
        }
    }
}
