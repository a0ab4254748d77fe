/// A text that is no edit: which part is wrong, and what would be right.
public struct EditParseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text as it was given.
    public let text: String
    /// Where the part begins that is wrong, in characters from the text's beginning.
    public let offset: Int
    /// How long that part is; 0 where something is missing.
    public let length: Int
    /// What is wrong with it, and what would be right.
    public let reason: String

    init(_ text: String, at offset: Int, length: Int, _ reason: String) {
        self.text = text
        self.offset = offset
        self.length = length
        self.reason = reason
    }

    /// The part of the text that is wrong.
    public var part: String { String(text.dropFirst(offset).prefix(length)) }

    /// A sentence, the text, and below it a mark under the part that is wrong:
    ///
    ///     '1/x' in '1s..2s@1..1/x': a rate is written 0.5, 1/4, 25% or 2x
    ///       1s..2s@1..1/x
    ///                 ^^^
    public var description: String {
        let mark = String(repeating: " ", count: offset) + String(repeating: "^", count: max(1, length))
        let subject = length == text.count ? "'\(text)'" : length == 0 ? "in '\(text)'" : "'\(part)' in '\(text)'"
        return "\(subject): \(reason)\n  \(text)\n  \(mark)"
    }
}
