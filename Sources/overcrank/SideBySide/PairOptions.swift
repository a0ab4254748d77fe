internal import ArgumentParser
internal import Composition
internal import Export
internal import MediaTime

/// The options of `side-by-side` that people use most.
struct MainPairOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .long],
        help:
            "The result; its ending chooses the container: mp4, mov, mkv, webm, avi; a moving image: gif, webp, avif.",
        completion: .file(extensions: OptionParsing.endings)
    )
    var output: String

    @Option(
        help: ArgumentHelp(
            "The instant of the first clip that is shown together with --at-b: 2.4s, 360f.",
            valueName: "time"
        ),
        transform: OptionParsing.time
    )
    var atA: TimeExpression?

    @Option(help: ArgumentHelp("The same of the second clip.", valueName: "time"), transform: OptionParsing.time)
    var atB: TimeExpression?
}

/// By what two clips are aligned.
enum PairAlignment: String, CaseIterable {
    case audio, clock, start
}

/// What is played of each clip, and how both are brought into step.
struct PairEditOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Without --at-a and --at-b: 'audio' by what is heard in both, 'clock' by that of 'overcrank record', 'start'. \
            By the clock where both clips state it, else by their starts.
            """,
            valueName: "how"
        ),
        completion: .list(PairAlignment.allCases.map(\.rawValue)),
        transform: OptionParsing.pairAlignment
    )
    var align: PairAlignment?

    @Option(
        help: ArgumentHelp("How fast both are played: 0.5, 1/4, 25%.", valueName: "rate"),
        transform: OptionParsing.rate
    )
    var rate: PlaybackRate?

    @Option(
        help: ArgumentHelp(
            "The part of the first clip to play; times may be relative to --at-a: at-1s..at+2s.",
            valueName: "a..b"
        ),
        transform: OptionParsing.range
    )
    var trimA: TimeRangeExpression?

    @Option(help: ArgumentHelp("The same of the second clip.", valueName: "a..b"), transform: OptionParsing.range)
    var trimB: TimeRangeExpression?

    @Option(
        name: .customLong("edit-a"),
        help: ArgumentHelp("An edit of the first clip, as 'export --edit' has it. Repeatable.", valueName: "edit"),
        transform: OptionParsing.edit
    )
    var editsA: [Edit] = []

    @Option(
        name: .customLong("edit-b"),
        help: ArgumentHelp("The same of the second clip.", valueName: "edit"),
        transform: OptionParsing.edit
    )
    var editsB: [Edit] = []
}

/// What the frames look like.
struct PairFrameOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "'side' by side (the default), 'stack' (one above the other), or 'overlay' (mixed).",
            valueName: "how"
        ),
        completion: .list(PairLayout.allCases.map(\.rawValue)),
        transform: OptionParsing.pairLayout
    )
    var layout: PairLayout?

    @Option(
        help: ArgumentHelp("The size of both together: 1920x1080, 720p (the shorter side), 50%.", valueName: "size"),
        transform: OptionParsing.sizing
    )
    var size: FrameSizing?

    @Option(
        help: ArgumentHelp(
            "The constant frame rate. That of the faster clip unless given, and 60 at most (30 for a moving image).",
            valueName: "fps"
        ),
        transform: OptionParsing.constantFrameRate
    )
    var frameRate: FrameRate?

    @OptionGroup var capture: CaptureRateOption

    @OptionGroup var moving: PlayOptions
}

/// Whose audio is heard.
struct PairSoundOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Whose audio is heard: 'a' (the default), 'b', 'mix' (both, each at half of its level) or 'none'.",
            valueName: "clip"
        ),
        completion: .list(PairSettings.Sound.allCases.map(\.rawValue)),
        transform: OptionParsing.pairSound
    )
    var audio: PairSettings.Sound?
}

extension OptionParsing {
    @Sendable static func pairAlignment(_ text: String) throws -> PairAlignment {
        try choice(text, "clips are aligned by")
    }

    @Sendable static func pairLayout(_ text: String) throws -> PairLayout { try choice(text, "clips lie as") }

    @Sendable static func pairSound(_ text: String) throws -> PairSettings.Sound {
        try choice(text, "the audio is that of")
    }
}
