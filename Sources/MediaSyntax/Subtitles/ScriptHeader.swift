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

        func named(_ name: String) -> Style {
            Style(name: name, values: values.merging(["name": name]) { _, new in new })
        }
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
        /// What the styles of each script are called in it, by the script's own header.
        package let names: [[UInt8]: ScriptStyleNames]
        /// The styles of others that the header does not have, because they do not say all that its own say.
        package let incomplete: [String]
        /// Whether another script counts places in another size.
        package let hasOtherSize: Bool
    }

    /// The header of several scripts, one played behind the other. A style that another script has defined otherwise under its name gets a new one.
    ///
    /// - Parameters:
    ///   - first: The header that the others are added to.
    ///   - others: The headers of the other scripts.
    /// - Returns: The header of all, and the names that lines are to have there.
    /// - Complexity: O(bytes of all).
    package static func joined(_ first: [UInt8], _ others: [[UInt8]]) -> Joined {
        var header = ScriptHeader(first)
        var known = header.stylesByName
        var names = [first: known.mapValues(\.name)]
        // What a style is called that has got a new name, and how many have, by the old one.
        var (renamed, counts): ([Style: String], [String: Int]) = ([:], [:])
        var (seen, incomplete, hasOtherSize): (Set<String>, [String], Bool) = ([], [], false)
        for bytes in others where names[bytes] == nil {
            let other = ScriptHeader(bytes)
            if other.resolution != header.resolution { hasOtherSize = true }
            if header.fields == nil { header.takeSection(of: other) }
            let styles = other.stylesByName
            var own = styles.mapValues(\.name)
            for name in other.styles.map(\.name) {
                guard let style = styles[name], known[name] != style, own[name] == name else { continue }
                if let new = renamed[style] {
                    own[name] = new
                    continue
                }
                var new = name
                var count = counts[name] ?? 1
                while known[new] != nil || new != name && styles[new] != nil {
                    count += 1
                    new = "\(name)_\(count)"
                }
                if header.add(style.named(new)) {
                    known[new] = style.named(new)
                    if new != name { (own[name], renamed[style], counts[name]) = (new, new, count) }
                } else if seen.insert(name).inserted {
                    incomplete.append(name)
                }
            }
            names[bytes] = own
        }
        let shared = Set(known.keys)
        return Joined(
            bytes: header.bytes,
            names: names.mapValues { ScriptStyleNames($0, among: shared) },
            incomplete: incomplete,
            hasOtherSize: hasOtherSize
        )
    }

    /// Of styles with the same name players take the last one.
    private var stylesByName: [String: Style] { Dictionary(styles.map { ($0.name, $0) }) { _, last in last } }

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
