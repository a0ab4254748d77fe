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

    /// How long a camera may deliver nothing before it is taken for one that was unplugged, where that is to be mended.
    private static let silence = RationalTime(10, 1)

    func limits(duration: RationalTime?, reconnects: Bool) -> RecordingLimits {
        var limits = RecordingLimits()
        limits.duration = duration
        limits.size = maxSize
        limits.freeSpace = minFreeSpace
        limits.silence = reconnects ? Self.silence : nil
        return limits
    }
}
