/// Keys on a terminal, and what they mean. A key is an order by itself; `:` begins a line, which Return ends.
struct RecordingKeys {
    /// What came of a key.
    enum Outcome: Hashable {
        case order(RecordingOrder)
        /// The line that is being typed has changed.
        case typing(String)
        /// The line was given up.
        case givenUp
        /// Nobody knows the key, or the line.
        case unknown(String)
    }

    /// Of the line that is being typed, the bytes in UTF-8; `nil` while none is.
    private var line: [UInt8]?

    /// What can be pressed.
    static let help =
        "Return triggers, s takes a still, m marks, q ends it; e E exposure, g G gain, f F focus, w W white balance, "
        + "z Z zoom down and up; : begins a line: mark TITLE, set NAME VALUE, zoom 2x 3s, key=text."

    /// The lines that single keys stand for.
    private static let lines: [Character: String] = [
        "\n": "trigger", "\r": "trigger", " ": "trigger", "s": "still", "m": "mark", "q": "stop",
        "e": "set exposure -", "E": "set exposure +", "g": "set gain -", "G": "set gain +",
        "f": "set focus -", "F": "set focus +", "w": "set white_balance -", "W": "set white_balance +",
        "z": "set zoom -", "Z": "set zoom +", "x": "zoom stop",
    ]

    private enum Code {
        static let escape: UInt8 = 0x1B
        static let backspace: Set<UInt8> = [0x08, 0x7F]
        static let end: Set<UInt8> = [0x0A, 0x0D]
        /// Ctrl-U.
        static let clear: UInt8 = 0x15
    }

    /// Takes keys that came together.
    mutating func take(_ bytes: [UInt8]) -> [Outcome] {
        // Arrows and the like come as several bytes, the first of which is Escape.
        if bytes.first == Code.escape, bytes.count > 1 { return [] }
        return bytes.compactMap { take($0) }
    }

    private mutating func take(_ byte: UInt8) -> Outcome? {
        guard var typed = line else { return begin(byte) }
        if Code.end.contains(byte) {
            line = nil
            let text = String(decoding: typed, as: UTF8.self)
            if text.isEmpty { return .givenUp }
            return RecordingOrder(text).map { .order($0) } ?? .unknown(text)
        }
        if byte == Code.escape {
            line = nil
            return .givenUp
        }
        if byte == Code.clear {
            typed = []
        } else if Code.backspace.contains(byte) {
            // A character's bytes after its first one begin with the bits 10.
            while let last = typed.popLast(), last & 0xC0 == 0x80 {}
        } else if byte >= 0x20 {
            typed.append(byte)
        }
        line = typed
        return .typing(String(decoding: typed, as: UTF8.self))
    }

    private mutating func begin(_ byte: UInt8) -> Outcome? {
        let key = Character(UnicodeScalar(byte))
        if key == ":" {
            line = []
            return .typing("")
        }
        if byte == Code.escape { return nil }
        return Self.lines[key].flatMap { RecordingOrder($0) }.map { .order($0) } ?? .unknown(String(key))
    }
}
