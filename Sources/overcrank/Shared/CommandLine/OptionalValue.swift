internal import Export

/// Options whose value may be left out. ArgumentParser's own (`defaultAsFlag`) pass over `--stabilise=strong` where another option
/// follows, and take the default for a value that is none.
enum OptionalValue {
    /// The values of each such option, and the one that stands for none.
    private static let options = [
        "--stabilise": (values: Stabilisation.allCases.map(\.rawValue), usual: Stabilisation.medium.rawValue)
    ]

    /// A command line in which each such option is one word with its value: `--stabilise strong` and `--stabilise` become
    /// `--stabilise=strong` and `--stabilise=medium`.
    ///
    /// The word behind the option is its value where it is one, or where it can hardly be a clip or another option: a word
    /// without a dot, a slash and a dash before it. That one is refused later, as a value that there is not.
    static func stated(in words: [String]) -> [String] {
        var (stated, rest) = ([String](), words[...])
        while let word = rest.popFirst() {
            if word == "--" { return stated + [word] + rest }
            guard let option = options[word] else {
                stated.append(word)
                continue
            }
            let next = rest.first ?? "-"
            let isValue = option.values.contains(next) || !next.hasPrefix("-") && !next.contains { "./".contains($0) }
            stated.append("\(word)=\(isValue ? next : option.usual)")
            if isValue { rest.removeFirst() }
        }
        return stated
    }
}
