/// A range as people write it: `A..B`. Either end may be left out.
public struct TimeRangeExpression: Hashable, Sendable {
    /// The first instant of the range; `nil` is the beginning of the source.
    public let start: TimeExpression?
    /// The first instant after the range; `nil` is the end of the source.
    public let end: TimeExpression?

    /// Whether one of its ends is relative to the anchor.
    public var isAnchored: Bool {
        [start, end].contains { if case .anchor = $0 { true } else { false } }
    }

    /// A range between two times.
    public init(from start: TimeExpression?, to end: TimeExpression?) {
        self.start = start
        self.end = end
    }

    /// Reads `1s..2s`, `1s..`, `..2s`.
    ///
    /// - Throws: ``ParseError`` for other text.
    public init(parsing text: String) throws(ParseError) {
        guard let dots = text.firstRange(of: "..") else {
            throw ParseError(text, "a range is written A..B, as 2s..4s, and either end may be left out")
        }
        let (before, after) = (text[..<dots.lowerBound], text[dots.upperBound...])
        start = before.isEmpty ? nil : try TimeExpression(parsing: String(before))
        end = after.isEmpty ? nil : try TimeExpression(parsing: String(after))
    }
}

extension TimeRangeExpression: CustomStringConvertible {
    /// As people can type it: `1s..2s`.
    public var description: String {
        (start.map(\.description) ?? "") + ".." + (end.map(\.description) ?? "")
    }
}
