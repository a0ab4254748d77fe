internal import Presets

extension Failure {
    init(_ error: PresetError) {
        self.init(status: ExitStatus(error.code), message: error.message, hint: error.hint)
    }
}

extension ExitStatus {
    /// The one place where a preset's errors become exit codes: what it says is the user's word.
    init(_ code: PresetError.Code) {
        self =
            switch code {
            case .unknown, .malformed: .usage
            case .missing: .noInput
            case .notPermitted: .noPermission
            case .unreadable: .damagedInput
            default: .internalFault
            }
    }
}
