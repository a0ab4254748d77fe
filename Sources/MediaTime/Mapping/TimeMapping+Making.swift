extension TimeMapping {
    /// A mapping forwards, at one rate, between two ranges that are not empty.
    ///
    /// - Throws: ``TimeOverflow`` where a range is empty, or their quotient does not fit a rate.
    public init(source: TimeRange, target: TimeRange) throws(TimeOverflow) {
        self.init(source: source, target: target, course: .constant(try Self.rate(source, target)))
    }

    /// A mapping that is all of a ramp.
    public init(_ ramp: Ramp) { self.init(source: ramp.source, target: ramp.target, course: .ramp(ramp)) }

    /// A mapping that plays a range backwards, at one rate.
    ///
    /// - Throws: ``TimeOverflow`` where a range is empty, or their quotient does not fit a rate.
    public static func reverse(_ source: TimeRange, in target: TimeRange) throws(TimeOverflow) -> TimeMapping {
        TimeMapping(source: source, target: target, course: .reverse(try rate(source, target)))
    }

    /// A mapping that shows one instant of the source throughout a target range.
    public static func hold(_ instant: RationalTime, for target: TimeRange) -> TimeMapping {
        TimeMapping(source: .instant(instant), target: target, course: .hold)
    }

    private static func rate(_ source: TimeRange, _ target: TimeRange) throws(TimeOverflow) -> PlaybackRate {
        guard let rate = PlaybackRate(source: source.duration, target: target.duration) else {
            throw TimeOverflow("\(source.duration) ÷ \(target.duration)")
        }
        return rate
    }
}
