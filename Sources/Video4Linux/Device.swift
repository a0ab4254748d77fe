internal import CVideo4Linux
internal import Glibc

/// An open Video4Linux device: owns the file descriptor and is the one place where ioctls are made.
///
/// It is opened without blocking, so that no call waits for a frame; one thread at a time uses it.
package struct Device: ~Copyable {
    /// The path by which it was opened.
    package let node: String
    let descriptor: Int32
    /// Whether libv4l2 stands between, and offers formats that it converts to.
    let isConverting: Bool

    /// Opens a device.
    ///
    /// - Throws: `Video4LinuxError` with the number of `open`, or ENOTTY where the path leads to no character device:
    ///   other files are not even opened, because that alone may have effects.
    package static func open(_ node: String, converting: Bool = false) throws(Video4LinuxError) -> Device {
        var status = stat()
        guard unsafe stat(node, &status) == 0 else {
            throw Video4LinuxError("open", on: node, errno: Glibc.errno)
        }
        guard status.st_mode & S_IFMT == S_IFCHR else { throw Video4LinuxError("open", on: node, errno: ENOTTY) }
        let descriptor = retryingInterrupted { unsafe Glibc.open(node, O_RDWR | O_NONBLOCK | O_CLOEXEC) }
        guard descriptor >= 0 else { throw Video4LinuxError("open", on: node, errno: Glibc.errno) }
        if converting {
            oc_v4l2_silence()
            guard v4l2_fd_open(descriptor, 0) >= 0 else {
                let code = Glibc.errno
                close(descriptor)
                throw Video4LinuxError("v4l2_fd_open", on: node, errno: code)
            }
        }
        return Device(node: node, descriptor: descriptor, isConverting: converting)
    }

    private init(node: String, descriptor: Int32, isConverting: Bool) {
        self.node = node
        self.descriptor = descriptor
        self.isConverting = isConverting
    }

    deinit {
        if isConverting { v4l2_close(descriptor) } else { close(descriptor) }
    }

    /// Makes an ioctl.
    func perform<Argument>(_ control: IOControl<Argument>, _ argument: inout Argument) throws(Video4LinuxError) {
        let code = call(control, &argument)
        guard code == 0 else { throw Video4LinuxError(control.name, on: node, errno: code) }
    }

    /// Makes an ioctl of which the driver may say that it has no such thing, or no more of them.
    ///
    /// - Returns: `false` for EINVAL, ENOTTY and ENODATA.
    func performIfAny<Argument>(_ control: IOControl<Argument>, _ argument: inout Argument) throws(Video4LinuxError)
        -> Bool
    {
        switch call(control, &argument) {
        case 0: return true
        case EINVAL, ENOTTY, ENODATA: return false
        case let code: throw Video4LinuxError(control.name, on: node, errno: code)
        }
    }

    /// Makes an ioctl that has nothing to give yet where it says EAGAIN.
    func performIfReady<Argument>(_ control: IOControl<Argument>, _ argument: inout Argument) throws(Video4LinuxError)
        -> Bool
    {
        switch call(control, &argument) {
        case 0: return true
        case EAGAIN: return false
        case let code: throw Video4LinuxError(control.name, on: node, errno: code)
        }
    }

    /// The error number, or 0.
    private func call<Argument>(_ control: IOControl<Argument>, _ argument: inout Argument) -> Int32 {
        let result = unsafe withUnsafeMutablePointer(to: &argument) { pointer in
            retryingInterrupted {
                isConverting
                    ? unsafe oc_v4l2_ioctl(descriptor, control.number, pointer)
                    : unsafe ioctl(descriptor, control.number, UnsafeMutableRawPointer(pointer))
            }
        }
        return result < 0 ? Glibc.errno : 0
    }
}

/// Makes a system call again for as long as signals interrupt it.
func retryingInterrupted(_ body: () -> Int32) -> Int32 {
    while true {
        let result = body()
        guard result < 0, errno == EINTR else { return result }
    }
}
