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
    /// When the command ends with it, in a sentence.
    var meaning: String {
        switch self {
        case .success: "It did what was asked."
        case .usage: "The command line, a preset or an edit is wrong."
        case .damagedInput: "An input cannot be read, or holds nothing to export."
        case .noInput: "There is no such input."
        case .unavailable: "A camera, a codec or a feature is not there, or a port is in use."
        case .internalFault: "A fault of the program."
        case .cannotCreate: "The output cannot be created, or exists already."
        case .inputOutput: "Reading or writing failed; or frames were lost and none may be."
        case .deviceBusy: "Another program uses the camera."
        case .noPermission: "The system does not allow it."
        case .interrupted: "It was interrupted. A recording is finished and whole."
        }
    }
}
