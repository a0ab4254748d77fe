/// An exact instant or duration: `value / timescale` seconds.
///
/// Two times are equal when they are the same instant, whatever their timescales: 1/2 is 2/4. There is no "invalid" or
/// "indefinite" time; where a time may be missing, the type is optional. Modelled on Core Media's `CMTime` and
/// OpenTimelineIO's `RationalTime`.
public struct RationalTime: Sendable {
    /// The number of units.
    public let value: Int64
    /// Units per second; always positive.
    public let timescale: Int64

    /// Zero seconds.
    public static let zero = RationalTime(0, 1)

    /// `value / timescale` seconds.
    ///
    /// - Precondition: `timescale` is positive. For numbers from outside use ``init(numerator:denominator:)``.
    public init(_ value: Int64, _ timescale: some BinaryInteger) {
        precondition(timescale > 0, "a timescale is positive")
        self.value = value
        self.timescale = Int64(timescale)
    }

    /// Whole seconds.
    public init(seconds: Int64) { self.init(seconds, 1) }

    /// An exact fraction of a second, reduced only where its denominator has more than 31 bits, as those of containers never
    /// have; `nil` where the denominator is not positive or the fraction does not fit.
    public init?(numerator: Int128, denominator: Int128) {
        guard denominator > 0 else { return nil }
        if let value = Int64(exactly: numerator), let timescale = Int32(exactly: denominator) {
            self.init(value, timescale)
            return
        }
        let divisor = greatestCommonDivisor(numerator, denominator)
        guard let value = Int64(exactly: numerator / divisor), let timescale = Int64(exactly: denominator / divisor)
        else { return nil }
        self.init(value, timescale)
    }

    /// A number of ticks. A tick lasts `unitNumerator / unitDenominator` seconds, as in libav's time base. `nil` where the unit
    /// is not positive or the time does not fit.
    public init?(ticks: Int64, unitNumerator: Int32, unitDenominator: Int32) {
        guard unitNumerator > 0 else { return nil }
        self.init(numerator: Int128(ticks) * Int128(unitNumerator), denominator: Int128(unitDenominator))
    }

    /// For display only: the nearest `Double`.
    public var seconds: Double { Double(value) / Double(timescale) }

    /// The same time with the smallest timescale that expresses it.
    public var reduced: RationalTime {
        let divisor = greatestCommonDivisor(Int128(value), Int128(timescale))
        return RationalTime(value / Int64(divisor), timescale / Int64(divisor))
    }

    /// Whether it is before zero.
    public var isNegative: Bool { value < 0 }
}

extension RationalTime: Hashable, Comparable {
    /// Whether both are the same instant.
    public static func == (a: RationalTime, b: RationalTime) -> Bool {
        Int128(a.value) * Int128(b.timescale) == Int128(b.value) * Int128(a.timescale)
    }

    /// Whether `a` is the earlier instant.
    public static func < (a: RationalTime, b: RationalTime) -> Bool {
        Int128(a.value) * Int128(b.timescale) < Int128(b.value) * Int128(a.timescale)
    }

    /// Hashes the reduced fraction, so that equal times have equal hashes.
    public func hash(into hasher: inout Hasher) {
        let reduced = reduced
        hasher.combine(reduced.value)
        hasher.combine(reduced.timescale)
    }
}

extension RationalTime {
    /// The exact sum.
    ///
    /// - Throws: ``TimeOverflow`` where no time holds it.
    public static func + (a: RationalTime, b: RationalTime) throws(TimeOverflow) -> RationalTime {
        guard let sum = a.adding(b, times: 1) else { throw TimeOverflow("\(a) + \(b)") }
        return sum
    }

    /// The exact difference.
    ///
    /// - Throws: ``TimeOverflow`` where no time holds it.
    public static func - (a: RationalTime, b: RationalTime) throws(TimeOverflow) -> RationalTime {
        guard let difference = a.adding(b, times: -1) else { throw TimeOverflow("\(a) - \(b)") }
        return difference
    }

    /// The sum with one or minus one times the other, at the least common timescale.
    private func adding(_ other: RationalTime, times sign: Int128) -> RationalTime? {
        if timescale <= Int32.max {
            // Zero changes nothing where its timescale is a part of this one, and equal timescales stay.
            if other.value == 0, timescale % other.timescale == 0 { return self }
            if other.timescale == timescale {
                let (sum, overflows) =
                    sign == 1
                    ? value.addingReportingOverflow(other.value) : value.subtractingReportingOverflow(other.value)
                if !overflows { return RationalTime(sum, timescale) }
            }
        }
        let divisor = greatestCommonDivisor(Int128(timescale), Int128(other.timescale))
        let scale = Int128(other.timescale) / divisor
        let otherScale = Int128(timescale) / divisor
        // Each product needs 127 bits, and the sum of two may need one more.
        let (sum, overflows) = (Int128(value) * scale)
            .addingReportingOverflow(sign * Int128(other.value) * otherScale)
        return overflows ? nil : RationalTime(numerator: sum, denominator: Int128(timescale) * scale)
    }

    /// The time as far on the other side of zero.
    ///
    /// - Throws: ``TimeOverflow`` for the smallest 64-bit value, where reducing the fraction does not help.
    public func negated() throws(TimeOverflow) -> RationalTime {
        guard let negative = RationalTime(numerator: -Int128(value), denominator: Int128(timescale)) else {
            throw TimeOverflow("-(\(self))")
        }
        return negative
    }

    /// The exact product with `numerator / denominator`.
    ///
    /// - Precondition: `denominator` is positive.
    /// - Throws: ``TimeOverflow`` where no time holds it.
    public func scaled(by numerator: Int64, over denominator: Int64) throws(TimeOverflow) -> RationalTime {
        let product = RationalTime(
            numerator: Int128(value) * Int128(numerator),
            denominator: Int128(timescale) * Int128(denominator)
        )
        guard let product else { throw TimeOverflow("\(self) × \(numerator)/\(denominator)") }
        return product
    }

    /// The nearest whole number of units of `unitNumerator / unitDenominator` seconds, by the named rounding.
    ///
    /// - Precondition: both parts of the unit are positive.
    /// - Throws: ``TimeOverflow`` where the count needs more than 64 bits.
    public func ticks(
        ofUnit unitNumerator: Int32 = 1,
        over unitDenominator: Int32,
        rounding: Rounding
    ) throws(TimeOverflow) -> Int64 {
        precondition(unitNumerator > 0 && unitDenominator > 0, "a unit is positive")
        let count = divide(
            Int128(value) * Int128(unitDenominator),
            by: Int128(timescale) * Int128(unitNumerator),
            rounding: rounding
        )
        guard let ticks = Int64(exactly: count) else {
            throw TimeOverflow("\(self) in units of \(unitNumerator)/\(unitDenominator) s")
        }
        return ticks
    }

    /// The nearest time that a timescale can express, by the named rounding.
    ///
    /// - Throws: ``TimeOverflow`` where the value needs more than 64 bits.
    public func converted(to timescale: Int32, rounding: Rounding) throws(TimeOverflow) -> RationalTime {
        RationalTime(try ticks(over: timescale, rounding: rounding), timescale)
    }
}
