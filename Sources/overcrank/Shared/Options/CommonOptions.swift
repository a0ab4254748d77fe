internal import ArgumentParser

/// The options of every subcommand.
struct CommonOptions: ParsableArguments {
    @Flag(name: .long, help: "Print one JSON document on standard output.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print nothing but errors on standard error.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Also print the causes of errors.")
    var verbose = false

    /// Runs a body and gives its errors the form in which they are reported. `options` are those that hints may name.
    func reporting(options: HintedOptions = .export, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            var failure = Failure(error, options: options)
            failure.isVerbose = verbose
            throw failure
        }
    }

    /// Prints a line for people, unless `--quiet` is given.
    func say(_ line: String) {
        if !quiet { Terminal.writeError(line) }
    }
}
