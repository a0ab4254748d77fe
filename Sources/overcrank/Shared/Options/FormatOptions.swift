internal import ArgumentParser
internal import Capture

/// Which of a camera's formats is preferred.
struct FormatOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Exactly this size: 640x480.", valueName: "size"), transform: OptionParsing.size)
    var size: FrameSize?

    @Option(help: ArgumentHelp("At least this size: 640x480.", valueName: "size"), transform: OptionParsing.size)
    var minSize: FrameSize?

    @Option(
        help: ArgumentHelp("The coding of the frames: MJPG, YUYV.", valueName: "code"),
        transform: OptionParsing.format
    )
    var format: FourCharacterCode?

    /// What is preferred, with a frame rate that is chosen elsewhere.
    func preferences(at rate: FrameRateOption) -> FormatPreferences {
        var preferences = FormatPreferences()
        preferences.size = size
        preferences.minimumSize = minSize
        preferences.frameRate = rate.fps
        preferences.format = format
        return preferences
    }
}

extension FormatPreferences {
    /// These preferences, completed by others where these say nothing. A size and a least size are one preference.
    func filled(from others: FormatPreferences) -> FormatPreferences {
        var preferences = self
        if size == nil, minimumSize == nil {
            (preferences.size, preferences.minimumSize) = (others.size, others.minimumSize)
        }
        preferences.frameRate = frameRate ?? others.frameRate
        preferences.format = format ?? others.format
        return preferences
    }
}
