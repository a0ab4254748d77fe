internal import FoundationEssentials
internal import Presets

/// A command as ArgumentParser describes it (`--experimental-dump-help`): its words, options and subcommands.
struct CommandInfo: Decodable {
    let commandName: String
    /// The commands above it, from the root on; absent for the root.
    let superCommands: [String]?
    let shouldDisplay: Bool?
    let abstract: String?
    let discussion: String?
    let defaultSubcommand: String?
    let subcommands: [CommandInfo]?
    let arguments: [ArgumentInfo]?

    /// One argument, option or flag.
    struct ArgumentInfo: Decodable {
        struct Name: Decodable {
            /// `long`, `short` or `longWithSingleDash`.
            let kind: String
            let name: String

            /// As it is typed: `--rate`, `-o`.
            var text: String { (kind == "long" ? "--" : "-") + name }
        }

        /// `positional`, `option` or `flag`.
        let kind: String
        let shouldDisplay: Bool
        let sectionTitle: String?
        let isOptional: Bool
        let isRepeating: Bool
        let names: [Name]?
        let valueName: String?
        let defaultValue: String?
        let abstract: String?
    }

    /// Reads ArgumentParser's JSON.
    ///
    /// - Throws: `DecodingError` where it has another form.
    init(json: String) throws {
        struct Document: Decodable { let command: CommandInfo }
        self = try JSONDecoder().decode(Document.self, from: Data(json.utf8)).command
    }

    /// As it is typed: `overcrank presets show`.
    var path: String { ((superCommands ?? []) + [commandName]).joined(separator: " ") }

    /// The subcommands that the help shows.
    var visibleSubcommands: [CommandInfo] {
        (subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
    }

    /// The word of a command line that stands where a subcommand would, and is none.
    ///
    /// - Parameter words: The command line below this command.
    /// - Returns: The word, with the command whose subcommand it would be; `nil` where there is none.
    func unknownSubcommand(in words: [String]) -> (command: CommandInfo, word: String)? {
        guard !visibleSubcommands.isEmpty, let word = words.first, !word.hasPrefix("-") else { return nil }
        guard let next = (subcommands ?? []).first(where: { $0.commandName == word }) else { return (self, word) }
        return next.unknownSubcommand(in: Array(words.dropFirst()))
    }

    /// The command of a command line.
    ///
    /// - Parameter words: The command line below this command.
    /// - Returns: The subcommand that its first words name; this command where they name none.
    func command(at words: [String]) -> CommandInfo {
        guard let next = (subcommands ?? []).first(where: { $0.commandName == words.first }) else { return self }
        return next.command(at: Array(words.dropFirst()))
    }

    /// The option that was meant by one that there is not.
    ///
    /// - Parameter option: With its dashes.
    /// - Returns: Its long name, and its value where that is known; `nil` where none is like it.
    func meantOption(by option: String) -> String? {
        let long = visibleArguments.flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map(\.text)
        // Whoever misspells an option did not ask for help.
        let names = long.filter { $0 != "--help" && $0 != "--version" }
        return OptionSynonym.name(for: option).flatMap { names.contains(String($0.prefix { $0 != " " })) ? $0 : nil }
            ?? (option.hasPrefix("--") ? Spelling.nearest(to: option, of: names) : nil)
    }

    /// Whether a word names an option of the command, with or without a value: `-o`, `--rate=1/2`.
    func takes(_ word: String) -> Bool {
        let name = word.prefix { $0 != "=" }
        return (arguments ?? []).flatMap { $0.names ?? [] }.contains { $0.text == name }
    }

    /// The long name of an option: `--output` for `-o`; `nil` where it has none.
    func longName(of option: String) -> String? {
        let names = (arguments ?? []).compactMap(\.names).first { $0.contains { $0.text == option } }
        return names?.first { $0.kind == "long" }?.text
    }

    /// The arguments that the help shows.
    var visibleArguments: [ArgumentInfo] { (arguments ?? []).filter(\.shouldDisplay) }
}
