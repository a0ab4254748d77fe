internal import ArgumentParser
internal import Export
internal import MediaTime

/// The options of `stills` that people use most.
struct MainStillsOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .long],
        help: "A folder, which is made where it is not there, or a file: png, jpg, webp.",
        completion: .file()
    )
    var output: String

    @Option(
        help: ArgumentHelp(
            "The frame shown at an instant (12.4s), or by its number (360f). Repeatable.",
            valueName: "time"
        ),
        transform: OptionParsing.time
    )
    var at: [TimeExpression] = []

    @Option(
        help: ArgumentHelp("A frame at every interval: 0.5s, or 30f (every thirtieth frame).", valueName: "time"),
        transform: OptionParsing.time
    )
    var every: TimeExpression?
}

/// Other ways to say which stills are made, and how.
struct StillsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only from this part: 1.5s..4s, 00:01:30.., ..360f. Without --every: all its frames.",
            valueName: "a..b"
        ),
        transform: OptionParsing.range
    )
    var range: TimeRangeExpression?

    @Option(
        help: ArgumentHelp(
            "png (the default; every value as it was decoded), jpeg or webp. The name of a file says it, too.",
            valueName: "format"
        ),
        completion: .list(StillFormat.allCases.map(\.rawValue)),
        transform: OptionParsing.stillFormat
    )
    var format: StillFormat?

    @Flag(
        help: """
            One image of all stills, small, with instants and frame numbers. Without --at, --every or --range: 24 of them \
            from the whole clip.
            """
    )
    var sheet = false

    @Option(help: ArgumentHelp("How many stills a row of the sheet has.", valueName: "n"))
    var columns: Int?

    @OptionGroup var capture: CaptureRateOption

    @Flag(help: "Replace files that exist.")
    var force = false
}

extension OptionParsing {
    @Sendable static func stillFormat(_ text: String) throws -> StillFormat {
        guard let format = StillFormat.allCases.first(where: { $0.rawValue == text || $0.endings.contains(text) })
        else {
            throw ValidationError("there is no format '\(text)': choose one of \(names(of: StillFormat.self))")
        }
        return format
    }
}
