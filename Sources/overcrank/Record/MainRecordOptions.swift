internal import ArgumentParser
internal import MediaTime

/// The options of `record` that people use most.
struct MainRecordOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .long],
        help:
            "The recording: an mp4 or mov file. With %Y, %m, %d, %H, %M, %S (and others of strftime) or %n, a number, it names each file of a series.",
        completion: .file(extensions: ["mp4", "mov"]),
        transform: OptionParsing.recordingName
    )
    var output: RecordingName

    @Option(
        help: ArgumentHelp("How long to record: 90s, 00:10:00.", valueName: "time"),
        transform: OptionParsing.duration
    )
    var maxDuration: RationalTime?

    @OptionGroup var rate: FrameRateOption
}
