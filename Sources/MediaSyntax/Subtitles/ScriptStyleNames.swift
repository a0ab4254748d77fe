/// What the styles of one script of SubStation Alpha are called in a header that several scripts share, and how its lines name them there.
package struct ScriptStyleNames: Hashable, Sendable {
    /// By the names that the script itself defines.
    private let names: [String: String]
    /// Of all styles that the shared header defines.
    private let shared: Set<String>

    /// Names by those that the script has for them. `shared` are all that there are in the shared header.
    init(_ names: [String: String], among shared: Set<String>) { (self.names, self.shared) = (names, shared) }

    /// A line of dialogue, as Matroska stores it, with the shared header's names in its field for the style and behind the marks `\r`. All
    /// other bytes stay as they are.
    ///
    /// - Parameter line: Its order, layer, style, name, three margins, effect, and the text, in which there may be commas.
    /// - Returns: The line.
    /// - Complexity: O(bytes of the line).
    package func renamed(_ line: [UInt8]) -> [UInt8] {
        let commas = line.indices.lazy.filter { line[$0] == UInt8(ascii: ",") }.prefix(Self.fieldsBeforeText)
        guard commas.count == Self.fieldsBeforeText, let last = commas.last else { return line }
        let ends = Array(commas.prefix(Self.styleField + 1))
        let field = ends[Self.styleField - 1] + 1..<ends[Self.styleField]
        var result = Array(line[..<field.lowerBound])
        result += name(ofField: line[field])
        result += line[field.upperBound...last]
        var rest = line[(last + 1)...]
        // Braces that are not closed are letters.
        while let open = rest.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
        {
            result += rest[..<open]
            result += renamedMarks(rest[open..<close])
            rest = rest[close...]
        }
        return result + rest
    }

    private static let styleField = 2
    private static let fieldsBeforeText = 8

    /// What stands in the field for the style. A name that the script does not define is that of its `Default`, as players have it.
    private func name(ofField bytes: ArraySlice<UInt8>) -> [UInt8] {
        let name = String(decoding: bytes, as: UTF8.self).trimmingBlanks
        let plain = name.drop { $0 == "*" }
        let found = names[name] ?? names[String(plain)] ?? names["Default"] ?? names["*Default"]
        guard let found, found != name else { return Array(bytes) }
        return Array(found.utf8)
    }

    /// Marks between braces. A name ends where the next mark begins, or where the parentheses end that it stands in.
    private func renamedMarks(_ marks: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = marks
        while let mark = rest.firstIndex(of: UInt8(ascii: #"\"#)) {
            result += rest[...mark]
            rest = rest[(mark + 1)...]
            guard rest.first == UInt8(ascii: "r") else { continue }
            result.append(UInt8(ascii: "r"))
            rest = rest.dropFirst()
            let whole = rest.prefix { $0 != UInt8(ascii: #"\"#) }
            let inner = whole.prefix { $0 != UInt8(ascii: ")") }
            for bytes in [whole, inner] {
                let name = String(decoding: bytes, as: UTF8.self).trimmingBlanks
                // Without a name, a mark goes back to its line's own style.
                guard !name.isEmpty, let new = names[name] ?? (shared.contains(name) ? "" : nil) else { continue }
                result += new == name ? Array(bytes) : Array(new.utf8)
                rest = rest[bytes.endIndex...]
                break
            }
        }
        return result + rest
    }
}

extension String {
    /// Without blanks around it.
    fileprivate var trimmingBlanks: String {
        var rest = self[...]
        while let first = rest.first, first.isWhitespace { rest.removeFirst() }
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return String(rest)
    }
}
