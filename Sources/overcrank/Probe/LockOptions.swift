internal import ArgumentParser

/// How a camera is tried.
struct LockOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Set the camera and stream for a second; without, nothing is changed at it.")
    var measure = true

    @Flag(help: "Put everything back as it was afterwards.")
    var restore = false

    @Flag(help: "Fail where the rate is not above 30 fps.")
    var requireHighFrameRate = false
}
