internal import ArgumentParser

/// How often all of it is played.
struct LoopOptions: ParsableArguments {
    @Option(
        name: .customLong("repeat"),
        help: ArgumentHelp("Play all of it so many times, one after another.", valueName: "n"),
        transform: OptionParsing.times
    )
    var times: Int?

    @Flag(help: "Play all of it there and back; the frames at which it turns are shown once.")
    var boomerang = false
}
