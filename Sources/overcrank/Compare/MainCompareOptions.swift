internal import ArgumentParser
internal import MediaTime

/// The options of `compare` that people use most.
struct MainCompareOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .long],
        help: "The directory to write. (default: the clip's name with -compared)",
        completion: .directory
    )
    var output: String?

    @Option(
        help: ArgumentHelp(
            "How fast to play. Repeatable. (default: 1/2 and 1/4, or 1 with edits)",
            valueName: "rate"
        ),
        transform: OptionParsing.rate
    )
    var rate: [PlaybackRate] = []

    @Option(
        help: ArgumentHelp(
            "Separated by commas: \(OptionParsing.heardPitchNames). (default: \(CompareRequest.usualNames))",
            valueName: "names"
        ),
        completion: Completions.pitches,
        transform: PitchAlgorithms.init(parsing:)
    )
    var algorithms: PitchAlgorithms?
}
