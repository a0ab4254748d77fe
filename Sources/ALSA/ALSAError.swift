internal import CALSA
internal import Glibc

/// A libasound call that failed: what was tried, on what, and its code.
package struct ALSAError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried, as a verb phrase: `open`, `read from`.
    package let operation: String
    /// The device.
    package let device: String
    /// The negative error code.
    package let code: Int32

    /// The `errno` behind the code.
    package var errno: Int32 { -code }

    package var description: String {
        let reason = unsafe snd_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        return "cannot \(operation) the audio device \(device): \(reason)"
    }
}
