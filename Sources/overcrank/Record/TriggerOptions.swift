internal import ArgumentParser
internal import Capture
internal import MediaTime

/// What begins a file.
struct TriggerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Wait for a trigger; the file begins so long before it: 5s. The Return key and SIGUSR1 are triggers.",
            valueName: "time"
        ),
        transform: OptionParsing.duration
    )
    var preRoll: RationalTime?

    @Option(
        help: ArgumentHelp(
            "Another trigger: audio:-20dB (audio as loud as that), motion:x,y,w,h (motion in that area), or exit:command (the end of a command).",
            valueName: "trigger"
        ),
        completion: Completions.triggers,
        transform: TriggerChoice.init(parsing:)
    )
    var trigger: TriggerChoice?

    @Flag(help: "Make a file of --max-duration for each trigger, and wait for the next.")
    var segments = false

    @Option(
        help: ArgumentHelp(
            "What a trigger does that comes while a file is written: extend the file, queue the next file, or ignore it. queue unless given.",
            valueName: "what"
        ),
        completion: .list(Retrigger.allCases.map(\.rawValue)),
        transform: OptionParsing.retrigger
    )
    var retrigger: Retrigger?

    /// How long before its trigger a file begins, where no preset says it; `nil` where no option says that there is a trigger.
    var earliest: RationalTime? { preRoll ?? (trigger != nil || segments ? .zero : nil) }
}
