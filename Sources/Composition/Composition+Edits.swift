public import MediaTime

extension Composition {
    /// Makes edits. All of them are in source time: the composition's time before any of them. Their order in the list
    /// does not matter, except that of repetitions of one and the same range, of which the last one repeats the others.
    ///
    /// Ranges touch where one ends and the other begins; a hold may stand anywhere, also within a range, which goes on
    /// after it. A repetition takes in all edits of its range. All changes are exact, with one exception: where a ramp runs
    /// across the end of a piece (a shorter track, the next file), a hold or an end of a trim, the target instant of that is irrational,
    /// and rounded to about a microsecond. Neither the ramp nor any duration changes by that.
    ///
    /// - Parameters:
    ///   - edits: The edits.
    ///   - origin: The source time of the composition's beginning: the in point of a trimmed asset.
    ///   - wayBack: For a repetition that goes there and back: which part of the way there is played on the way back. It is given
    ///     the way there of the first video track, from zero on, and returns a range in that track's target time. Where more than a tenth
    ///     of a second of sound would be left out at one of its ends, nothing is.
    /// - Throws: ``CompositionError``: `.overlap`, naming both edits; `.rangeOutside` where one reaches beyond the
    ///   composition, or is empty; `.durationNotPositive`; `.unresolved`; `.unsupported` where a ramp or a reversal meets what
    /// is a
    ///   ramp already, or there are too many repetitions; `.timeOverflow`. And what `wayBack` throws.
    /// - Complexity: O(n log n) in the number of edits and segments, for each track.
    public mutating func apply(
        _ edits: [Edit],
        from origin: RationalTime = .zero,
        wayBack: (Track) throws -> TimeRange
    ) throws {
        do {
            let whole = try TimeRange(start: .zero, duration: duration)
            var placed = try PlacedEdit.placed(edits, within: TimeRange(start: origin, duration: duration))
            let clock = try Track(clock: whole)
            let video = tracks.first { $0.kind == .video }
            for index in placed.indices { try placed[index].measure(clock, tracks, wayBack) }
            // Where there is video, it is its last frame that goes on.
            let pausesAtEnd = video == nil && placed.last?.pauses(at: whole.end) ?? false
            var editing = self
            for (index, track) in tracks.enumerated() {
                var edited = try track.applying(placed, over: whole)
                if track.endsWithMedia, !pausesAtEnd { try edited.cutGapAtEnd() }
                editing.replaceTrack(at: index, with: edited)
            }
            self = editing
        } catch let error as TimeOverflow {
            throw CompositionError(error)
        }
    }

    /// Makes edits. What goes there and back plays all of its way back, so that the frames are shown twice at which it turns.
    ///
    /// - Throws: ``CompositionError``, as ``apply(_:from:wayBack:)``.
    public mutating func apply(
        _ edits: [Edit],
        from origin: RationalTime = .zero
    ) throws(CompositionError) {
        do {
            try apply(edits, from: origin) { try TimeRange(start: .zero, end: $0.duration) }
        } catch let error as CompositionError {
            throw error
        } catch {
            throw CompositionError(.unsupported, "\(error)")
        }
    }
}
