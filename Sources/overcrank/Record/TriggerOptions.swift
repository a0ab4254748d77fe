internal import ArgumentParser
internal import MediaTime

/// What begins a file.
struct TriggerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Wait for a trigger, and have the file begin so long before it: 5s. Return or SIGUSR1 triggers.",
            valueName: "time"
        ),
        transform: OptionParsing.duration
    )
    var preRoll: RationalTime?

    @Option(
        help: ArgumentHelp(
            "What else triggers: audio:-20dB (audio that loud), motion:x,y,w,h (in that area), or exit:command.",
            valueName: "trigger"
        ),
        completion: .list(["audio:-20dB", "motion:", "exit:"]),
        transform: TriggerChoice.init(parsing:)
    )
    var trigger: TriggerChoice?

    @Flag(help: "Make one file, as long as --max-duration, for each trigger, and go on waiting.")
    var segments = false

    /// How far back a file reaches; `nil` where nothing is said of that.
    var earliest: RationalTime? { preRoll ?? (trigger != nil || segments ? .zero : nil) }
}
