/// The header of a script of SubStation Alpha, as Matroska keeps it beside the lines of dialogue: among other things the styles that lines name.
package struct ScriptHeader {
    private static let newline = UInt8(ascii: "\n")
    /// So many fields a style has at most: there are 23.
    private static let mostFields = 64

    /// A style as its line says it.
    private struct Style: Hashable {
        let name: String
        /// By the names of the fields, in small letters.
        let values: [String: String]
    }

    private var lines: [ArraySlice<UInt8>]
    /// The names of the fields of styles, in their order, in small letters; `nil` where there are no styles.
    private var fields: [String]?
    private var styles: [Style] = []
    /// The lines of styles that are added behind those.
    private var added: [[UInt8]] = []
    /// The place of the line behind the last style.
    private var end: Int?
    /// The size that places are counted in.
    private(set) var resolution: [String: String] = [:]

    private init(_ bytes: [UInt8]) {
        lines = bytes.split(separator: Self.newline, omittingEmptySubsequences: false)
        var isOfStyles = false
        for (place, line) in lines.enumerated() {
            let text = Self.trimmed(String(decoding: line, as: UTF8.self))
            if text.hasPrefix("[") {
                isOfStyles = ["[v4 styles]", "[v4+ styles]", "[v4 styles+]"].contains(text.lowercased())
            } else if isOfStyles, let value = Self.value(of: "Format:", in: text) {
                fields = Self.list(value).map { $0.lowercased() }
                end = place + 1
            } else if isOfStyles, let value = Self.value(of: "Style:", in: text), let fields {
                let list = Self.list(value, count: min(fields.count, Self.mostFields + 1))
                let values = Dictionary(zip(fields.prefix(Self.mostFields), list)) { first, _ in first }
                styles.append(Style(name: values["name"] ?? "", values: values))
                end = place + 1
            }
            for key in ["PlayResX:", "PlayResY:"] {
                if let value = Self.value(of: key, in: text) { resolution[key] = value }
            }
        }
    }

    /// A header with the styles of other scripts, too, which are played behind the first.
    package struct Joined: Hashable, Sendable {
        package let bytes: [UInt8]
        /// The styles of others that the header has under the same name, and defines otherwise.
        package let otherwiseDefined: [String]
        /// The styles of others that the header does not have, because they do not say all that its own say.
        package let incomplete: [String]
        /// Whether another script counts places in another size.
        package let hasOtherSize: Bool
    }

    /// The header of several scripts, one played behind the other. Of styles with the same name, the first one stays.
    ///
    /// - Complexity: O(bytes of all).
    package static func joined(_ first: [UInt8], _ others: [[UInt8]]) -> Joined {
        var header = ScriptHeader(first)
        var known = Dictionary(header.styles.map { ($0.name, $0) }) { first, _ in first }
        var (seen, hasOtherSize): (Set<[UInt8]>, Bool) = ([first], false)
        var (names, conflicts): (Set<String>, [String]) = ([], [])
        for bytes in others where seen.insert(bytes).inserted {
            let other = ScriptHeader(bytes)
            if other.resolution != header.resolution { hasOtherSize = true }
            if header.fields == nil { header.takeSection(of: other) }
            for style in other.styles where known[style.name] != style {
                if known[style.name] == nil, header.add(style) {
                    known[style.name] = style
                } else if names.insert(style.name).inserted {
                    conflicts.append(style.name)
                }
            }
        }
        return Joined(
            bytes: header.bytes,
            otherwiseDefined: conflicts.filter { known[$0] != nil },
            incomplete: conflicts.filter { known[$0] == nil },
            hasOtherSize: hasOtherSize
        )
    }

    private var bytes: [UInt8] {
        let end = end ?? lines.endIndex
        return Array(
            [lines[..<end], added.map { $0[...] }[...], lines[end...]].joined().joined(separator: [Self.newline])
        )
    }

    /// Adds a style behind the others; `false` where it does not say all that they say.
    private mutating func add(_ style: Style) -> Bool {
        guard let fields, fields.count <= Self.mostFields else { return false }
        let values = fields.compactMap { style.values[$0] }
        guard values.count == fields.count else { return false }
        added.append(line("Style: " + values.joined(separator: ",")))
        return true
    }

    /// Takes the section of styles of another script, without a style.
    private mutating func takeSection(of other: ScriptHeader) {
        guard let names = other.fields else { return }
        let place = lines.firstIndex { Self.trimmed(String(decoding: $0, as: UTF8.self)).lowercased() == "[events]" }
        let start = place ?? lines.count
        let isNew = names.contains("alignment") && names.contains("underline")
        let section = [isNew ? "[V4+ Styles]" : "[V4 Styles]", "Format: " + names.joined(separator: ", ")]
        lines.insert(contentsOf: section.map { line($0)[...] }, at: start)
        (fields, end) = (names, start + 2)
    }

    /// A line that ends as the others do.
    private func line(_ text: String) -> [UInt8] {
        Array(text.utf8) + (lines.first?.last == UInt8(ascii: "\r") ? [UInt8(ascii: "\r")] : [])
    }

    private static func value(of key: String, in line: String) -> String? {
        line.lowercased().hasPrefix(key.lowercased()) ? trimmed(String(line.dropFirst(key.count))) : nil
    }

    private static func list(_ text: String, count: Int = .max) -> [String] {
        text.split(separator: ",", maxSplits: max(0, count - 1), omittingEmptySubsequences: false)
            .map { trimmed(String($0)) }
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while let first = rest.first, first.isWhitespace || first == "\u{FEFF}" { rest.removeFirst() }
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return String(rest)
    }
}
