/// Frames per second, exactly: 30000/1001 is the rate that television calls 29.97.
public struct FrameRate: Hashable, Sendable {
    /// The number of frames in ``denominator`` seconds; positive. The fraction is reduced.
    public let numerator: Int32
    /// The number of seconds that ``numerator`` frames last; positive.
    public let denominator: Int32

    /// The rate `numerator / denominator` in frames per second, reduced: `FrameRate(240)`, `FrameRate(30000, 1001)`.
    ///
    /// - Precondition: Both parts are positive. For numbers from outside use ``init(numerator:denominator:)``.
    public init(_ numerator: Int32, _ denominator: Int32 = 1) {
        precondition(numerator > 0 && denominator > 0, "both parts of a frame rate are positive")
        let divisor = Int32(greatestCommonDivisor(Int128(numerator), Int128(denominator)))
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    /// A fraction, reduced; `nil` unless both parts are positive and fit 32 bits once reduced.
    public init?(numerator: Int128, denominator: Int128) {
        guard numerator > 0, denominator > 0 else { return nil }
        let divisor = greatestCommonDivisor(numerator, denominator)
        guard let numerator = Int32(exactly: numerator / divisor),
            let denominator = Int32(exactly: denominator / divisor)
        else { return nil }
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The rate at which one frame lasts a duration; `nil` where the duration is not positive or the rate does not fit.
    public init?(frameDuration: RationalTime) {
        self.init(numerator: Int128(frameDuration.timescale), denominator: Int128(frameDuration.value))
    }

    /// How long one frame is shown.
    public var frameDuration: RationalTime { RationalTime(Int64(denominator), numerator) }

    /// For display only: the nearest `Double`.
    public var approximation: Double { Double(numerator) / Double(denominator) }

    /// The instant at which frame *k* begins: exactly *k* ÷ rate.
    ///
    /// - Throws: ``TimeOverflow`` where it cannot be expressed.
    public func time(ofFrame k: Int64) throws(TimeOverflow) -> RationalTime {
        try frameDuration.scaled(by: k, over: 1)
    }

    /// The frame at an instant, by the named rounding; `.down` gives the frame that is shown at that instant.
    ///
    /// - Throws: ``TimeOverflow`` where the number needs more than 64 bits.
    public func frame(at time: RationalTime, rounding: Rounding) throws(TimeOverflow) -> Int64 {
        try time.ticks(ofUnit: denominator, over: numerator, rounding: rounding)
    }

    /// The frame rate of the same frames when they are played at a rate; `nil` where it does not fit.
    public func scaled(by rate: PlaybackRate) -> FrameRate? {
        FrameRate(
            numerator: Int128(numerator) * Int128(rate.numerator),
            denominator: Int128(denominator) * Int128(rate.denominator)
        )
    }

    /// One of so few of the frames that there are no more than `most` in a second: 60 is 30, one of 2, where 30 is the most; 25 stays.
    /// `nil` where it does not fit.
    public func thinned(toAtMost most: FrameRate) -> (rate: FrameRate, every: Int32)? {
        let parts = Int128(numerator) * Int128(most.denominator)
        let room = Int128(denominator) * Int128(most.numerator)
        guard let every = Int32(exactly: max(1, (parts + room - 1) / room)),
            let rate = scaled(by: PlaybackRate(1, Int64(every)))
        else { return nil }
        return (rate, every)
    }
}

extension FrameRate: Comparable {
    /// Whether `a` is the lower rate.
    public static func < (a: FrameRate, b: FrameRate) -> Bool {
        Int64(a.numerator) * Int64(b.denominator) < Int64(b.numerator) * Int64(a.denominator)
    }
}
