internal import ArgumentParser
internal import Capture
internal import MediaTime

/// What is wanted of a camera's format.
struct FormatOptions: ParsableArguments {
    @Option(help: ArgumentHelp("This size and no other: 640x480.", valueName: "size"), transform: OptionParsing.size)
    var size: FrameSize?

    @Option(help: ArgumentHelp("No smaller than this: 640x480.", valueName: "size"), transform: OptionParsing.size)
    var minSize: FrameSize?

    @Option(
        name: [.customLong("fps"), .customLong("frame-rate")],
        help: ArgumentHelp("The rate to come near to: 120, 59.94. The highest unless given.", valueName: "rate"),
        transform: OptionParsing.cameraRate
    )
    var fps: FrameRate?

    @Option(help: ArgumentHelp("How frames are coded: MJPG, YUYV.", valueName: "code"), transform: OptionParsing.format)
    var format: FourCharacterCode?

    var wishes: FormatPreferences {
        var wishes = FormatPreferences()
        wishes.size = size
        wishes.minimumSize = minSize
        wishes.frameRate = fps
        wishes.format = format
        return wishes
    }
}

extension FormatPreferences {
    /// These wishes, and of others what these leave open. A size and a least size are one wish.
    func filled(from others: FormatPreferences) -> FormatPreferences {
        var wishes = self
        if size == nil, minimumSize == nil {
            (wishes.size, wishes.minimumSize) = (others.size, others.minimumSize)
        }
        wishes.frameRate = frameRate ?? others.frameRate
        wishes.format = format ?? others.format
        return wishes
    }
}
