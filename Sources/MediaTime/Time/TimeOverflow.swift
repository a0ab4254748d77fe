/// A result that no ``RationalTime`` can hold exactly: its value needs more than 64 bits, or its timescale more
/// than 31.
public struct TimeOverflow: Error, Hashable, Sendable, CustomStringConvertible {
    /// The computation with its operands: `1/3s + 1/2147483647s`.
    public let expression: String

    /// Names the expression that did not fit.
    public init(_ expression: String) { self.expression = expression }

    /// A sentence for people.
    public var description: String { "\(expression) cannot be expressed exactly as a time" }
}
