internal import CFFmpeg

/// The unit of a stream's timestamps: `numerator / denominator` seconds a tick.
package struct TimeBase: Hashable, Sendable, CustomStringConvertible {
    package var numerator: Int32
    package var denominator: Int32

    package init(_ numerator: Int32, _ denominator: Int32) {
        self.numerator = numerator
        self.denominator = denominator
    }

    package var description: String { "\(numerator)/\(denominator)" }
}

extension TimeBase {
    init(_ rational: AVRational) {
        self.init(rational.num, rational.den)
    }

    var rational: AVRational { AVRational(num: numerator, den: denominator) }

    /// The rational as libav states a frame rate, or `nil` where it states none (0/0, 0/1, 1/0).
    static func optional(_ rational: AVRational) -> TimeBase? {
        rational.num > 0 && rational.den > 0 ? TimeBase(rational) : nil
    }
}

/// libav's timestamp at the C edge: `AV_NOPTS_VALUE` is `nil` from here on.
func timestamp(_ raw: Int64) -> Int64? { raw == oc_nopts ? nil : raw }

/// The way back to C.
func rawTimestamp(_ value: Int64?) -> Int64 { value ?? oc_nopts }
