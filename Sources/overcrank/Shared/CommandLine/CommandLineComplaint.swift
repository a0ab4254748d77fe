internal import PathNames
internal import Presets

/// What ArgumentParser says of a command line that it cannot read, taken apart: its text is a message, and below it
/// `Help:`, `Usage:` and `See 'overcrank … --help'`.
struct CommandLineComplaint {
    private let message: String
    /// The option that is wrong, with its help.
    private let help: String?
    private let usage: String?
    /// The command that was read so far: `overcrank export`.
    private let path: [String]

    /// Takes a complaint apart.
    ///
    /// - Parameters:
    ///   - message: The message alone, of one or more lines.
    ///   - fullText: All that ArgumentParser would print.
    init(message: String, fullText: String) {
        self.message = message
        let lines = fullText.split(separator: "\n").map(String.init)
        help = Self.rest(of: lines, after: "Help:  ").map(Self.described)
        usage = Self.rest(of: lines, after: "Usage: ")
        let reference = Self.rest(of: lines, after: "  See '") ?? "overcrank"
        path = reference.split(separator: " ").map(String.init).prefix { !$0.hasPrefix("-") }
            .map { String($0.prefix { $0 != "'" }) }
    }

    /// The complaint in the form of all errors.
    ///
    /// - Parameters:
    ///   - root: The command, which tells what is like a word that it does not know.
    ///   - words: The command line.
    /// - Returns: An error of usage.
    func failure(of root: CommandInfo?, in words: [String]) -> Failure {
        let command = root.flatMap(command)
        // Other complaints only follow from it.
        if let (command, word) = root?.unknownSubcommand(in: words) { return command.complaint(ofSubcommand: word) }
        if let (option, value) = valueLikeOption(in: words, command) {
            return Failure(
                status: .usage,
                message: "'\(value)' begins with a dash: it is taken for an option, and '\(option)' has no value",
                hint: option == "--rate"
                    ? "a rate is above zero; a part is played backwards by --edit \(ShellText.word("2s..4s@\(value)"))"
                    : "write it so: \(command?.longName(of: option) ?? option)=\(ShellText.word(value))"
            )
        }
        if let path = pathLikeOption(in: words, command) { return Self.complaint(ofPath: path) }
        if let option = quoted(after: "Unknown option '") {
            return Self.complaint(ofOption: option, meaning: command?.meantOption(by: option), manual)
        }
        // A second sentence says what to do.
        let sentences = message.split(separator: "\nPlease ", maxSplits: 1)
        if sentences.count == 2 {
            let words = sentences[1].split { $0 == " " || $0 == "\n" }.joined(separator: " ")
            return Failure(status: .usage, message: Self.phrase(sentences[0]), hint: words)
        }
        return Failure(status: .usage, message: Self.phrase(message[...]), hint: hint)
    }

    private var hint: String? {
        if message.hasPrefix("The value '"), message.contains(">': ") { return nil }
        return help ?? usage.map { "it is used so: \($0)" } ?? manual
    }

    private var manual: String { Self.manual(of: path.joined(separator: " ")) }

    /// An option without a value, and the word after it that was to be one: a negative number, or whatever is no option of the command.
    private func valueLikeOption(in words: [String], _ command: CommandInfo?) -> (option: String, value: String)? {
        guard let text = quoted(after: "Missing value for '"), let name = text.split(separator: " ").first else {
            return nil
        }
        for (option, value) in zip(words, words.dropFirst()) where option == name && value.hasPrefix("-") {
            let isNumber = value.dropFirst().first?.isNumber == true
            if isNumber || value.count > 1 && command?.takes(value) == false { return (option, value) }
        }
        return nil
    }

    /// A word that was to be a file's name, and is taken for an option that there is not: no option has a dot or a slash.
    private func pathLikeOption(in words: [String], _ command: CommandInfo?) -> String? {
        guard let command, message.hasPrefix("Missing expected argument '") || message.hasPrefix("Unknown option '")
        else { return nil }
        return words.prefix { $0 != "--" }.first { Self.isLikePath($0) && !command.takes($0) }
    }

    fileprivate static func isLikePath(_ word: String) -> Bool {
        word.hasPrefix("-") && word.prefix { $0 != "=" }.contains { "./".contains($0) }
    }

    /// That a word is no option.
    ///
    /// - Parameters:
    ///   - option: The word.
    ///   - meant: The option that is like it; `nil` where none is.
    ///   - manual: What helps then.
    /// - Returns: An error of usage.
    fileprivate static func complaint(ofOption option: String, meaning meant: String?, _ manual: String) -> Failure {
        Failure(
            status: .usage,
            message: "unknown option '\(option)'",
            hint: meant.map { "did you mean '\($0)'?" } ?? manual
        )
    }

