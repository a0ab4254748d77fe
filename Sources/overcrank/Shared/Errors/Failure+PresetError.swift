internal import Presets

extension Failure {
    init(_ error: PresetError) {
        let list = error.code == .unknown ? "'overcrank presets' lists those that there are" : nil
        self.init(status: ExitStatus(error.code), message: error.message, hint: error.hint ?? list)
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
            }
    }
}
