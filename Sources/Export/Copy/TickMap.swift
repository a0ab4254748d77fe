internal import MediaTime

/// The map from a track's ticks to those of an output that a mapping at one rate is, where it fits into 64 bits: a line, which
/// needs one division for each tick.
struct TickMap: Hashable, Sendable {
    /// A tick `t` becomes `(slope · t + offset) / divisor`.
    private let slope: Int64
    private let offset: Int64
    private let divisor: Int64

    /// The map of a mapping; `nil` where its rate changes, and where the numbers do not fit. Source ticks last
    /// `tick.numerator / tick.denominator` seconds, and asset time zero is at `origin`; target ticks last `unit / over` seconds.
    init?(
        _ mapping: TimeMapping,
        tick: (numerator: Int32, denominator: Int32),
        origin: RationalTime,
        unit: Int32,
        over: Int32
    ) {
        guard case .constant(let rate) = mapping.course, tick.numerator > 0, tick.denominator > 0, unit > 0, over > 0,
            let start = try? mapping.source.start + origin
        else { return nil }
        let target = mapping.target.start
        let scales = Self.product(target.timescale, start.timescale, rate.numerator)
        let (first, second) = (
            Self.product(target.value, start.timescale, rate.numerator),
            Self.product(start.value, rate.denominator, target.timescale)
        )
        guard let scales, let first, let second,
            let slope = Self.line(
                Self.product(Int64(tick.numerator), rate.denominator, Int64(over)),
                Self.product(Int64(tick.denominator), rate.numerator, Int64(unit))
            ),
            let offset = Self.line(
                Self.product(first - second, Int128(over)),
                Self.product(scales, Int128(unit))
            ),
            let divisor = Self.product(slope.divisor, offset.divisor / Self.divisor(slope.divisor, offset.divisor)),
            divisor <= Int128(Int64.max / 4),
            let slopeFactor = Self.product(slope.value, divisor / slope.divisor).flatMap({ Int64(exactly: $0) }),
            let offsetFactor = Self.product(offset.value, divisor / offset.divisor).flatMap({ Int64(exactly: $0) })
        else { return nil }
        (self.slope, self.offset, self.divisor) = (slopeFactor, offsetFactor, Int64(divisor))
    }

    /// The target tick that is nearest to a source tick; a half goes up. `nil` where 64 bits do not hold what it takes.
    func ticks(_ source: Int64) -> Int64? {
        let (product, isProductOver) = source.multipliedReportingOverflow(by: slope)
        let (sum, isSumOver) = product.addingReportingOverflow(offset)
        let (doubled, isDoubledOver) = sum.multipliedReportingOverflow(by: 2)
        let (raised, isRaisedOver) = doubled.addingReportingOverflow(divisor)
        guard !isProductOver, !isSumOver, !isDoubledOver, !isRaisedOver else { return nil }
        let (quotient, remainder) = raised.quotientAndRemainder(dividingBy: 2 * divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// A fraction, reduced; `nil` where a part is, or where the divisor is not positive.
    private static func line(_ value: Int128?, _ divisor: Int128?) -> (value: Int128, divisor: Int128)? {
        guard let value, let divisor, divisor > 0 else { return nil }
        let shared = Self.divisor(value < 0 ? -value : value, divisor)
        return (value / shared, divisor / shared)
    }

    private static func product(_ factors: Int64...) -> Int128? {
        factors.reduce(Optional(Int128(1))) { product($0, Int128($1)) }
    }

    private static func product(_ a: Int128?, _ b: Int128) -> Int128? {
        guard let (product, overflows) = a?.multipliedReportingOverflow(by: b), !overflows,
            product > -limit, product < limit
        else { return nil }
        return product
    }

    /// Sums of two such numbers fit into 128 bits.
    private static let limit = Int128(1) << 125

    /// The greatest common divisor of two numbers that are not negative; 1 of two zeros.
    private static func divisor(_ a: Int128, _ b: Int128) -> Int128 {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return max(1, a)
    }
}
