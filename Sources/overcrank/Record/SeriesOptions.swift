internal import ArgumentParser
internal import Capture
internal import MediaTime

/// What becomes of finished recordings.
struct SeriesOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Begin a new file after this time, without losing a frame: 01:00:00. --max-duration is that of all together.",
            valueName: "time"
        ),
        transform: OptionParsing.duration
    )
    var split: RationalTime?

    @Option(
        help: ArgumentHelp(
            "Delete this series' own files when they are older: 30d, 12h. Of an output with %Y, %n and the like.",
            valueName: "age"
        ),
        transform: OptionParsing.age
    )
    var keep: RationalTime?

    @Option(
        help: ArgumentHelp("Delete this series' oldest files while it is larger: 200G.", valueName: "size"),
        transform: OptionParsing.bytes
    )
    var keepSize: UInt64?

    @Option(
        help: ArgumentHelp(
            "Have the shell run this after each file, whose name is in OVERCRANK_FILE; the recording goes on meanwhile.",
            valueName: "command"
        )
    )
    var then: String?

    var limits: Retention { Retention(age: keep, size: keepSize) }
}
