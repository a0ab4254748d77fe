/// What other programs, and people, call options.
enum OptionSynonym {
    private static let names = [
        "--speed": "--rate", "--slow": "--rate", "--slowdown": "--rate", "--tempo": "--rate", "--factor": "--rate",
        "--fps": "--frame-rate", "--framerate": "--frame-rate", "-r": "--frame-rate",
        "--start": "--trim", "--from": "--trim", "--end": "--trim", "--to": "--trim", "--cut": "--trim",
        "-ss": "--trim",
        "--range": "--trim", "-t": "--max-duration", "--duration": "--max-duration",
        "--scale": "--size", "--resize": "--size", "--resolution": "--size", "-s": "--size",
        "--codec": "--video-codec", "--vcodec": "--video-codec", "-c": "--video-codec", "--acodec": "--audio-codec",
        "--crf": "--quality", "-crf": "--quality", "--overwrite": "--force", "-y": "--force", "-f": "--force",
        "--algorithm": "--pitch", "--reverse": "--edit", "--hold": "--edit", "--freeze": "--edit", "--ramp": "--edit",
        "--mute": "--pitch mute", "--silent": "--pitch mute", "--no-audio": "--tracks video", "-an": "--tracks video",
        "--mirror": "--flip", "--profile": "--for", "--mic": "--audio", "--microphone": "--audio", "--out": "--output",
    ]

    /// What an option of another name is called here, with the value that means the same; `nil` where that is not known.
    static func name(for option: String) -> String? { names[option] }
}
