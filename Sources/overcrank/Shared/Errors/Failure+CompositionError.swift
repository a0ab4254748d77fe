internal import Composition

extension Failure {
    init(_ error: CompositionError) {
        self.init(status: ExitStatus(error.code), message: error.message, hint: Self.hint(for: error.code))
        (edits, range) = (error.edits, error.range)
    }

    private static func hint(for code: CompositionError.Code) -> String? {
        switch code {
        case .timeOverflow: "choose rounder times or rates"
        case .rangeOutside, .durationNotPositive, .overlap, .unresolved, .unsupported: nil
        }
    }
}

extension ExitStatus {
    /// The one place where an edit's errors become exit codes: people write edits. Unresolved times are a fault of ours.
    init(_ code: CompositionError.Code) {
        self =
            switch code {
            case .rangeOutside, .durationNotPositive, .overlap, .unsupported, .timeOverflow: .usage
            case .unresolved: .internalFault
            }
    }
}
