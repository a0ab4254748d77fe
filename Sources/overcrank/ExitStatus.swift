internal import Capture
internal import Comparison
internal import Export
internal import Presets
internal import Sidecar

/// The command's exit codes (sysexits.h), one meaning each.
enum ExitStatus: Int32, CaseIterable {
    case success = 0
    case usage = 64
    case damagedInput = 65
    case noInput = 66
    case unavailable = 69
    case internalFault = 70
    case cannotCreate = 73
    case inputOutput = 74
    case deviceBusy = 75
    case noPermission = 77
    case interrupted = 130
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

    /// The one place where a side file's errors become exit codes: it is an input.
    init(_ code: SidecarError.Code) {
        self =
            switch code {
            case .missing: .noInput
            case .notPermitted: .noPermission
            case .unreadable, .malformed, .unsupported: .damagedInput
            default: .internalFault
            }
    }
}
