/// The command's manual page, section 1, in roff with the `man` macros: made from the same definitions as its help.
struct ManualPage {
    /// The page's text, which ends in a line break.
    let text: String

    /// The page of a command of a version.
    init(_ command: CommandInfo, version: String) {
        let name = command.commandName
        var lines = [
            #".\" Made by '\#(name) --generate-man-page'."#,
            #".TH \#(Roff.argument(name.uppercased())) 1 "" \#(Roff.argument("\(name) \(version)")) "User Commands""#,
            ".SH NAME",
            Roff.text(name) + #" \-"#,
        ]
        lines += Roff.lines(Self.phrase(command.abstract ?? ""))
        lines += [
            ".SH SYNOPSIS",
            #"\fB\#(Roff.text(name))\fR \fIsubcommand\fR [\fIoptions\fR]"#,
            ".SH DESCRIPTION",
        ]
        lines += Self.paragraphs(command.discussion ?? "")
        lines.append(".SH SUBCOMMANDS")
        for subcommand in command.visibleSubcommands { lines += Self.section(subcommand) }
        lines += [".SH EXIT STATUS", "The numbers are those of sysexits.h."]
        for status in ExitStatus.allCases {
            lines += [".TP", #"\fB\#(status.rawValue)\fR"#] + Roff.lines(status.meaning)
        }
        lines += [
            ".SH FILES", ".TP", #"\fI~/.config/overcrank/presets/*.yaml\fR"#, "Your presets.",
            ".TP", #"\fI../share/overcrank/presets/*.yaml\fR"#,
            "The presets that are installed with the command, seen from its directory.",
            ".SH SEE ALSO", #"\fBffmpeg\fR(1), \fBv4l2\-ctl\fR(1)"#,
        ]
        text = lines.joined(separator: "\n") + "\n"
    }

    /// A subcommand with its options, and those below it.
    private static func section(_ command: CommandInfo) -> [String] {
        var lines = [".SS " + Roff.argument(command.path), synopsis(command), ".PP"]
        lines += Roff.lines(command.abstract ?? "")
        if let discussion = command.discussion { lines += [".PP"] + paragraphs(discussion) }
        for (title, arguments) in groups(command.visibleArguments) {
            lines += [".PP", #"\fB\#(Roff.text(title))\fR"#]
            for group in sameMeaning(arguments) {
                lines += [".TP", group.map(label).joined(separator: ", ")] + group.prefix(1).flatMap(description)
            }
        }
        for subcommand in command.visibleSubcommands { lines += section(subcommand) }
        return lines
    }

    private static func synopsis(_ command: CommandInfo) -> String {
        var words = [#"\fB\#(Roff.text(command.path))\fR"#]
        if !command.visibleSubcommands.isEmpty { words.append(#"\fIsubcommand\fR"#) }
        let arguments = command.visibleArguments
        if arguments.contains(where: { $0.kind != "positional" && $0.isOptional }) {
            words.append(#"[\fIoptions\fR]"#)
        }
        for argument in arguments where argument.kind == "positional" || !argument.isOptional {
            let value = #"\fI\#(Roff.text(argument.valueName ?? ""))\fR\#(argument.isRepeating ? " ..." : "")"#
            let name = argument.names?.last.map { #"\fB\#(Roff.text($0.text))\fR "# } ?? ""
            words.append(argument.isOptional ? "[\(value)]" : name + value)
        }
        return words.joined(separator: " ")
    }

    /// Groups with their titles, in the order of the help.
    private static func groups(
        _ arguments: [CommandInfo.ArgumentInfo]
    ) -> [(title: String, arguments: [CommandInfo.ArgumentInfo])] {
        func title(_ argument: CommandInfo.ArgumentInfo) -> String {
            argument.sectionTitle ?? (argument.kind == "positional" ? "Arguments" : "Options")
        }
        let titled = arguments.compactMap(\.sectionTitle)
        let titles = (["Arguments"] + titled + ["Options"]).reduce(into: [String]()) { titles, title in
            if !titles.contains(title) { titles.append(title) }
        }
        return titles.compactMap { name in
            let group = arguments.filter { title($0) == name }
            return group.isEmpty ? nil : (name, group)
        }
    }

    /// Neighbours with one description: a flag and its opposite.
    private static func sameMeaning(
        _ arguments: [CommandInfo.ArgumentInfo]
    ) -> [[CommandInfo.ArgumentInfo]] {
        arguments.reduce(into: []) { groups, argument in
            if argument.kind == "flag", let last = groups.last?.last, last.abstract == argument.abstract {
                groups[groups.count - 1].append(argument)
            } else {
                groups.append([argument])
            }
        }
    }

    private static func label(_ argument: CommandInfo.ArgumentInfo) -> String {
        let names = (argument.names ?? []).sorted { a, _ in a.kind == "short" }.map { #"\fB\#(Roff.text($0.text))\fR"# }
        let value = argument.kind == "flag" ? nil : argument.valueName.map { #"\fI\#(Roff.text($0))\fR"# }
        return [names.joined(separator: ", "), value ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func description(_ argument: CommandInfo.ArgumentInfo) -> [String] {
        let standard = argument.defaultValue.map { " (default: \($0))" } ?? ""
        return Roff.lines((argument.abstract ?? "") + standard)
    }

    /// Text of a help: paragraphs, headings in capitals, and examples, whose lines are indented.
    private static func paragraphs(_ text: String) -> [String] {
        var lines: [String] = []
        var isExample = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let indented = line.hasPrefix("  ")
            if indented != isExample { lines.append(indented ? ".EX" : ".EE") }
            isExample = indented
            if indented {
                lines.append(Roff.line(String(line)))
            } else if line.isEmpty {
                lines.append(".PP")
            } else if line.allSatisfy({ $0.isUppercase || $0 == " " }) {
                lines.append(#"\fB\#(Roff.text(String(line.prefix(1) + line.dropFirst().lowercased())))\fR"#)
            } else {
                lines += Roff.lines(String(line))
            }
        }
        return isExample ? lines + [".EE"] : lines
    }

    /// A sentence as a phrase: without its full stop.
    private static func phrase(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }
}
