internal import Glibc

/// From where a recording is told what to do.
enum OrderSource {
    /// The keys of the terminal, one by one.
    case keyboard
    /// Lines of standard input, which is no terminal.
    case lines

    /// - Parameter keys: whether lines are to be read. In the background of our own terminal they are not: the system would stop the process.
    init?(keys: Bool) {
        if Keyboard.isThere {
            self = .keyboard
        } else if keys, isatty(STDIN_FILENO) == 0 || tcgetpgrp(STDIN_FILENO) < 0 {
            self = .lines
        } else {
            return nil
        }
    }

    /// What can be typed.
    var help: String {
        switch self {
        case .keyboard: RecordingKeys.help
        case .lines: RecordingOrder.help
        }
    }
}
