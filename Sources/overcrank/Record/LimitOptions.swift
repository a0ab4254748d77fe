internal import ArgumentParser
internal import Capture
internal import MediaTime

/// What ends a recording.
struct LimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("End before the file is larger than this: 500M, 4G.", valueName: "size"),
        transform: OptionParsing.bytes
    )
    var maxSize: UInt64?

    @Option(
        help: ArgumentHelp("End when less than this is free on the disk: 1G.", valueName: "size"),
        transform: OptionParsing.bytes
    )
    var minFreeSpace: UInt64?

    func limits(duration: RationalTime?) -> RecordingLimits {
        var limits = RecordingLimits()
        limits.duration = duration
        limits.size = maxSize
        limits.freeSpace = minFreeSpace
        return limits
    }
}
