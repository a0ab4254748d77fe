internal import ArgumentParser
internal import Presets

/// How a moving image is played.
struct PlayOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How often players show a moving image (gif, webp, avif): 'forever' (the default), or a number.",
            valueName: "n"
        ),
        completion: .list(["forever", "1"]),
        transform: OptionParsing.plays
    )
    var plays: PlayCount?
}
