internal import Capture
internal import Comparison
internal import Composition
internal import Export
internal import MediaTime
internal import Pipeline
internal import Presets
internal import Sidecar
internal import Studio

/// What ends the command: a message, what the user can do, the cause, and an exit code.
struct Failure: Error {
    let status: ExitStatus
    let message: String
    var hint: String?
    var cause: String?
    var isVerbose = false

    var exitCode: Int32 { status.rawValue }

    /// On standard error: `error: …`, `hint: …`, and with `--verbose` `cause: …`; or one line of JSON.
    func report(asJSON: Bool = false) {
        let document = FailureDocument(message, hint: hint, cause: cause, status: exitCode)
        if asJSON, let line = try? JSON.line(document) { return Terminal.writeError(line) }
        lines().forEach(Terminal.writeError)
    }

    /// The lines that report it, with a text before the message.
    func lines(_ prefix: String = "") -> [String] {
        ["error: \(prefix)\(message)"] + (hint.map { ["hint: \($0)"] } ?? [])
            + (isVerbose ? cause.map { ["cause: \($0)"] } ?? [] : [])
    }
}

extension Failure {
    /// Any error of the library as a failure. An error of another type is a fault of this program. `options` are those that a hint may
    /// name.
    init(_ error: any Error, options: HintedOptions = .export) {
        switch error {
        case let failure as Failure: self = failure
        case let error as ExportError: self.init(error, options: options)
        case let error as CaptureError: self.init(error, options: options)
        case let error as ComparisonError: self.init(error)
        case let error as CompositionError: self.init(error)
        case let error as PresetError: self.init(error)
        case let error as SidecarError: self.init(error)
        case let error as TimeOverflow: self.init(error)
        case let error as ParseError: self.init(error)
        case let error as EditParseError: self.init(error)
        case let error as StudioError: self.init(error)
        case let error as ThreadError: self.init(status: .unavailable, message: "\(error)")
        default: self.init(status: .internalFault, message: "\(error)")
        }
    }
}
