internal import Yams

/// A value of YAML that stands for another one: `*name`, where that has `&name`.
///
/// A preset needs none. A few dozen of them make a document of billions of values, so they are found before it is read.
/// Whether `*` begins one, or belongs to a text, YAML alone knows. So the document is read twice: first with a character in its
/// place that begins a text wherever `*` would begin an alias.
struct YAMLAlias: Equatable {
    let name: String
    /// From 1; `nil` if that is not known.
    let line: Int?

    /// A character that means nothing, in Unicode and in YAML.
    private static let mark: Unicode.Scalar = "\u{10FFFF}"

    /// A text with no alias in it. Its lines are where they were.
    static func disarmed(_ text: String) -> String { replacing("*", with: mark, in: text) }

    /// What was `*` before.
    static func armed(_ text: String) -> String { replacing(mark, with: "*", in: text) }

    /// The first alias that the document had before it was ``disarmed(_:)``; `nil` where there was none.
    ///
    /// - Complexity: O(n) in the length of the document.
    static func first(in disarmed: Node) -> YAMLAlias? {
        switch disarmed {
        case .scalar(let scalar):
            guard scalar.style == .plain, scalar.string.unicodeScalars.first == mark else {
                return nil
            }
            let name = scalar.string.unicodeScalars.dropFirst().prefix { !$0.properties.isWhitespace }
            return YAMLAlias(name: armed(String(name)), line: scalar.mark?.line)
        case .sequence(let sequence): return sequence.lazy.compactMap(first(in:)).first
        case .mapping(let mapping): return mapping.lazy.compactMap { first(in: $0.key) ?? first(in: $0.value) }.first
        case .alias: return nil
        }
    }

    /// Among scalars: what follows may be one character with the old one.
    private static func replacing(_ old: Unicode.Scalar, with new: Unicode.Scalar, in text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(scalar == old ? new : scalar) }
        return String(scalars)
    }
}
