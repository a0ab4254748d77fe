internal import ArgumentParser
internal import Capture
internal import MediaTime

/// How frames are stored.
struct VideoOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How frames are stored: copy, h264, hevc or ffv1. What the camera has encoded is copied unless named.",
            valueName: "codec"
        ),
        transform: Read.coding
    )
    var videoCodec: FrameCoding?

    @Option(
        help: ArgumentHelp(
            "Encoded: of every n frames n - 1 can be left out later without encoding anew. 2 unless named.",
            valueName: "n"
        ),
        transform: Read.disposable
    )
    var disposable: Int?

    @Option(help: ArgumentHelp("Encoded: quality on the codec's own scale (CRF). 20 unless named.", valueName: "n"))
    var quality: Int?

    @Option(
        help: ArgumentHelp("Have players turn the frames clockwise: 90, 180 or 270.", valueName: "degrees"),
        transform: Read.rotation
    )
    var rotate: Int?

    @Flag(help: "Have players mirror the frames, left to right.")
    var mirror = false
}

/// What begins a file.
struct TriggerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Wait for a trigger, and have the file begin so long before it: 5s. Return or SIGUSR1 triggers.",
            valueName: "time"
        ),
        transform: Read.duration
    )
    var preRoll: RationalTime?

    @Option(
        help: ArgumentHelp(
            "What else triggers: audio:-20dB (audio that loud), motion:x,y,w,h (in that area), or exit:command.",
            valueName: "trigger"
        ),
        transform: TriggerChoice.init(parsing:)
    )
    var trigger: TriggerChoice?

    @Flag(help: "Make one file, as long as --max-duration, for each trigger, and go on waiting.")
    var segments = false

    /// How far back a file reaches; `nil` where nothing is said of that.
    var earliest: RationalTime? { preRoll ?? (trigger != nil || segments ? .zero : nil) }
}

/// What ends a recording.
struct LimitOptions: ParsableArguments {
    @Option(help: ArgumentHelp("End after so long: 90s, 00:10:00.", valueName: "time"), transform: Read.duration)
    var maxDuration: RationalTime?

    @Option(help: ArgumentHelp("End before the file is larger: 500M, 4G.", valueName: "size"), transform: Read.bytes)
    var maxSize: UInt64?

    @Option(help: ArgumentHelp("End while so much is free on the disk: 1G.", valueName: "size"), transform: Read.bytes)
    var minFreeSpace: UInt64?

    func limits(duration: RationalTime?) -> RecordingLimits {
        var limits = RecordingLimits()
        limits.duration = duration
        limits.size = maxSize
        limits.freeSpace = minFreeSpace
        return limits
    }
}

/// What is stored with a recording.
struct TagOptions: ParsableArguments {
    @Option(help: "The title.")
    var title: String?

    @Option(help: ArgumentHelp("The place, after ISO 6709: +48.2082+016.3738/.", valueName: "place"))
    var location: String?

    @Option(help: ArgumentHelp("Any other text; may be repeated.", valueName: "key=text"), transform: Read.tag)
    var metadata: [RecordingTag] = []

    var tags: [RecordingTag] {
        let named = [("title", title), ("com.apple.quicktime.location.ISO6709", location)]
        return named.compactMap { key, value in value.map { RecordingTag(key: key, value: $0) } } + metadata
    }
}
