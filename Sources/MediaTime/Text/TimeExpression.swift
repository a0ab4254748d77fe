/// A time as people write it: an instant, the number of a frame of the source, or an offset from an anchor, an instant that is
/// named elsewhere.
public enum TimeExpression: Hashable, Sendable {
    /// An instant or a duration.
    case time(RationalTime)
    /// The instant of the frame with that number, counted from 0. It is found by the source's timestamps.
    case frame(Int64)
    /// An offset from the anchor: positive is after it, negative before it.
    case anchor(RationalTime)

    private static let forms =
        "a time is written 1.5s, 250ms, 00:01:30.5, 3/2s or 360f (frames); a bare number is seconds"

    /// Reads `1.5s`, `250ms`, `00:01:30.5`, `01:30`, `3/2s`, `360f`, or a bare number of seconds; exactly. `at`,
    /// `at-1.5s` and `at+2s` are relative to the anchor.
    ///
    /// - Throws: ``ParseError`` for other text, negative times included.
    public init(parsing text: String) throws(ParseError) {
        if text.hasPrefix("-") { throw ParseError(text, "a time is not negative") }
        if text.hasPrefix("at") {
            self = .anchor(try Self.offset(text))
        } else if text.contains(":") {
            self = .time(try Self.clock(text))
        } else if text.hasSuffix("f"), text.first.map({ "0"..."9" ~= $0 }) ?? false {
            guard let frame = Int64(digits: text.dropLast()) else {
                throw ParseError(text, "a frame is a whole number: 360f")
            }
            self = .frame(frame)
        } else if text.hasSuffix("ms") {
            self = .time(try Self.quantity(text, text.dropLast(2), unit: 1000))
        } else if text.hasSuffix("s") {
            self = .time(try Self.quantity(text, text.dropLast(), unit: 1))
        } else {
            self = .time(try Self.quantity(text, text[...], unit: 1))
        }
    }

    /// Reads the text after `at`: nothing, or a signed duration.
    private static func offset(_ text: String) throws(ParseError) -> RationalTime {
        let rest = text.dropFirst(2)
        guard let sign = rest.first else { return .zero }
        guard sign == "+" || sign == "-" else { throw ParseError(text, forms) }
        let duration = rest.dropFirst()
        // Another anchor is not read: each would be read within the one before.
        guard !duration.hasPrefix("at"), case .time(let offset) = try TimeExpression(parsing: String(duration)) else {
            throw ParseError(text, "an offset from the anchor is a duration: at+1.5s")
        }
        guard sign == "-" else { return offset }
        do { return try offset.negated() } catch { throw ParseError(text, "\(error)") }
    }

    /// Reads a decimal number or a fraction of units, each of `1 / unit` seconds.
    private static func quantity(_ text: String, _ body: Substring, unit: Int128) throws(ParseError) -> RationalTime {
        guard let number = Fraction(parsing: body) else { throw ParseError(text, forms) }
        guard let quantity = number.multiplied(by: Fraction(1, unit)),
            let time = RationalTime(numerator: quantity.numerator, denominator: quantity.denominator)
        else { throw ParseError(text, "too fine or too large to be expressed exactly") }
        return time
    }

    /// Reads `hh:mm:ss.fff` or `mm:ss.fff`. Seconds are below 60, and minutes too where there are hours.
    private static func clock(_ text: String) throws(ParseError) -> RationalTime {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, let seconds = Decimal.parse(parts[parts.count - 1]),
            seconds.numerator < 60 * seconds.denominator
        else { throw ParseError(text, forms) }
        var minutes: Int64 = 0
        for (place, part) in parts.dropLast().enumerated() {
            guard let number = Int64(digits: part), number < 1_000_000, place == 0 || number < 60 else {
                throw ParseError(text, forms)
            }
            minutes = minutes * 60 + number
        }
        let time = RationalTime(
            numerator: Int128(minutes) * 60 * Int128(seconds.denominator) + Int128(seconds.numerator),
            denominator: Int128(seconds.denominator)
        )
        guard let time else { throw ParseError(text, "too fine or too large to be expressed exactly") }
        return time
    }
}

extension TimeExpression: CustomStringConvertible {
    /// As people can type it: `3/2s`, `360f`, `at-1s`.
    public var description: String {
        switch self {
        case .time(let time): "\(time)"
        case .frame(let number): "\(number)f"
        case .anchor(.zero): "at"
        case .anchor(let offset): offset.isNegative ? "at\(offset)" : "at+\(offset)"
        }
    }
}
