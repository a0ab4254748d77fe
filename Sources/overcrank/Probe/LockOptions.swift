internal import ArgumentParser

/// How a camera is tried.
struct LockOptions: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: "Set the camera and measure for a second. With --no-measure nothing at the camera is changed."
    )
    var measure = true

    @Flag(help: "Put the camera's settings back as they were, afterwards.")
    var restore = false
}
