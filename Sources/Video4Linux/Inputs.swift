internal import CVideo4Linux
internal import Glibc

extension Device {
    /// VIDIOC_G_INPUT: which of its connectors; `nil` where the driver knows of none.
    package func input() throws(Video4LinuxError) -> Int32? {
        var input: Int32 = 0
        return try performIfAny(.getInput, &input) ? input : nil
    }

    /// VIDIOC_S_INPUT.
    package func setInput(_ input: Int32) throws(Video4LinuxError) {
        var input = input
        try perform(.setInput, &input)
    }

    /// Keeps other programs from changing what is set, for as long as the device is open: VIDIOC_S_PRIORITY, where the
    /// driver knows it, and flock() among programs that ask.
    ///
    /// - Throws: `Video4LinuxError` with EWOULDBLOCK or EBUSY where another program was first.
    package func claim() throws(Video4LinuxError) {
        let descriptor = descriptor
        guard retryingInterrupted({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 else {
            throw Video4LinuxError("flock", on: node, errno: errno)
        }
        var priority = V4L2_PRIORITY_RECORD
        _ = try performIfAny(.setPriority, &priority)
    }
}
