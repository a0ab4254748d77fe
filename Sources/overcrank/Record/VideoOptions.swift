internal import ArgumentParser
internal import Capture

/// How frames are stored.
struct VideoOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How frames are stored: copy, h264, hevc or ffv1. What the camera has encoded is copied unless named.",
            valueName: "codec"
        ),
        completion: .list(FrameCoding.allCases.map(\.rawValue)),
        transform: OptionParsing.coding
    )
    var videoCodec: FrameCoding?

    @Option(
        name: [.customLong("disposable"), .customLong("droppable")],
        help: ArgumentHelp(
            "Encoded: of every n frames n - 1 can be left out later without encoding anew. 2 unless named.",
            valueName: "n"
        ),
        transform: OptionParsing.disposable
    )
    var disposable: Int?

    @Option(help: ArgumentHelp("Encoded: quality on the codec's own scale (CRF). 20 unless named.", valueName: "n"))
    var quality: Int?

    @Option(
        help: ArgumentHelp("Have players turn the frames clockwise: 90, 180 or 270.", valueName: "degrees"),
        completion: .list(["90", "180", "270"]),
        transform: OptionParsing.rotation
    )
    var rotate: Int?

    @Flag(help: "Have players mirror the frames, left to right.")
    var mirror = false
}
