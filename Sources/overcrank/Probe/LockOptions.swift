internal import ArgumentParser

/// How a camera is tried.
struct LockOptions: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: "Set the camera and measure for a second. Without, nothing at the camera changes."
    )
    var measure = true

    @Flag(help: "Restore the camera's settings afterwards.")
    var restore = false
}
