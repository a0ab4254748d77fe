/// An instant with a title, as people write it: `2.5s=Title`.
public struct MarkExpression: Hashable, Sendable {
    /// The instant.
    public let time: TimeExpression
    /// The title; anything but nothing.
    public let title: String

    /// Reads `2.5s=Title`. The title may contain further equals signs.
    ///
    /// - Throws: ``ParseError`` for other text.
    public init(parsing text: String) throws(ParseError) {
        guard let equals = text.firstIndex(of: "="), text.index(after: equals) < text.endIndex else {
            throw ParseError(text, "an instant and its title are written 2.5s=Title")
        }
        time = try TimeExpression(parsing: String(text[..<equals]))
        title = String(text[text.index(after: equals)...])
    }
}
