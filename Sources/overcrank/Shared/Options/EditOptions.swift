internal import ArgumentParser
internal import Composition
internal import MediaTime

/// Which part of a clip is played, and how.
struct EditOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The part to play, in source time: 1.5s..4s, 00:01:30.., ..360f (frames).",
            valueName: "a..b"
        ),
        transform: OptionParsing.range
    )
    var trim: TimeRangeExpression?

    @Option(
        name: .customLong("edit"),
        help: ArgumentHelp(
            """
            An edit, in source time: 2s..4s@1/4 (rate), 1s..2s@1..1/4 or '1s..2s@1..1/4 smooth' (ramp), 2s..4s=8s \
            (duration), 3s+1.5s (hold), 2s..3s@-1/2 (reverse), '2s..4s*3' or '2s..4s*3 boomerang' (three times; there and \
            back). Repeatable.
            """,
            valueName: "edit"
        ),
        transform: OptionParsing.edit
    )
    var edits: [Edit] = []

    @Option(
        help: ArgumentHelp(
            "The anchor: edits and --trim may be relative to it, as at, at-1s, at+2s.",
            valueName: "time"
        ),
        transform: OptionParsing.time
    )
    var at: TimeExpression?
}
