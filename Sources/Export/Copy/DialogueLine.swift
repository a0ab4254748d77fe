/// A line of dialogue of SubStation Alpha, as libavcodec's decoders of text make it: its order, layer, style, name, three margins, effect,
/// and the text, in which there may be commas.
struct DialogueLine: Hashable, Sendable {
    /// The line as a whole.
    private(set) var line: String

    /// A line in one of the styles that there are. One that is not among them is read as players do: without blanks and asterisks around
    /// its name, or else as `Default`. libavcodec's encoder would make its text invisible.
    init(_ line: String, styles: [String]) {
        var fields = Self.fields(of: line)
        if fields.count > Self.styleField, !styles.contains(String(fields[Self.styleField])) {
            func plain(_ name: some StringProtocol) -> String {
                name.trimmingPrefix { $0.isWhitespace || $0 == "*" }.split(separator: " ").joined(separator: " ")
            }
            let name = plain(fields[Self.styleField])
            let style = styles.first { plain($0) == name } ?? styles.first { $0 == "Default" } ?? styles.first
            if let style { fields[Self.styleField] = style[...] }
        }
        if fields.count > Self.fieldsBeforeText {
            fields[Self.fieldsBeforeText] = Self.withoutDrawings(fields[Self.fieldsBeforeText])[...]
        }
        self.line = fields.joined(separator: ",")
    }

    /// A text without what is drawn: between the mark `\p1`, or a higher number, and `\p0` are the corners of shapes, not letters.
    private static func withoutDrawings(_ text: Substring) -> String {
        var kept = ""
        var isDrawing = false
        var rest = text
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if !isDrawing { kept += rest[..<open] }
            let marks = rest[open...close]
            // `\pos` and `\pbo` are other marks.
            if let mark = marks.matches(of: /\\p([0-9]+)/).last { isDrawing = mark.1 != "0" }
            kept += marks
            rest = rest[rest.index(after: close)...]
        }
        return isDrawing ? kept : kept + rest
    }

    private static let styleField = 2
    private static let fieldsBeforeText = 8

    private static func fields(of line: String) -> [Substring] {
        line.split(separator: ",", maxSplits: fieldsBeforeText, omittingEmptySubsequences: false)
    }

    /// What is shown, with its marks.
    var text: Substring {
        let fields = Self.fields(of: line)
        return fields.count > Self.fieldsBeforeText ? fields[Self.fieldsBeforeText] : ""
    }

    /// The line with the characters that begin marks of WebVTT written as that has them. libavcodec's encoder leaves them as they are, and
    /// browsers show nothing of the text up to the next `>`.
    var escapedForWebVTT: String {
        let escaped = text.matches(of: /{\\[^}]*}|[^{]+|{/).map { part in
            let part = String(part.output)
            // What stands in braces behind a backslash are marks of the line's own.
            if part.hasPrefix("{\\"), part.hasSuffix("}") { return part }
            return part.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        }
        return String(line.dropLast(text.count)) + escaped.joined()
    }

    /// Whether there is nothing to be seen.
    var isEmpty: Bool { text.replacing(/{[^}]*}/, with: "").allSatisfy(\.isWhitespace) }

    /// Adds the text of another line below this one's, in the style of this one. Marks of the upper text end with it.
    mutating func append(_ other: DialogueLine) { line += #"\N{\r}"# + other.text }

    /// Several lines as one; `nil` where there is none.
    static func joined(_ lines: [DialogueLine]) -> DialogueLine? {
        guard var all = lines.first else { return nil }
        for line in lines.dropFirst() { all.append(line) }
        return all
    }
}
