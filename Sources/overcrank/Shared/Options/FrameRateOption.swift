internal import ArgumentParser
internal import MediaTime

/// Which of a camera's frame rates is preferred.
struct FrameRateOption: ParsableArguments {
    @Option(
        name: [.customLong("fps"), .customLong("frame-rate")],
        help: ArgumentHelp(
            "The frame rate to come nearest to: 120, 59.94. The highest unless given.",
            valueName: "rate"
        ),
        transform: OptionParsing.cameraRate
    )
    var fps: FrameRate?
}
