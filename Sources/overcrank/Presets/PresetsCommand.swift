internal import ArgumentParser
internal import Presets

/// `overcrank presets`.
struct PresetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "presets",
        abstract: "List the presets, or show one.",
        discussion: """
            Presets are files: NAME.yaml. Your own in ~/.config/overcrank/presets come before those that are installed \
            with the command.

            EXAMPLES
              overcrank presets
              overcrank presets show sports-replay
              overcrank export clip.mp4 -o slow.mp4 --preset half-speed
            """,
        subcommands: [List.self, Show.self],
        defaultSubcommand: List.self
    )

    /// `overcrank presets list`.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the presets, each with what it is for."
        )

        @OptionGroup var common: CommonOptions

        func run() throws {
            try common.reporting {
                let library = PresetLibrary.own
                let listing = PresetListing(library)
                if common.json {
                    Terminal.writeDocument(try JSON.text(listing))
                } else {
                    listing.lines.forEach(Terminal.write)
                }
                if listing.presets.isEmpty {
                    common.say("no presets were found in \(library.directories.joined(separator: ", "))")
                }
                for problem in listing.problems { common.say("warning: \(problem)") }
            }
        }
    }

    /// `overcrank presets show`.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Print a preset's file, comments and all: a beginning for your own."
        )

        @Argument(help: "The preset's name or file.", completion: Completions.presets)
        var preset: String

        @OptionGroup var common: CommonOptions

        func run() throws {
            try common.reporting {
                let entry = try PresetLibrary.own.entry(preset)
                let text = try entry.text()
                if common.json {
                    let summary = try entry.preset().summary
                    let item = PresetListing.Item(name: entry.name, summary: summary, path: entry.path)
                    Terminal.writeDocument(try JSON.text(["preset": item]))
                } else {
                    Terminal.writeDocument(text.hasSuffix("\n") ? String(text.dropLast()) : text)
                }
            }
        }
    }
}
