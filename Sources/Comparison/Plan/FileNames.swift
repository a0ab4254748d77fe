/// Names for renderings: all different, and fit for files.
///
/// All files of a rendering are called after it, and what follows begins with a dot. The names themselves hold none, so that no file of
/// one rendering has the name of another one's.
struct FileNames {
    /// How long a name may be, in bytes of UTF-8, without its number. Systems allow 255 for a file, endings included.
    private static let longest = 200

    private var taken: Set<String> = []

    /// The name, cut where it is too long, and with a number if another rendering has the same name or the same name of its file.
    mutating func unique(_ name: String) -> String {
        let cut = Self.cut(name)
        var candidate = cut
        var number = 2
        while !taken.insert(Self.safe(candidate).lowercased()).inserted {
            candidate = "\(cut) (\(number))"
            number += 1
        }
        return candidate
    }

    /// A name for a file: letters, digits and `_`. All else becomes a hyphen.
    static func safe(_ name: String) -> String {
        let plain = name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" }
        let trimmed = String(plain).drop { $0 == "-" }
        return trimmed.isEmpty ? "rendering" : String(trimmed)
    }

    /// As many whole characters as are not too long.
    private static func cut(_ name: String) -> String {
        var rest = longest
        return String(
            name.prefix { character in
                rest -= character.utf8.count
                return rest >= 0
            }
        )
    }
}
