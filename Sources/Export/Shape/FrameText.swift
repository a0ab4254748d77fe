public import MediaTime

/// A text in any script that is written upon all frames, as large as the output's size has it.
public struct FrameText: Hashable, Sendable {
    /// What is written; lines are parted by line feeds.
    public let text: String
    /// Where. Texts at one place stand below each other.
    public let place: Place

    /// Where a text is written.
    public enum Place: String, CaseIterable, Hashable, Sendable {
        case topLeft = "top-left"
        case top
        case topRight = "top-right"
        case left
        case middle
        case right
        case bottomLeft = "bottom-left"
        case bottom
        case bottomRight = "bottom-right"
    }

    /// A text at a place.
    public init(_ text: String, at place: Place) { (self.text, self.place) = (text, place) }

    /// Reads `Attempt 2 at top-right`. A text that names no place is written at the top left.
    ///
    /// - Throws: `ParseError` where nothing is to be written.
    public init(parsing text: String) throws(ParseError) {
        let place = Place.allCases.first { text.hasSuffix(" at \($0.rawValue)") }
        let written = place.map { String(text.dropLast(4 + $0.rawValue.count)) } ?? text
        guard written.contains(where: { !$0.isWhitespace }) else {
            throw ParseError(text, "there is nothing to write: a text is written 'Attempt 2 at top-right'")
        }
        self.init(written, at: place ?? .topLeft)
    }
}
