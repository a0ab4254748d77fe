internal import ArgumentParser
internal import Capture
internal import MediaTime

/// How a camera is set.
struct CameraOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How long each frame is exposed: 1/500, 2ms. The camera chooses unless given.",
            valueName: "time"
        ),
        transform: OptionParsing.shutter
    )
    var shutter: RationalTime?

    @Option(help: ArgumentHelp("The number of the camera's input.", valueName: "number"))
    var input: Int32?

    @Flag(help: "Also offer formats that libv4l2 converts from the camera's own.")
    var convert = false
}

extension CameraOptions {
    /// That `--convert` does nothing for a camera; `nil` where it may do something.
    func conversionWarning(for camera: CaptureDeviceInfo) -> String? {
        guard convert, camera.id == CameraRequest.synthetic else { return nil }
        return "--convert does nothing: libv4l2 knows the system's cameras, and not the synthetic one"
    }
}

extension CommonOptions {
    /// Warns of what a lock found, with what can be done about it where none of the causes says so.
    func warn(_ warning: LockWarning, beside causes: [RateCause] = []) {
        say("warning: \(warning)")
        if let hint = warning.commandHint(beside: causes) { say("hint: \(hint)") }
    }
}
