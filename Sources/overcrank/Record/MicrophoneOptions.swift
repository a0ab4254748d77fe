internal import ArgumentParser

/// Which microphone is recorded.
struct MicrophoneOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The microphone, by its ALSA name, or 'none'. ALSA's default unless given.",
            valueName: "device"
        ),
        completion: .list(["none"])
    )
    var audio: String?
}
