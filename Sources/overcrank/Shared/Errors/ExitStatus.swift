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
