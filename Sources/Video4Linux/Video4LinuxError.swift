internal import Glibc

/// A call to a device that failed: which call, on which device, and why.
package struct Video4LinuxError: Error, Hashable, CustomStringConvertible {
    /// The ioctl or the system call, as its documentation calls it.
    package let operation: String
    /// The path of the device.
    package let node: String
    /// The system's error number.
    package let errno: Int32

    package init(_ operation: String, on node: String, errno: Int32) {
        self.operation = operation
        self.node = node
        self.errno = errno
    }

    /// Whether the device is not there any more. Any other error is of one call, and the next may succeed.
    package var isGone: Bool { errno == ENODEV || errno == ENXIO }

    /// The system's words for the number.
    package var reason: String {
        unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
    }

    /// `/dev/video0: VIDIOC_S_FMT: Device or resource busy`.
    package var description: String { "\(node): \(operation): \(reason)" }
}

/// Asks a device for what can be done without.
///
/// - Parameter body: asks.
/// - Returns: the answer; `nil` where there is none, or asking failed.
/// - Throws: `Video4LinuxError` where the device is gone.
package func unlessGone<Answer>(
    _ body: () throws(Video4LinuxError) -> Answer?
) throws(Video4LinuxError) -> Answer? {
    do {
        return try body()
    } catch {
        guard !error.isGone else { throw error }
        return nil
    }
}
