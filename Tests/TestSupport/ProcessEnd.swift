package import Glibc

/// The end of a child process.
package enum ProcessEnd {
    /// Waits for it. A process that has not ended by then is killed.
    ///
    /// - Parameters:
    ///   - process: A child that nobody has waited for.
    ///   - seconds: How long it may take.
    /// - Returns: What waitpid(2) says of it.
    /// - Throws: ``SystemError`` with `ETIMEDOUT` where it had to be killed, else with what waitpid(2) says.
    package static func wait(for process: pid_t, seconds: Int = Patience.seconds) throws -> Int32 {
        var status: Int32 = 0
        let start = ContinuousClock.now
        var isLate = false
        while true {
            let ended = unsafe waitpid(process, &status, isLate ? 0 : WNOHANG)
            if ended == process { break }
            guard ended == 0 || errno == EINTR else { throw SystemError("waitpid", errno) }
            if isLate { continue }
            isLate = start.duration(to: .now) > .seconds(seconds)
            if isLate { kill(process, SIGKILL) } else { usleep(2000) }
        }
        if isLate { throw SystemError("waitpid", ETIMEDOUT) }
        return status
    }
}
