/// How fast source time passes in target time, exactly: source duration ÷ target duration. 1/2 is half speed.
///
/// AVFoundation's `rate`; Rubber Band's time ratio is its inverse.
public struct PlaybackRate: Hashable, Sendable {
    /// The source part of the reduced fraction; positive.
    public let numerator: Int64
    /// The target part of the reduced fraction; positive.
    public let denominator: Int64

    /// The speed of the original.
    public static let normal = PlaybackRate(reduced: 1, 1)

    /// The rates that are accepted from people. A rate beyond them is more likely a typing error.
    public static let plausible = PlaybackRate(reduced: 1, 1000)...PlaybackRate(reduced: 1000, 1)

    private init(reduced numerator: Int64, _ denominator: Int64) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The rate `numerator / denominator`, reduced: `PlaybackRate(1, 2)` is half speed, `PlaybackRate(2)` double speed.
    ///
    /// - Precondition: Both parts are positive. For numbers from outside use ``init(numerator:denominator:)``.
    public init(_ numerator: Int64, _ denominator: Int64 = 1) {
        precondition(numerator > 0 && denominator > 0, "both parts of a rate are positive")
        let divisor = Int64(greatestCommonDivisor(Int128(numerator), Int128(denominator)))
        self.init(reduced: numerator / divisor, denominator / divisor)
    }

    /// A fraction, reduced; `nil` unless both parts are positive and fit 64 bits once reduced.
    public init?(numerator: Int128, denominator: Int128) {
        guard numerator > 0, denominator > 0 else { return nil }
        let divisor = greatestCommonDivisor(numerator, denominator)
        guard let numerator = Int64(exactly: numerator / divisor),
            let denominator = Int64(exactly: denominator / divisor)
        else { return nil }
        self.init(reduced: numerator, denominator)
    }

    /// The rate that plays a source duration in a target duration; `nil` where either is not positive.
    public init?(source: RationalTime, target: RationalTime) {
        self.init(
            numerator: Int128(source.value) * Int128(target.timescale),
            denominator: Int128(target.value) * Int128(source.timescale)
        )
    }

    /// This rate, played at another: 1/2 at 1/2 is 1/4. `nil` where it does not fit.
    public func multiplied(by other: PlaybackRate) -> PlaybackRate? {
        PlaybackRate(
            numerator: Int128(numerator) * Int128(other.numerator),
            denominator: Int128(denominator) * Int128(other.denominator)
        )
    }

    /// The rate that, played at another, gives this one. `nil` where it does not fit.
    public func divided(by other: PlaybackRate) -> PlaybackRate? {
        PlaybackRate(
            numerator: Int128(numerator) * Int128(other.denominator),
            denominator: Int128(denominator) * Int128(other.numerator)
        )
    }

    /// The rate at which video captured at one frame rate plays at another, frame by frame. `nil` where it does not fit.
    public init?(conforming captured: FrameRate, to played: FrameRate) {
        self.init(
            numerator: Int128(played.numerator) * Int128(captured.denominator),
            denominator: Int128(played.denominator) * Int128(captured.numerator)
        )
    }

    /// For display and for signal processing: the nearest `Double`.
    public var approximation: Double { Double(numerator) / Double(denominator) }

    /// How long a source duration lasts at this rate, in target time.
    ///
    /// - Throws: ``TimeOverflow`` where it cannot be expressed.
    public func targetDuration(of source: RationalTime) throws(TimeOverflow) -> RationalTime {
        try source.scaled(by: denominator, over: numerator)
    }

    /// How much source time a target duration consumes at this rate.
    ///
    /// - Throws: ``TimeOverflow`` where it cannot be expressed.
    public func sourceDuration(of target: RationalTime) throws(TimeOverflow) -> RationalTime {
        try target.scaled(by: numerator, over: denominator)
    }
}

extension PlaybackRate: Comparable {
    /// Whether `a` is the slower rate.
    public static func < (a: PlaybackRate, b: PlaybackRate) -> Bool {
        Int128(a.numerator) * Int128(b.denominator) < Int128(b.numerator) * Int128(a.denominator)
    }
}

extension PlaybackRate: CustomStringConvertible {
    /// `1/4`, `2`.
    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}
