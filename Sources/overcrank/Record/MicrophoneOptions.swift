internal import ArgumentParser

/// Which microphone is recorded.
struct MicrophoneOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The microphone, by ALSA's name, or 'none'. The usual one unless named.",
            valueName: "device"
        ),
        completion: .list(["none"])
    )
    var audio: String?
}
