/// Text in roff, whose characters mean themselves.
enum Roff {
    /// Text within a line.
    static func text(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { roff, scalar in
            switch scalar {
            case "\\": roff += #"\e"#
            case "-": roff += #"\-"#
            case "'": roff += #"\(aq"#
            case "`": roff += #"\(ga"#
            case "^": roff += #"\(ha"#
            case "~": roff += #"\(ti"#
            case _ where scalar.isASCII: roff.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                roff += #"\[u"# + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
            }
        }
    }

    /// Text that is filled when it is shown, in lines that are not too long to be read in a terminal.
    static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ").map({ self.text(String($0)) }) {
            if let last = lines.last, last.count + word.count < width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(word)
            }
        }
        return lines.map(protected)
    }

    /// A line that is shown as it is, its spaces, too.
    static func line(_ line: String) -> String { protected(text(line)) }

    private static let width = 78

    /// A line that begins like a request is none.
    private static func protected(_ roff: String) -> String { roff.hasPrefix(".") ? #"\&"# + roff : roff }

    /// An argument of a request, in quotation marks.
    static func argument(_ text: String) -> String {
        "\"" + self.text(text).map { $0 == "\"" ? #"\(dq"# : String($0) }.joined() + "\""
    }
}
