internal import ArgumentParser

/// How a camera is tried.
struct LockOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Set the camera and stream for a second; without, nothing is changed at it.")
    var measure = true

    @Flag(help: "Put everything back as it was afterwards.")
    var restore = false
}
