internal import Glibc
internal import Video4Linux

extension CaptureError {
    /// A driver's error in the words of capture.
    init(_ error: Video4LinuxError) {
        let (code, what): (Code, String) =
            switch error.errno {
            case EBUSY, EWOULDBLOCK: (.busy, "another program holds it" + Occupants.text(of: error.node))
            case EACCES, EPERM: (.notPermitted, "permission denied")
            case ENOENT, ENOTDIR: (.noDevice, "there is no such device")
            case ENOTTY: (.noDevice, "it is no camera")
            // A node without its driver; in mid-use, a camera that was unplugged.
            case ENXIO, ENODEV:
                error.operation == "open" ? (.noDevice, "there is no camera") : (.unplugged, "it was unplugged")
            case EINVAL, ERANGE: (.unsupported, "the driver refuses \(error.operation)")
            default: (.reading, "\(error.operation) failed: \(error.reason)")
            }
        self.init(code, "cannot use \(error.node): \(what)", cause: error)
    }
}

/// Makes a wrapper's error one of ours.
func capturing<Result>(_ body: () throws(Video4LinuxError) -> Result) throws(CaptureError) -> Result {
    do { return try body() } catch { throw CaptureError(error) }
}
