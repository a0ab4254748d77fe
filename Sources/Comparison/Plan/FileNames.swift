/// Names for renderings: all different, and fit for files.
struct FileNames {
    private var taken: Set<String> = []

    /// The name, with a number if another rendering has the same name or the same name of its file.
    mutating func unique(_ name: String) -> String {
        var candidate = name
        var number = 2
        while !taken.insert(Self.safe(candidate).lowercased()).inserted {
            candidate = "\(name) (\(number))"
            number += 1
        }
        return candidate
    }

    /// A name for a file: letters, digits, `.`, `_` and `-`. All else becomes a hyphen.
    static func safe(_ name: String) -> String {
        let plain = name.map { $0.isLetter || $0.isNumber || "._".contains($0) ? $0 : "-" }
        let trimmed = String(plain).drop { $0 == "." || $0 == "-" }
        return trimmed.isEmpty ? "rendering" : String(trimmed)
    }

    /// The last part of a path, without its ending.
    static func stem(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return String(name) }
        return String(name[..<dot])
    }
}
