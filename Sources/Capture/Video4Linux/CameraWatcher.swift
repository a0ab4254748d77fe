internal import Glibc
internal import Video4Linux

/// A camera that came or went.
public enum CameraChange: Hashable, Sendable {
    /// It can be opened now.
    case appeared(CaptureDeviceInfo)
    /// It is gone.
    case disappeared(CaptureDeviceInfo)

    /// What is different about a later list; what is gone comes first.
    static func between(_ before: [CaptureDeviceInfo], _ after: [CaptureDeviceInfo]) -> [CameraChange] {
        before.filter { !after.contains($0) }.map(disappeared) + after.filter { !before.contains($0) }.map(appeared)
    }
}

/// Sees cameras come and go. It watches the directory of device nodes (inotify), which the kernel itself keeps: no
/// daemon has to run.
public final class CameraWatcher {
    private let prober: Prober
    /// Has something to read, as poll(2) says it, when ``changes()`` does not wait.
    public let descriptor: Int32
    /// The cameras that are there, as far as is known.
    public private(set) var devices: [CaptureDeviceInfo]

    /// Begins to watch.
    ///
    /// - Parameter prober: lists the cameras; ``Prober/system`` for those of this machine.
    /// - Throws: ``CaptureError`` `.reading` where the system does not let us.
    public convenience init(_ prober: Prober) throws(CaptureError) {
        try self.init(prober, directory: V4L2Backend.directory)
    }

    init(_ prober: Prober, directory: String) throws(CaptureError) {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC))
        // A node may be there before it may be opened: then its attributes change.
        let events = UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB)
        guard descriptor >= 0, unsafe inotify_add_watch(descriptor, directory, events) >= 0 else {
            let cause = Video4LinuxError("inotify_add_watch", on: directory, errno: errno)
            if descriptor >= 0 { close(descriptor) }
            throw CaptureError(.reading, "\(directory) cannot be watched: \(cause.reason)", cause: cause)
        }
        self.prober = prober
        self.descriptor = descriptor
        devices = prober.devices()
    }

    deinit { close(descriptor) }

    /// Waits until cameras come or go.
    ///
    /// - Throws: ``CaptureError`` `.reading` where watching fails.
    public func next() throws(CaptureError) -> [CameraChange] {
        while true {
            let changes = try changes()
            if !changes.isEmpty { return changes }
        }
    }

    /// Waits until something happens to a device node.
    ///
    /// - Returns: The cameras that came or went by it; often none.
    /// - Throws: ``CaptureError`` `.reading` where watching fails.
    public func changes() throws(CaptureError) -> [CameraChange] {
        try waitForEvents()
        let now = prober.devices()
        defer { devices = now }
        return CameraChange.between(devices, now)
    }

    /// Which node it was does not matter: all are looked at.
    private func waitForEvents() throws(CaptureError) {
        let count = unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while true {
                let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
                if count >= 0 || errno != EINTR { return count }
            }
        }
        guard count > 0 else { throw CaptureError(.reading, "cameras cannot be watched any more") }
    }
}
