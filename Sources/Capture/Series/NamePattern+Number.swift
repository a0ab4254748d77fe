extension NamePattern {
    /// Finds the number in the names of a series' files; `nil` where the pattern has none.
    var numberFinder: NumberFinder? { counts ? NumberFinder(pieces, camera, dropping: folderPrefix) : nil }

    /// Reads the number in names of one camera's files, whatever time they tell.
    struct NumberFinder {
        private let expression: Regex<AnyRegexOutput>?

        /// A finder for names in a folder.
        fileprivate init(_ pieces: [Piece], _ camera: Int, dropping folder: String) {
            var isFound = false
            let parts = pieces.enumerated().map { index, piece -> String in
                switch piece {
                case .text(let text):
                    return Self.escaped(index == 0 ? String(text.dropFirst(folder.count)) : text)
                case .time(let conversion):
                    return Self.digits[conversion].map { "[0-9]{\($0)}" } ?? "[^/]+?"
                case .camera:
                    return String(camera)
                case .counter:
                    defer { isFound = true }
                    return isFound ? "[0-9]+" : "([0-9]{1,\(Self.mostDigits)})"
                }
            }
            expression = try? Regex(parts.joined())
        }

        /// The number of a file by its name in the series' folder; `nil` for other names.
        func number(in name: String) -> Int? {
            guard let match = try? expression?.wholeMatch(in: name), match.output.count > 1 else { return nil }
            return match.output[1].substring.flatMap { Int($0) }
        }

        /// Conversions that always have the same number of digits; seconds have ten until the year 2286.
        private static let digits: [Character: Int] = [
            "s": 10, "Y": 4, "G": 4, "j": 3, "u": 1, "w": 1, "C": 2, "d": 2, "e": 2, "g": 2, "H": 2, "I": 2, "k": 2,
            "l": 2, "m": 2,
            "M": 2, "S": 2, "U": 2, "V": 2, "W": 2, "y": 2,
        ]
        private static let mostDigits = 12

        private static func escaped(_ text: String) -> String {
            text.reduce("") { "\\^$.|?*+()[]{}".contains($1) ? "\($0)\\\($1)" : "\($0)\($1)" }
        }
    }
}
