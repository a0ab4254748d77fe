internal import PathNames

/// Text from files and from the user, made safe for a terminal. A title or a file name can hold escape sequences, which
/// change what the terminal shows, and marks that turn the direction of writing.
enum PrintableText {
    /// The text with its control characters escaped: `\u{1B}`, and bytes of names that are no UTF-8: `\xE9`. Line breaks stay where `keepsLines` is set.
    static func text(_ text: String, keepsLines: Bool = false) -> String {
        guard text.unicodeScalars.contains(where: { isControl($0) || PathName.byte(of: $0) != nil }) else {
            return text
        }
        return text.unicodeScalars.reduce(into: "") { line, scalar in
            if let byte = PathName.byte(of: scalar) {
                line += "\\x\(String(byte, radix: 16, uppercase: true))"
            } else if isControl(scalar), !(keepsLines && (scalar == "\n" || scalar == "\t")) {
                line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
    }

    /// A JSON document whose strings have the escapes of JSON for every character that ``text(_:keepsLines:)`` would change:
    /// control characters, of which the encoder leaves out some that JSON allows unescaped, and bytes of names that are no UTF-8.
    static func json(_ document: String) -> String {
        func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
            isControl(scalar) && scalar != "\n" || PathName.byte(of: scalar) != nil
        }
        guard document.unicodeScalars.contains(where: isEscaped) else { return document }
        return document.unicodeScalars.reduce(into: "") { text, scalar in
            guard isEscaped(scalar) else { return text.unicodeScalars.append(scalar) }
            // Beyond U+FFFF a character has two escapes.
            for unit in UTF16.encode(scalar) ?? .init() {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }

    /// Whether a terminal may act on a character in place of showing it: C0, DEL, C1, line and paragraph separators, and the
    /// controls of the direction of writing.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
