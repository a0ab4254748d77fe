/// Says that a text is no time, rate or range, and what was expected.
public struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text as it was given.
    public let text: String
    /// What is wrong with it, and what would be right: `a rate is positive: 1/2, 0.5, 50% or 2x`.
    public let expectation: String

    /// An error about a text.
    public init(_ text: String, _ expectation: String) {
        self.text = text
        self.expectation = expectation
    }

    /// A sentence for people.
    public var description: String { "'\(text)': \(expectation)" }
}
