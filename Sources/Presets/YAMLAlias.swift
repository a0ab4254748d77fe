/// A value of YAML that stands for another one: `*name`, where that has `&name`.
///
/// A preset needs none. A few dozen of them make a document of billions of values, so they are found before it is read.
struct YAMLAlias: Equatable {
    let name: String
    /// From 1.
    let line: Int

    /// The first alias of a text whose anchor is in the text, too; `nil` where there is none. `&` and `*` alone, as in a
    /// sentence, make no alias.
    ///
    /// - Complexity: O(n) in the length of the text.
    static func first(in text: String) -> YAMLAlias? {
        let anchors = Set(names(behind: "&", in: text).map(\.name))
        return anchors.isEmpty ? nil : names(behind: "*", in: text).first { anchors.contains($0.name) }
    }

    /// What follows a mark, as far as it can be a name.
    private static func names(behind mark: Unicode.Scalar, in text: String) -> [YAMLAlias] {
        var found: [YAMLAlias] = []
        var line = 1
        var name: String?
        for scalar in text.unicodeScalars {
            if let open = name {
                if isInName(scalar) {
                    name = open + String(scalar)
                    continue
                }
                if !open.isEmpty { found.append(YAMLAlias(name: open, line: line)) }
                name = nil
            }
            if scalar == mark { name = "" }
            if scalar == "\n" { line += 1 }
        }
        if let name, !name.isEmpty { found.append(YAMLAlias(name: name, line: line)) }
        return found
    }

    /// As libyaml has it.
    private static func isInName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "0"..."9", "A"..."Z", "a"..."z", "_", "-": true
        default: false
        }
    }
}
