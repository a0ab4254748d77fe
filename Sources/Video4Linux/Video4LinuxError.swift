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

    /// The system's words for the number.
    package var reason: String {
        unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
    }

    /// `/dev/video0: VIDIOC_S_FMT: Device or resource busy`.
    package var description: String { "\(node): \(operation): \(reason)" }
}
