internal import Studio

extension Failure {
    init(_ error: StudioError) {
        let status: ExitStatus =
            switch error.kind {
            case .notFound, .outdated: .noInput
            case .forbidden: .noPermission
            case .invalid: .usage
            case .unreadable: .damagedInput
            case .exists, .notWritable: .cannotCreate
            case .busy: .unavailable
            case .failed: .unavailable
            }
        self.init(status: status, message: error.message, hint: error.hint)
    }
}
