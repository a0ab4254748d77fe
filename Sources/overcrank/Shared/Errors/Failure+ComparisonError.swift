internal import Comparison

extension Failure {
    init(_ error: ComparisonError) {
        self.init(status: ExitStatus(error.code), message: error.message, hint: error.hint, cause: error.cause)
    }
}

extension ExitStatus {
    /// The one place where a comparison's errors become exit codes.
    init(_ code: ComparisonError.Code) {
        self =
            switch code {
            case .noAudio, .unreadable: .damagedInput
            case .settings, .tooLong: .usage
            case .unsupported: .unavailable
            case .outputExists, .outputNotCreated: .cannotCreate
            case .outputNotPermitted: .noPermission
            case .writing: .inputOutput
            case .cancelled: .interrupted
            default: .internalFault
            }
    }
}
