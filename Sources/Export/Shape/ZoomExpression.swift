public import MediaTime

/// A change of the view as people write it: `2s..4s@1..3 at 0.4,0.5`.
public struct ZoomExpression: Hashable, Sendable, CustomStringConvertible {
    /// When, in the time of the ``clock``; open ends are those of all that is played.
    public let range: TimeRangeExpression
    /// The factor at its beginning.
    public let from: Double
    /// The factor at its end.
    public let to: Double
    /// The middle of the view at its end.
    public let middle: FrameZoom.Place
    /// Whose time the range is in.
    public let clock: FrameZoom.Clock
    /// As it was written.
    public let description: String

    /// Reads `A..B@FACTOR..FACTOR` or `A..B@FACTOR`, and after it `at X,Y` (shares of width and height) and `in target` where they
    /// are wanted.
    ///
    /// - Throws: `ParseError` for any other text.
    public init(parsing text: String) throws(ParseError) {
        func wrong() -> ParseError {
            ParseError(
                text,
                "a zoom is written 2s..4s@1..3, or 2s..4s@1..3 at 0.4,0.5, with 'in target' for the result's time"
            )
        }
        description = text
        var words = text.split(separator: " ")[...]
        guard let first = words.popFirst(), let at = first.firstIndex(of: "@") else { throw wrong() }
        range = try TimeRangeExpression(parsing: String(first[..<at]))
        let factors = first[first.index(after: at)...]
        if let dots = factors.firstRange(of: "..") {
            guard let from = Self.number(factors[..<dots.lowerBound]), let to = Self.number(factors[dots.upperBound...])
            else {
                throw wrong()
            }
            (self.from, self.to) = (from, to)
        } else {
            guard let factor = Self.number(factors) else { throw wrong() }
            (from, to) = (factor, factor)
        }
        guard (1...100).contains(from), (1...100).contains(to) else {
            throw ParseError(text, "a zoom's factor is from 1 to 100")
        }
        var (middle, clock) = (FrameZoom.Place.middle, FrameZoom.Clock.source)
        while let word = words.popFirst() {
            let value = words.popFirst() ?? ""
            switch word {
            case "at":
                let shares = value.split(separator: ",", omittingEmptySubsequences: false).map(Self.number)
                guard shares.count == 2, let x = shares[0], let y = shares[1], (0...1).contains(x), (0...1).contains(y)
                else {
                    throw ParseError(text, "a place in the frame is written 0.4,0.5: shares of its width and height")
                }
                middle = FrameZoom.Place(x: x, y: y)
            case "in":
                guard let named = FrameZoom.Clock(rawValue: String(value)) else { throw wrong() }
                clock = named
            default: throw wrong()
            }
        }
        (self.middle, self.clock) = (middle, clock)
    }

    /// With `x` behind it or without: `2`, `2.5x`.
    private static func number(_ text: Substring) -> Double? {
        let digits = text.hasSuffix("x") ? text.dropLast() : text
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else { return nil }
        return Double(digits)
    }
}
