/// A block of code in an article, between lines of three backticks.
struct MarkdownExample: Sendable {
    /// The word after the first three backticks, such as `console`.
    let language: String
    let lines: [String]
    /// The comment on the line before the block, without its marks. Readers of the article do not see it.
    let note: String?
    /// The number of its first line of code.
    let line: Int

    /// All blocks of an article, in order.
    static func examples(in article: String) -> [MarkdownExample] {
        var examples: [MarkdownExample] = []
        var before = ""
        var open: (language: String, note: String?, line: Int)?
        var code: [String] = []
        for (index, line) in article.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let (language, note, first) = open {
                if line == "```" {
                    examples.append(MarkdownExample(language: language, lines: code, note: note, line: first))
                    open = nil
                } else {
                    code.append(String(line))
                }
            } else if line.hasPrefix("```") {
                open = (String(line.dropFirst(3)), comment(before), index + 2)
                code = []
            }
            before = String(line)
        }
        return examples
    }

    private static func comment(_ line: String) -> String? {
        guard line.hasPrefix("<!-- "), line.hasSuffix(" -->") else { return nil }
        return String(line.dropFirst(5).dropLast(4))
    }

    /// What is typed, and what is printed then.
    struct Step: Equatable {
        let command: String
        /// Without empty lines at its end; `nil` where the block does not show it.
        let output: [String]?
    }

    /// In a `console` block lines that begin with `$ ` are typed, and the others are printed. In an `sh` block all
    /// lines are typed.
    var steps: [Step] {
        guard language == "console" else { return [Step(command: lines.joined(separator: "\n"), output: nil)] }
        var steps: [Step] = []
        for line in lines {
            if line.hasPrefix("$ ") {
                steps.append(Step(command: String(line.dropFirst(2)), output: []))
            } else if let step = steps.popLast() {
                steps.append(Step(command: step.command, output: (step.output ?? []) + [line]))
            }
        }
        return steps.map { Step(command: $0.command, output: Self.trimmed($0.output ?? [])) }
    }

    /// Without empty lines at the end.
    static func trimmed(_ lines: [String]) -> [String] {
        Array(lines.reversed().drop { $0.isEmpty }.reversed())
    }
}
