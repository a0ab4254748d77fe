internal import Capture

extension Failure {
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
}

extension ExitStatus {
    /// The one place where a recording's errors become exit codes.
    init(_ code: CaptureError.Code) {
        self =
            switch code {
            case .outputExists, .outputNotCreated: .cannotCreate
            case .outputNotPermitted, .notPermitted: .noPermission
            case .writing, .reading, .unplugged: .inputOutput
            case .cancelled: .interrupted
            case .codec, .noDevice, .unsupported: .unavailable
            case .busy: .deviceBusy
            default: .internalFault
            }
    }
}
