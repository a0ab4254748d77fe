internal import Comparison
internal import Export
internal import MediaTime

extension Failure {
    /// A comparison that cannot be done.
    init(_ error: ComparisonError) {
        // A rendering is an export: what helps an export helps here.
        let export = (error.cause as? ExportError).map { Failure($0) }
        self.init(
            status: ExitStatus(error.code),
            message: error.message,
            hint: Self.hint(for: error.code) ?? export?.hint,
            cause: export.map(\.cause) ?? error.cause.map { String(reflecting: $0) }
        )
    }

    private static func hint(for code: ComparisonError.Code) -> String? {
        switch code {
        case .overflow: "choose rounder times or rates"
        case .algorithm: "choose other --algorithms or another --rate"
        case .otherRateNotCompared(let rates): "the rates are \(rates.map(\.description).joined(separator: ", "))"
        case .otherRateUnknown: "say which it is: --against RATE=FILE"
        case .tooLong: "compare a part of the clip: --trim"
        case .outputExists: "--force replaces it; -o names another directory"
        case .outputNotReplaceable: "name another directory with -o"
        case .noSpace: "free space, or write elsewhere with -o"
        case .noAudio, .settings, .unreadable, .unsupported, .outputNotCreated, .outputNotPermitted, .writing,
            .system, .cancelled, .fault:
            nil
        }
    }
}

extension ExitStatus {
    /// The one place where a comparison's errors become exit codes.
    init(_ code: ComparisonError.Code) {
        self =
            switch code {
            case .noAudio, .unreadable: .damagedInput
            case .settings, .overflow, .algorithm, .otherRateNotCompared, .otherRateUnknown, .tooLong: .usage
            case .unsupported, .system: .unavailable
            case .outputExists, .outputNotReplaceable, .outputNotCreated: .cannotCreate
            case .outputNotPermitted: .noPermission
            case .noSpace, .writing: .inputOutput
            case .cancelled: .interrupted
            case .fault: .internalFault
            }
    }
}
