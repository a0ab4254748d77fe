internal import Sidecar

extension Failure {
    /// A side file that cannot be used.
    init(_ error: SidecarError) {
        self.init(
            status: ExitStatus(error.code),
            message: error.message,
            cause: error.cause.map { String(reflecting: $0) }
        )
    }
}

extension ExitStatus {
    /// The one place where a side file's errors become exit codes: it is an input.
    init(_ code: SidecarError.Code) {
        self =
            switch code {
            case .missing: .noInput
            case .notPermitted: .noPermission
            case .unreadable, .malformed, .unsupported: .damagedInput
            }
    }
}
