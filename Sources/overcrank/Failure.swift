internal import Capture
internal import Composition
internal import Export
internal import MediaTime

/// What ends the command: a message, what the user can do, the cause, and an exit code.
struct Failure: Error {
    let status: ExitStatus
    let message: String
    var hint: String?
    var cause: String?
    var isVerbose = false

    var exitCode: Int32 { status.rawValue }

    /// On standard error: `error: …`, `hint: …`, and with `--verbose` `cause: …`.
    func report() {
        Terminal.writeError("error: \(message)")
        if let hint { Terminal.writeError("hint: \(hint)") }
        if let cause, isVerbose { Terminal.writeError("cause: \(cause)") }
    }
}

extension Failure {
    init(_ error: ExportError) {
        self.init(status: ExitStatus(error.code), message: error.message, hint: error.hint, cause: error.cause)
    }

    init(_ error: CaptureError) {
        let hint: String? =
            switch error.code {
            case .outputExists: "--force replaces it"
            case .noDevice: "'overcrank devices' lists the cameras; 'synthetic' is always there, for trying things out"
            case .notPermitted: "cameras are for the group 'video': sudo usermod -aG video $USER, then log in again"
            default: nil
            }
        self.init(status: ExitStatus(error.code), message: error.message, hint: hint, cause: error.cause)
    }

    init(_ error: CompositionError) {
        self.init(status: .usage, message: error.message)
    }

    init(_ error: TimeOverflow) {
        self.init(status: .usage, message: "\(error)", hint: "choose rounder times or rates")
    }

    /// Any error of the library as a failure; others are faults of ours.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as ExportError: self.init(error)
        case let error as CaptureError: self.init(error)
        case let error as CompositionError: self.init(error)
        case let error as TimeOverflow: self.init(error)
        default: self.init(status: .internalFault, message: "\(error)")
        }
    }
}
