internal import ArgumentParser
internal import Export
internal import MediaTime

/// What the result is made for, and what its frames look like.
struct ShapeOptions: ParsableArguments {
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            """
            What it is made for. 'social': H.264 of 8 bits, BT.709, at most 1920 pixels and 60 frames a second, plays \
            everywhere; 'phone': HEVC, HDR kept; 'editing': ProRes; 'archive': FFV1; 'as-source' promises nothing (the \
            default).
            """,
            valueName: "purpose"
        ),
        completion: .list(Delivery.allCases.map(\.rawValue)),
        transform: OptionParsing.delivery
    )
    var delivery: Delivery?

    @Option(
        help: ArgumentHelp("The size of the frame: 1280x720, 1080p (its shorter side), 50%.", valueName: "size"),
        transform: OptionParsing.sizing
    )
    var size: FrameSizing?

    @Option(
        help: ArgumentHelp(
            "Where WIDTHxHEIGHT has another shape: 'fit' inside (the default), 'fill', 'stretch', or 'pad' with bars.",
            valueName: "how"
        ),
        completion: .list(FrameFit.allCases.map(\.rawValue)),
        transform: OptionParsing.fit
    )
    var fit: FrameFit?

    @Option(
        help: ArgumentHelp(
            "Keep a part of the frame: 1080x1080+420+0, or 9:16 from its middle. As it is seen, before --rotate.",
            valueName: "part"
        ),
        transform: OptionParsing.crop
    )
    var crop: FrameCrop?

    @Option(
        help: ArgumentHelp("Turn the frame clockwise: 90, 180, 270.", valueName: "degrees"),
        completion: .list(["90", "180", "270"]),
        transform: OptionParsing.turn
    )
    var rotate: FrameOrientation?

    @Option(
        help: ArgumentHelp(
            "Mirror the frame 'horizontal' (left to right) or 'vertical', before --rotate.",
            valueName: "how"
        ),
        completion: .list(["horizontal", "vertical"]),
        transform: OptionParsing.flip
    )
    var flip: FrameOrientation?

    @Option(
        help: ArgumentHelp(
            """
            Make frames of the fields of an interlaced clip: 'auto' where they have to be whole (the default), 'on', \
            'off'. 50i becomes 50 frames a second.
            """,
            valueName: "when"
        ),
        completion: .list(Deinterlacing.allCases.map(\.rawValue)),
        transform: OptionParsing.deinterlacing
    )
    var deinterlace: Deinterlacing?

    @Option(
        help: ArgumentHelp(
            """
            Take away shaking of the camera: 'light' (faster than 3 times a second), 'medium' (once a second; also \
            without a value), 'strong' (0.4 times). At most 8 % of width and height are cut away.
            """,
            valueName: "strength"
        ),
        completion: .list(Stabilisation.allCases.map(\.rawValue)),
        transform: OptionParsing.stabilisation
    )
    var stabilise: Stabilisation?

    @Option(
        help: ArgumentHelp(
            "Filters of libavfilter for the clip's frames, before they are retimed: 'eq=contrast=1.1,hqdn3d'.",
            valueName: "chain"
        )
    )
    var filter: String?

    @Option(
        name: .customLong("zoom"),
        help: ArgumentHelp(
            """
            Close in on a part of the frame: '2s..4s@1..3 at 0.4,0.5' (when, the factor, the middle of what is seen). It \
            stays so until the next zoom. In source time, or 'in target' time. Repeatable.
            """,
            valueName: "zoom"
        ),
        transform: OptionParsing.zoom
    )
    var zooms: [ZoomExpression] = []

    @Option(
        name: .customLong("text"),
        help: ArgumentHelp(
            "Write a text upon the frame: 'Attempt 2 at top-left' (or top, right, middle, bottom-right, …). Repeatable.",
            valueName: "text"
        ),
        transform: OptionParsing.text
    )
    var texts: [FrameText] = []

    @Option(
        help: ArgumentHelp(
            """
            Write at the bottom right what frames are: 'timecode,rate,frame', or some of it. The time in the clip, how \
            fast it is played, the frame's number in the clip.
            """,
            valueName: "what"
        ),
        completion: .list(BurnedFact.allCases.map(\.rawValue)),
        transform: OptionParsing.burned
    )
    var burn: [BurnedFact]?

    @Option(
        help: ArgumentHelp("High dynamic range: 'keep' it, or 'sdr' to tone-map it to BT.709.", valueName: "how"),
        completion: .list(DynamicRange.allCases.map(\.rawValue)),
        transform: OptionParsing.dynamicRange
    )
    var hdr: DynamicRange?
}

extension OptionParsing {
    @Sendable static func delivery(_ text: String) throws -> Delivery {
        try choice(text, "it can be made for")
    }

    @Sendable static func sizing(_ text: String) throws -> FrameSizing {
        try explained { () throws(ParseError) in try FrameSizing(parsing: text) }
    }

    @Sendable static func fit(_ text: String) throws -> FrameFit { try choice(text, "a frame can be made to") }

    @Sendable static func crop(_ text: String) throws -> FrameCrop {
        try explained { () throws(ParseError) in try FrameCrop(parsing: text) }
    }

    @Sendable static func turn(_ text: String) throws -> FrameOrientation {
        try explained { () throws(ParseError) in try FrameOrientation(parsingTurn: text) }
    }

    @Sendable static func flip(_ text: String) throws -> FrameOrientation {
        try explained { () throws(ParseError) in try FrameOrientation(parsingFlip: text) }
    }

    @Sendable static func deinterlacing(_ text: String) throws -> Deinterlacing {
        try choice(text, "fields become frames")
    }

    @Sendable static func zoom(_ text: String) throws -> ZoomExpression {
        try explained { () throws(ParseError) in try ZoomExpression(parsing: text) }
    }

    @Sendable static func text(_ text: String) throws -> FrameText {
        try explained { () throws(ParseError) in try FrameText(parsing: text) }
    }

    @Sendable static func burned(_ text: String) throws -> [BurnedFact] {
        try explained { () throws(ParseError) in try [BurnedFact](parsing: text) }
    }

    @Sendable static func stabilisation(_ text: String) throws -> Stabilisation {
        try choice(text, "how much shaking is taken away is")
    }

    @Sendable static func inBetween(_ text: String) throws -> InBetweenFrames {
        try choice(text, "frames in between are")
    }

    @Sendable static func dynamicRange(_ text: String) throws -> DynamicRange {
        try choice(text, "high dynamic range is")
    }

    static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ text: String,
        _ what: String
    ) throws -> Choice {
        try choice(text) { "there is no '\(text)': \(what) \($0)" }
    }
}
