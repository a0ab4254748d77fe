/// Finds cameras: those of the system, and the synthetic one, which is always there.
public struct Prober: Sendable {
    private let backends: [any CameraBackend]

    /// All kinds of camera.
    public init() { self.init([V4L2Backend(), SyntheticBackend()]) }

    package init(_ backends: [any CameraBackend]) { self.backends = backends }

    /// The cameras that are there now, real ones first.
    public func devices() -> [CaptureDeviceInfo] { backends.flatMap { $0.devices() } }

    /// Opens a camera.
    ///
    /// - Parameters:
    ///   - name: its path, its id, or its number; `nil` for the first real one.
    ///   - converting: whether formats come into question that libv4l2 converts from the camera's own.
    /// - Returns: the camera, which is open for as long as it lives.
    /// - Throws: ``CaptureError`` `.noDevice`, `.busy`, `.notPermitted` or `.reading`.
    public func open(_ name: String? = nil, converting: Bool = false) throws(CaptureError) -> CaptureDevice {
        guard let name = name ?? devices().first(where: { $0.node != nil })?.node else {
            throw CaptureError(.noDevice, "there is no camera")
        }
        for backend in backends {
            if let camera = try backend.open(name, converting: converting) { return CaptureDevice(camera) }
        }
        throw CaptureError(.noDevice, "there is no camera \(name)")
    }
}

/// An open camera. What is set stays set when it is closed. One thread at a time uses it.
public final class CaptureDevice {
    private let camera: any Camera

    init(_ camera: any Camera) { self.camera = camera }

    /// Which camera it is.
    public var info: CaptureDeviceInfo { camera.device }

    /// All formats with their sizes and rates.
    ///
    /// - Parameter sizes: where sizes lie on a grid, rates are listed for these, too.
    /// - Returns: what the driver lists, in its order.
    /// - Throws: ``CaptureError`` `.unplugged` or `.reading`.
    public func formats(including sizes: [FrameSize] = []) throws(CaptureError) -> [CaptureFormat] {
        try camera.formats(including: sizes)
    }

    /// Sets the camera to the mode that meets the wishes best, keeps other programs from changing it for as long as the
    /// lock lives, and measures what it delivers. Everything is set, or nothing.
    ///
    /// - Throws: ``CaptureError`` `.busy`, `.unsupported`, `.unplugged` or `.reading`.
    public func lock(_ request: LockRequest = LockRequest()) throws(CaptureError) -> CameraLock {
        try CameraLock(camera, request)
    }

    /// All controls, in the driver's order.
    ///
    /// - Throws: ``CaptureError`` `.unplugged` or `.reading`.
    public func controls() throws(CaptureError) -> [CameraControl] { try camera.controls() }

    /// The control that somebody means: by its name, now or in another kernel, or by its number.
    ///
    /// - Throws: ``CaptureError`` `.unsupported` where there is none.
    public func control(named name: String) throws(CaptureError) -> CameraControl {
        guard let control = ControlName.find(name, in: try controls()) else {
            throw CaptureError(.unsupported, "\(info.name) has no control '\(name)'")
        }
        return control
    }

    /// Sets controls in the order that they need, all of them or none.
    ///
    /// - Returns: what became of each, in that order, those included that others depend on.
    /// - Throws: ``CaptureError`` `.busy`, `.unsupported`, `.unplugged` or `.reading`.
    public func set(_ settings: [ControlSetting]) throws(CaptureError) -> [ControlChange] {
        try camera.claim()
        return try camera.setControls(settings)
    }
}
