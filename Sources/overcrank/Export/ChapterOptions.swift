internal import ArgumentParser
internal import MediaTime

/// New chapters.
struct ChapterOptions: ParsableArguments {
    @Option(
        name: .customLong("chapter"),
        help: ArgumentHelp(
            "A chapter of the result, from an instant of the source on: 2.5s=Impact, 360f=Impact. Repeatable.",
            valueName: "time=title"
        ),
        transform: OptionParsing.mark
    )
    var marks: [MarkExpression] = []
}

extension OptionParsing {
    @Sendable static func mark(_ text: String) throws -> MarkExpression {
        try explained { () throws(ParseError) in try MarkExpression(parsing: text) }
    }
}
