internal import Glibc

/// How long tests wait for what other threads and programs do.
package enum Patience {
    /// What has not come after so many seconds is not going to, on the slowest machine.
    package static let seconds = 900

    /// Looks a hundred times a second whether something is so, until it is.
    ///
    /// - Throws: ``SystemError`` with `ETIMEDOUT` where it does not become so.
    package static func wait(until isSo: () throws -> Bool) throws {
        let start = ContinuousClock.now
        while try !isSo() {
            guard start.duration(to: .now) < .seconds(seconds) else { throw SystemError("wait", ETIMEDOUT) }
            usleep(10_000)
        }
    }
}