    fileprivate static func manual(of path: String) -> String { "'\(path) --help' shows how it is used" }

    fileprivate static func complaint(ofPath path: String) -> Failure {
        Failure(
            status: .usage,
            message: "'\(path)' begins with a dash: it is taken for an option",
            hint: "write the name of a file so: \(ArgumentText.path(path))"
        )
    }

    /// The command that was read so far. Where it was the default of the one above, that one is meant.
    private func command(below root: CommandInfo) -> CommandInfo? {
        var (command, above) = (root, CommandInfo?.none)
        for name in path.dropFirst() {
            guard let next = command.subcommands?.first(where: { $0.commandName == name }) else { return nil }
            (command, above) = (next, command)
        }
        return above?.defaultSubcommand == command.commandName ? above : command
    }

    /// What stands in quotation marks after the message's beginning.
    private func quoted(after prefix: String) -> String? {
        guard message.hasPrefix(prefix) else { return nil }
        return String(message.dropFirst(prefix.count).prefix { $0 != "'" })
    }

    /// `--rate <rate>  How fast` as `--rate <rate>: How fast`.
    private static func described(_ help: String) -> String {
        guard let gap = help.firstRange(of: "  ") else { return help }
        return "\(help[..<gap.lowerBound]): \(help[gap.upperBound...].drop { $0 == " " })"
    }

    private static func rest(of lines: [String], after prefix: String) -> String? {
        lines.first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// ArgumentParser writes sentences; our messages begin in lower case and have no full stop.
    private static func phrase(_ text: Substring) -> String {
        let text = text.hasSuffix(".") ? text.dropLast() : text
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}

extension CommandInfo {
    /// That a word is none of its subcommands.
    func complaint(ofSubcommand word: String) -> Failure {
        let names = visibleSubcommands.map(\.commandName)
        let hint =
            names.isEmpty
            ? CommandLineComplaint.manual(of: path)
            : Spelling.nearest(to: word, of: names).map { "did you mean '\(path) \($0)'?" }
                ?? "the subcommands of '\(path)' are \(names.joined(separator: ", "))"
        return Failure(status: .usage, message: "there is no subcommand '\(word)'", hint: hint)
    }

    /// That a command line asks for help on what is not there, or that help was not asked for; `nil` where it was.
    func complaint(ofHelp words: [String]) -> Failure? {
        guard words.first == "help" else {
            return unknownSubcommand(in: words).map { $0.command.complaint(ofSubcommand: $0.word) }
                ?? complaint(ofLettersIn: words)
        }
        var command = self
        for word in words.dropFirst() where !word.hasPrefix("-") {
            guard let next = (command.subcommands ?? []).first(where: { $0.commandName == word }) else {
                return command.complaint(ofSubcommand: word)
            }
            command = next
        }
        return nil
    }

    /// That a word is no option: ArgumentParser reads `-pitch` as flags of one letter each, one of which asks for help. `nil`
    /// where each letter is a flag (`-qh`).
    private func complaint(ofLettersIn words: [String]) -> Failure? {
        let command = command(at: words)
        let flags = (command.arguments ?? []).filter { $0.kind == "flag" }.flatMap { $0.names ?? [] }
        let letters = flags.filter { $0.kind == "short" }.map(\.name) + ["h"]
        let options = words.prefix { $0 != "--" }
        guard !options.contains("-h"), !options.contains(where: { $0.hasPrefix("--") && helps($0) }) else { return nil }
        let word = options.first { word in
            word.hasPrefix("-") && !word.hasPrefix("--") && word.prefix { $0 != "=" }.contains("h")
                && !word.dropFirst().allSatisfy { letters.contains(String($0)) }
        }
        guard let word else { return nil }
        if CommandLineComplaint.isLikePath(word) { return CommandLineComplaint.complaint(ofPath: word) }
        let option = String(word.prefix { $0 != "=" })
        let meant = command.meantOption(by: option) ?? command.meantOption(by: "-" + option)
        return CommandLineComplaint.complaint(
            ofOption: option,
            meaning: meant,
            CommandLineComplaint.manual(of: command.path)
        )
    }

    /// Whether a long option has something printed in place of the command's work: `--help`, `--help-hidden`, `--version`.
    private func helps(_ option: String) -> Bool {
        ["--help", "--version", "--generate-", "--experimental-"].contains { option.hasPrefix($0) }
    }
}
