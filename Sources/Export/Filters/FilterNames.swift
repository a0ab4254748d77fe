/// The names of the filters in a chain of libavfilter, read before libavfilter reads it: some filters write to files as soon as
/// they exist.
struct FilterNames {
    /// In the order of the text, without what tells filters of one name apart (`@first`).
    private(set) var names: [String] = []
    private var rest: Substring

    init(of chain: String) {
        rest = chain[...]
        while !rest.isEmpty {
            skipLabels()
            let name = token(until: "=,;[")
            if !name.isEmpty { names.append(String(name.prefix { $0 != "@" })) }
            if rest.first == "=" {
                rest.removeFirst()
                _ = token(until: "[],;")
            }
            skipLabels()
            if !rest.isEmpty { rest.removeFirst() }
        }
    }

    /// `[in]`, before or after a filter.
    private mutating func skipLabels() {
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard rest.first == "[", let end = rest.firstIndex(of: "]") else { return }
            rest = rest[rest.index(after: end)...]
        }
    }

    /// The text up to one of these characters. A backslash makes the next character a plain one, and so do single quotes with
    /// all between them.
    private mutating func token(until ends: String) -> String {
        var token = ""
        rest = rest.drop(while: \.isWhitespace)
        while let character = rest.first, !ends.contains(character) {
            rest.removeFirst()
            switch character {
            case "\\":
                if let escaped = rest.popFirst() { token.append(escaped) }
            case "'":
                while let quoted = rest.popFirst(), quoted != "'" { token.append(quoted) }
            default:
                token.append(character)
            }
        }
        while token.last?.isWhitespace == true { token.removeLast() }
        return token
    }
}
