internal import MediaTime

/// An exact position, length or rate in samples: a reduced fraction of 128-bit integers. Operations return `nil` where the
/// result does not fit.
struct Ratio: Hashable, Sendable {
    let numerator: Int128
    /// Positive.
    let denominator: Int128

    static let zero = Ratio(0, 1)

    init(_ numerator: Int128, _ denominator: Int128) {
        let divisor = Self.greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
        self.numerator = numerator / Int128(divisor)
        self.denominator = denominator / Int128(divisor)
    }

    init(_ rate: PlaybackRate) { self.init(Int128(rate.numerator), Int128(rate.denominator)) }

    /// An instant or a duration in samples.
    init(_ time: RationalTime, sampleRate: Int) {
        self.init(Int128(time.value) * Int128(sampleRate), Int128(time.timescale))
    }

    var approximation: Double {
        // The whole part and the rest are converted apart, so that a position late in a long track keeps its precision.
        let (whole, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
        return whole.approximation + remainder.approximation / denominator.approximation
    }

    /// To the nearest whole number; a half goes up.
    var rounded: Int64 {
        let (whole, fraction) = Ratio.product(numerator, over: denominator)
        return Int64(clamping: fraction >= 0.5 ? whole + 1 : whole)
    }

    func adding(_ other: Ratio) -> Ratio? {
        let divisor = Int128(Self.greatestCommonDivisor(denominator.magnitude, other.denominator.magnitude))
        let (a, aOverflow) = numerator.multipliedReportingOverflow(by: other.denominator / divisor)
        let (b, bOverflow) = other.numerator.multipliedReportingOverflow(by: denominator / divisor)
        let (sum, sumOverflow) = a.addingReportingOverflow(b)
        let (common, commonOverflow) = denominator.multipliedReportingOverflow(by: other.denominator / divisor)
        return aOverflow || bOverflow || sumOverflow || commonOverflow ? nil : Ratio(sum, common)
    }

    func subtracting(_ other: Ratio) -> Ratio? { adding(Ratio(-other.numerator, other.denominator)) }

    func multiplied(by other: Ratio) -> Ratio? {
        let a = Ratio(numerator, other.denominator)
        let b = Ratio(other.numerator, denominator)
        let (top, topOverflow) = a.numerator.multipliedReportingOverflow(by: b.numerator)
        let (bottom, bottomOverflow) = a.denominator.multipliedReportingOverflow(by: b.denominator)
        return topOverflow || bottomOverflow ? nil : Ratio(top, bottom)
    }

    /// One over a positive ratio.
    var inverse: Ratio { Ratio(denominator, numerator) }

    /// `a · b ÷ divisor` as a whole number, rounded down, and the fraction in [0, 1) above it, through a product of 256 bits
    /// where 128 are too few: exact whatever the three are. `b` and `divisor` are positive.
    static func product(_ a: Int128, times b: Int128 = 1, over divisor: Int128) -> (whole: Int128, fraction: Double) {
        let (product, overflows) = a.magnitude.multipliedReportingOverflow(by: b.magnitude)
        let (quotient, remainder) =
            overflows
            ? divisor.magnitude.dividingFullWidth(a.magnitude.multipliedFullWidth(by: b.magnitude))
            : product.quotientAndRemainder(dividingBy: divisor.magnitude)
        // Rounded once, so that it is the same wherever the whole part lies.
        func fraction(_ part: UInt128) -> Double { Int128(part).approximation / divisor.approximation }
        guard a < 0 else { return (Int128(quotient), fraction(remainder)) }
        return remainder == 0
            ? (-Int128(quotient), 0) : (-Int128(quotient) - 1, fraction(divisor.magnitude - remainder))
    }

    private static func greatestCommonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}

extension Int128 {
    /// The nearest `Double`, without the detour that the generic conversion takes; most values fit 64 bits.
    var approximation: Double {
        if let small = Int64(exactly: self) { return Double(small) }
        return Double(Int64(self >> 64)) * 0x1p64 + Double(UInt64(truncatingIfNeeded: self))
    }
}
