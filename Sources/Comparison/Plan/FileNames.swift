/// Names for renderings: each one once, and fit for a file.
struct FileNames {
    private var taken: Set<String> = []

    /// The name, numbered where there is one like it: as a file's, too.
    mutating func unique(_ name: String) -> String {
        var candidate = name
        var number = 2
        while !taken.insert(Self.safe(candidate).lowercased()).inserted {
            candidate = "\(name) (\(number))"
            number += 1
        }
        return candidate
    }

    /// Letters, digits and a few signs; anything else becomes a hyphen.
    static func safe(_ name: String) -> String {
        let plain = name.map { $0.isLetter || $0.isNumber || "._".contains($0) ? $0 : "-" }
        let trimmed = String(plain).drop { $0 == "." || $0 == "-" }
        return trimmed.isEmpty ? "rendering" : String(trimmed)
    }

    /// A path's last part without its ending.
    static func stem(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return String(name) }
        return String(name[..<dot])
    }
}
