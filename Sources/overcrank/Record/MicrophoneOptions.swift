internal import ArgumentParser
internal import Capture

/// Which microphone is recorded, and how.
struct MicrophoneOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The microphone, by its ALSA name, or 'none'. ALSA's default unless given.",
            valueName: "device"
        ),
        completion: .list(["none"])
    )
    var audio: String?

    @Option(
        help: ArgumentHelp("Make the audio louder, or softer: 6dB, -3dB.", valueName: "decibels"),
        transform: OptionParsing.gain
    )
    var audioGain: Double?

    @Option(
        help: ArgumentHelp(
            "Store this channel of the microphone in both: left, right, or a number. A microphone with one channel is always stored in both.",
            valueName: "channel"
        ),
        completion: .list(["left", "right"]),
        transform: OptionParsing.channel
    )
    var audioChannel: Int?

    var conditioning: AudioConditioning { AudioConditioning(gain: audioGain ?? 0, source: audioChannel) }
}
