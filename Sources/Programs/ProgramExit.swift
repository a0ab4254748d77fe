internal import Glibc

/// How a program ended.
package enum ProgramExit: Hashable, Sendable {
    /// By itself, with a status.
    case status(Int32)
    /// By a signal.
    case signal(Int32)
    /// Nobody knows how: the system kept nothing of it, because whoever started us has us ignore the ends of programs.
    case unknown

    /// From what wait(2) gives.
    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7F
        self = signal == 0 ? .status(waitStatus >> 8 & 0xFF) : .signal(signal)
    }

    /// Whether it ended with status 0.
    package var isSuccess: Bool { self == .status(0) }
}
