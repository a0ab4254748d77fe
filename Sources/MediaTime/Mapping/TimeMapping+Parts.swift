extension TimeMapping {
    /// The part between two target instants. The map within it does not change. In a ramp the ends of ``source`` are given to
    /// about a microsecond.
    ///
    /// - Throws: ``TimeOverflow`` where a source instant cannot be expressed.
    public func part(from start: RationalTime, to end: RationalTime) throws(TimeOverflow) -> TimeMapping {
        if start <= target.start, end >= target.end { return self }
        let (start, end) = (max(start, target.start), min(end, target.end))
        let (first, last) = (try stated(start), try stated(end))
        return TimeMapping(
            source: try TimeRange(start: min(first, last), end: max(first, last)),
            target: try TimeRange(start: start, end: end),
            course: course
        )
    }

    /// The part between two source instants, of a mapping that goes forwards; `nil` where it does not, or nothing is between
    /// them. The map within it does not change. In a ramp the ends of ``target`` are given to about a microsecond.
    ///
    /// - Throws: ``TimeOverflow`` where a target instant cannot be expressed.
    package func part(ofSourceFrom start: RationalTime, to end: RationalTime) throws(TimeOverflow) -> TimeMapping? {
        if start <= source.start, end >= source.end { return isForward ? self : nil }
        let (start, end) = (max(start, source.start), min(end, source.end))
        guard isForward, start < end else { return nil }
        return TimeMapping(
            source: try TimeRange(start: start, end: end),
            target: try TimeRange(start: try targetTime(ofSource: start), end: try targetTime(ofSource: end)),
            course: course
        )
    }

    /// The same part of the source, played in another target range.
    ///
    /// - Throws: ``TimeOverflow`` where a rate does not fit.
    public func moved(to target: TimeRange) throws(TimeOverflow) -> TimeMapping {
        if target == self.target { return self }
        switch course {
        case .constant: return try TimeMapping(source: source, target: target)
        case .reverse: return try .reverse(source, in: target)
        case .hold: return TimeMapping(source: source, target: target, course: .hold)
        case .ramp(let ramp):
            guard let stretch = PlaybackRate(source: target.duration, target: self.target.duration) else {
                throw TimeOverflow("\(target.duration) ÷ \(self.target.duration)")
            }
            let lead = try stretch.sourceDuration(of: self.target.start - ramp.target.start)
            let moved = try ramp.moved(to: target.start - lead, stretchedBy: stretch)
            return TimeMapping(source: source, target: target, course: .ramp(moved))
        }
    }

    /// The same target range and rate, of what is so much later in the source.
    ///
    /// - Throws: ``TimeOverflow`` where a source instant cannot be expressed.
    package func later(inSource delay: RationalTime) throws(TimeOverflow) -> TimeMapping {
        if delay == .zero { return self }
        let course: Course = if case .ramp(let ramp) = course { .ramp(try ramp.later(inSource: delay)) } else { course }
        let source = try TimeRange(start: source.start + delay, end: source.end + delay)
        return TimeMapping(source: source, target: target, course: course)
    }

    /// One mapping for this one and the next. `nil` unless the next one has the same course and begins exactly where this one
    /// ends, in both times.
    public func joined(with next: TimeMapping) -> TimeMapping? {
        guard target.end == next.target.start, course == next.course else { return nil }
        let follows =
            switch course {
            case .constant, .ramp: source.end == next.source.start
            case .reverse: source.start == next.source.end
            case .hold: source.start == next.source.start
            }
        guard follows,
            let both = try? TimeRange(
                start: min(source.start, next.source.start),
                end: max(source.end, next.source.end)
            ),
            let target = try? TimeRange(start: target.start, end: next.target.end)
        else { return nil }
        return TimeMapping(source: both, target: target, course: course)
    }

    /// Whether both go forwards and the next one begins where this one ends, in both times.
    public func leads(to next: TimeMapping) -> Bool {
        isForward && next.isForward && source.end == next.source.start && target.end == next.target.start
    }

    /// By how much instants in ramps may be off, where one is divided or a frame is planned: they are irrational, and rounded to about a
    /// microsecond.
    package static let rampRounding = RationalTime(2, 1_000_000)

    /// Whether source time passes forwards.
    public var isForward: Bool {
        switch course {
        case .constant, .ramp: true
        case .reverse, .hold: false
        }
    }

    /// Whether source time passes backwards.
    public var isReversed: Bool { if case .reverse = course { true } else { false } }

    /// Whether the rate changes on the way.
    public var isRamp: Bool { if case .ramp = course { true } else { false } }

    /// The source instant of a target instant: exact, but in a ramp to about a microsecond.
    private func stated(_ time: RationalTime) throws(TimeOverflow) -> RationalTime {
        if case .ramp(let ramp) = course {
            if time == target.start { return source.start }
            if time == target.end { return source.end }
            let timescale = ramp.source.end.fineTimescale
            return RationalTime(
                try ramp.sourceTicks(ofTarget: time, unit: 1, over: timescale, rounding: .nearest),
                timescale
            )
        }
        return try sourceTime(ofTarget: time)
    }
}

extension RationalTime {
    /// A multiple of this time's own timescale: the largest one up to a million, or its own where that is larger. Where no
    /// container can have it, a billion.
    var fineTimescale: Int32 {
        let own = reduced.timescale
        return Int32(exactly: own * max(1, 1_000_000 / own)) ?? 1_000_000_000
    }
}
