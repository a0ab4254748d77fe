internal import Glibc
internal import Video4Linux

extension CaptureError {
    /// A driver's error in the words of capture.
    init(_ error: Video4LinuxError) {
        let (code, what): (Code, String) =
            switch error.errno {
            case ENOLINK where error.operation == BufferQueue.signalChange:
                (.signalChanged, "the signal at its input has changed")
            case ENOLINK: (.noSignal, "there is no signal at its input")
            case ENOLCK: (.noSignal, "the signal at its input is not stable")
            case ERANGE where error.operation == "VIDIOC_QUERY_DV_TIMINGS":
                (.unsupported, "it cannot take the signal at its input")
            // A node without its driver; in mid-use, a camera that was unplugged.
            case _ where error.isGone:
                error.operation == "open" ? (.noDevice, "there is no camera") : (.unplugged, "it was unplugged")
            // The driver has agreed to the format before: what it refuses now is a fault, not a wish.
            case _ where Self.exchanges.contains(error.operation):
                (.reading, "\(error.operation) failed: \(error.reason)")
            case _ where Self.controlCalls.contains(error.operation):
                (.reading, "\(error.operation) failed: \(error.reason)")
            case ENOSPC where error.operation == "VIDIOC_STREAMON":
                (.noBandwidth, "the USB bus has no room for its frames beside those of other devices")
            case EBUSY, EWOULDBLOCK: (.busy, "another program holds it" + Occupants.text(of: error.node))
            case EACCES, EPERM: (.notPermitted, "permission denied")
            case ENOENT, ENOTDIR: (.noDevice, "there is no such device")
            case ENOTTY: (.noDevice, "it is no camera")
            case EINVAL, ERANGE: (.unsupported, "the driver refuses \(error.operation)")
            default: (.reading, "\(error.operation) failed: \(error.reason)")
            }
        self.init(code, "cannot use \(error.node): \(what)", cause: error)
    }

    /// Says why a node cannot be recorded that delivers no frames in buffers.
    init(noBuffersOf capability: Capability, at node: String) {
        let name = "\(capability.card) (\(capability.driver))"
        if capability.isReadOnly {
            self.init(
                .unsupported,
                "cannot use \(node): \(name) delivers frames only by read(), which is not supported"
            )
        } else {
            self.init(.noDevice, "cannot use \(node): it is no camera; \(name) delivers no frames there")
        }
    }

    /// What passes frames to and fro.
    private static let exchanges: Set<String> = ["VIDIOC_QBUF", "VIDIOC_DQBUF"]
    /// What asks for controls. EBUSY says there that the camera is not ready, and nothing of other programs.
    private static let controlCalls: Set<String> = [
        "VIDIOC_QUERY_EXT_CTRL", "VIDIOC_QUERYMENU", "VIDIOC_G_EXT_CTRLS", "VIDIOC_S_EXT_CTRLS",
    ]
}

/// Makes a wrapper's error one of ours.
///
/// - Parameters:
///   - body: uses the driver.
///   - explaining: what the camera refuses; `nil` where the error itself says all.
/// - Returns: what the body returns.
/// - Throws: ``CaptureError``.
func capturing<Result>(
    _ body: () throws(Video4LinuxError) -> Result,
    explaining: (Video4LinuxError) -> CaptureError? = { _ in nil }
) throws(CaptureError) -> Result {
    do {
        return try body()
    } catch {
        throw explaining(error) ?? CaptureError(error)
    }
}
