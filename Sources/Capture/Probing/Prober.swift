/// Finds cameras and opens them. ``system`` finds those of this machine.
public struct Prober: Sendable {
    private let backends: [any CameraBackend]

    /// A prober for some kinds of camera, asked in this order.
    package init(_ backends: [any CameraBackend]) { self.backends = backends }

    /// The cameras that are there now, real ones first.
    public func devices() -> [CaptureDeviceInfo] { backends.flatMap { $0.devices() } }

    /// Opens a camera.
    ///
    /// - Parameters:
    ///   - name: its path, its id, or its number; `nil` for the first real one.
    ///   - place: where it is plugged in (``CaptureDeviceInfo/bus``), which counts where several have the name; `nil` where that is
    ///     not known.
    ///   - converting: whether formats come into question that libv4l2 converts from the camera's own.
    /// - Returns: the camera, which is open for as long as it lives.
    /// - Throws: ``CaptureError`` `.noDevice`, also where several have the name; `.busy`, `.notPermitted` or `.reading`.
    public func open(
        _ name: String? = nil,
        at place: String? = nil,
        converting: Bool = false
    ) throws(CaptureError) -> CaptureDevice {
        guard let name = name ?? devices().first(where: { $0.node != nil })?.node else {
            throw CaptureError(.noDevice, "there is no camera")
        }
        for backend in backends {
            if let camera = try backend.open(name, at: place, converting: converting) { return CaptureDevice(camera) }
        }
        throw CaptureError(.noDevice, "there is no camera \(name)")
    }
}
