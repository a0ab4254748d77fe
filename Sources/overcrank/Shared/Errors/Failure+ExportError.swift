internal import Export

extension Failure {
    init(_ error: ExportError) {
        self.init(status: ExitStatus(error.code), message: error.message, hint: error.hint, cause: error.cause)
    }
}

extension ExitStatus {
    /// The one place where an export's errors become exit codes.
    init(_ code: ExportError.Code) {
        self =
            switch code {
            case .inputMissing: .noInput
            case .inputNotPermitted, .outputNotPermitted: .noPermission
            case .inputUnreadable, .nothingToExport: .damagedInput
            case .settings, .outputIsInput: .usage
            case .unsupported: .unavailable
            case .outputExists, .outputNotCreated: .cannotCreate
            case .writing: .inputOutput
            case .cancelled: .interrupted
            default: .internalFault
            }
    }
}
