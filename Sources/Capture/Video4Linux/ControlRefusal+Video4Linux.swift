internal import Glibc
internal import Video4Linux

extension ControlRefusal {
    /// What a driver means that does not set a control (VIDIOC_S_EXT_CTRLS); `nil` for what is no refusal.
    ///
    /// Nobody lacks a permission, and no other program holds the camera: cameras that are in the wrong state for a control, as
    /// one that is focusing by itself, answer EACCES, and those whose motor still moves EBUSY.
    init?(_ error: Video4LinuxError) {
        guard error.operation == "VIDIOC_S_EXT_CTRLS" else { return nil }
        switch error.errno {
        case EINVAL, ERANGE: self = .value
        case EACCES, EPERM: self = .state
        case EBUSY: self = .notReady
        default: return nil
        }
    }
}
