internal import ArgumentParser
internal import Capture

/// How frames are stored.
struct VideoOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How frames are stored: copy, h264, hevc or ffv1. Frames that the camera has encoded are copied unless given.",
            valueName: "codec"
        ),
        completion: .list(FrameCoding.allCases.map(\.rawValue)),
        transform: OptionParsing.coding
    )
    var videoCodec: FrameCoding?

    @Option(
        name: [.customLong("disposable"), .customLong("droppable")],
        help: ArgumentHelp(
            "Where frames are encoded: n - 1 of every n frames can be left out later without encoding again. 2 unless given.",
            valueName: "n"
        ),
        transform: OptionParsing.disposable
    )
    var disposable: Int?

    @Option(
        help: ArgumentHelp(
            "Where frames are encoded: quality on the codec's own scale (CRF). 20 unless given.",
            valueName: "n"
        )
    )
    var quality: Int?

    @Option(
        help: ArgumentHelp("Players turn the video clockwise: 90, 180 or 270.", valueName: "degrees"),
        completion: .list(["90", "180", "270"]),
        transform: OptionParsing.rotation
    )
    var rotate: FrameRotation?

    @Flag(help: "Players mirror the video, left to right.")
    var mirror = false
}
