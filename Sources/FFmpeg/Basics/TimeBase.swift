internal import CFFmpeg

/// The unit of a stream's timestamps: one tick is `numerator / denominator` seconds. Rates and aspect ratios of libav's have
/// this type, too.
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

    /// A frame rate or a ratio of libav's; `nil` where libav states none (0/0, 0/1, 1/0).
    static func optional(_ rational: AVRational) -> TimeBase? {
        rational.num > 0 && rational.den > 0 ? TimeBase(rational) : nil
    }
}

/// What is further from zero, in ticks, is damage: the sum and the difference of any two times are to fit.
let farthestTick = Int64.max / 4

/// A timestamp of libav's in Swift: `AV_NOPTS_VALUE` becomes `nil`, and so does damage (``farthestTick``).
func timestamp(_ raw: Int64) -> Int64? { (-farthestTick...farthestTick).contains(raw) ? raw : nil }

/// A timestamp in libav's form: `nil` becomes `AV_NOPTS_VALUE`.
func rawTimestamp(_ value: Int64?) -> Int64 { value ?? oc_nopts }
