extension Fraction {
    init(_ time: RationalTime) { self.init(Int128(time.value), Int128(time.timescale)) }

    init(_ rate: PlaybackRate) { self.init(Int128(rate.numerator), Int128(rate.denominator)) }
}

extension BigFraction {
    init(_ time: RationalTime) { self.init(Int128(time.value), Int128(time.timescale)) }

    init(_ rate: PlaybackRate) { self.init(Int128(rate.numerator), Int128(rate.denominator)) }
}
