internal import ArgumentParser

/// How progress is shown.
struct ProgressOptions: ParsableArguments {
    @Flag(help: "Print progress on standard error as lines of JSON, a few a second.")
    var progressLines = false
}
