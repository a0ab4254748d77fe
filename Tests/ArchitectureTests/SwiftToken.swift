/// A piece of Swift source text. Comments and white space are no tokens.
enum SwiftToken: Equatable {
    /// A name, a keyword or a number; without backticks.
    case word(String)
    /// The characters of a string literal, without its quotes and interpolations. The tokens of an interpolation
    /// follow it.
    case text(String)
    /// Any other character.
    case mark(Character)

    /// The name or keyword, if it is one.
    var word: String? {
        if case .word(let word) = self { word } else { nil }
    }

    /// The characters of a string literal, if it is one.
    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// Splits source text. Knows nested comments, raw and multi-line strings, and interpolations; regular expressions
    /// between slashes are not known.
    static func tokens(of text: String) -> [SwiftToken] {
        var scanner = SwiftScanner(text)
        scanner.scanCode(until: nil)
        return scanner.tokens
    }
}

/// Walks through the bytes of a source text.
private struct SwiftScanner {
    private(set) var tokens: [SwiftToken] = []
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Reads code to its end, or to the parenthesis that closes an interpolation.
    mutating func scanCode(until closing: UInt8?) {
        var depth = 0
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): skipLine()
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipComment()
            case UInt8(ascii: "\""): scanString(pounds: 0)
            case UInt8(ascii: "#") where startsRawString: scanString(pounds: countPounds())
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "`"):
                position += 1
            case _ where Self.isPartOfWord(byte): scanWord()
            default:
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
                position += 1
                if byte == closing, depth < 0 { return }
                tokens.append(.mark(Character(Unicode.Scalar(byte))))
            }
        }
    }

    private func peek(_ distance: Int = 0) -> UInt8? {
        position + distance < bytes.count ? bytes[position + distance] : nil
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    private mutating func scanWord() {
        let start = position
        while let byte = peek(), Self.isPartOfWord(byte) { position += 1 }
        tokens.append(.word(String(decoding: bytes[start..<position], as: UTF8.self)))
    }

    private mutating func skipLine() {
        while let byte = peek(), byte != UInt8(ascii: "\n") { position += 1 }
    }

    private mutating func skipComment() {
        var depth = 0
        while peek() != nil {
            switch (peek(), peek(1)) {
            case (UInt8(ascii: "/"), UInt8(ascii: "*")): (depth, position) = (depth + 1, position + 2)
            case (UInt8(ascii: "*"), UInt8(ascii: "/")): (depth, position) = (depth - 1, position + 2)
            default: position += 1
            }
            if depth == 0 { return }
        }
    }

    private var startsRawString: Bool {
        bytes[position...].first { $0 != UInt8(ascii: "#") } == UInt8(ascii: "\"")
    }

    private mutating func countPounds() -> Int {
        let start = position
        while peek() == UInt8(ascii: "#") { position += 1 }
        return position - start
    }

    /// Reads a literal from its first quote on.
    private mutating func scanString(pounds: Int) {
        let quote = UInt8(ascii: "\"")
        let isMultiline = peek(1) == quote && peek(2) == quote
        let end =
            Array(repeating: quote, count: isMultiline ? 3 : 1) + Array(repeating: UInt8(ascii: "#"), count: pounds)
        let escape = [UInt8(ascii: "\\")] + Array(repeating: UInt8(ascii: "#"), count: pounds)
        let interpolation = escape + [UInt8(ascii: "(")]
        position += isMultiline ? 3 : 1
        var text: [UInt8] = []
        let place = tokens.count
        while let byte = peek() {
            if follows(end) {
                position += end.count
                break
            }
            if follows(interpolation) {
                position += interpolation.count
                scanCode(until: UInt8(ascii: ")"))
            } else if follows(escape) {
                // The character after it may be a quote.
                text.append(contentsOf: bytes[position..<min(position + escape.count + 1, bytes.count)])
                position += escape.count + 1
            } else {
                text.append(byte)
                position += 1
            }
        }
        tokens.insert(.text(String(decoding: text, as: UTF8.self)), at: place)
    }

    private func follows(_ expected: [UInt8]) -> Bool { bytes[position...].starts(with: expected) }
}
