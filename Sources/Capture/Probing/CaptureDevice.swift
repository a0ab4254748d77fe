/// An open camera. What is set stays set when it is closed. One thread at a time uses it.
public final class CaptureDevice {
    private let camera: any Camera

    init(_ camera: any Camera) { self.camera = camera }

    /// What can be set at it, also while it delivers.
    var adjustable: any AdjustableCamera { camera }

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

    /// The size of the signal that comes in at a digital connector (HDMI, SDI); `nil` for cameras.
    ///
    /// - Throws: ``CaptureError`` `.noSignal`, and `.unsupported` for a signal that the device cannot take.
    public func signal() throws(CaptureError) -> FrameSize? { try camera.signal(follows: false) }

    /// Sets the camera to the mode that meets the preferences best, keeps other programs from changing it for as long as the
    /// lock lives, and measures what it delivers. Everything is set, or nothing. A ``Recorder`` records a locked
    /// camera, or locks one by itself; that one is busy while another lock or this device, where it has set something, is still there.
    ///
    /// - Parameters:
    ///   - request: what is wanted.
    ///   - isCancelled: is asked while the camera is measured, ten times a second at least: whether that is to end.
    /// - Returns: the lock.
    /// - Throws: ``CaptureError`` `.busy`, `.unsupported`, `.unplugged` or `.reading`, `.settings` for a shutter that is not above zero,
    ///   `.cancelled`.
    public func lock(
        _ request: LockRequest = LockRequest(),
        isCancelled: () -> Bool = { false }
    ) throws(CaptureError) -> CameraLock {
        try CameraLock(camera, request, isCancelled: isCancelled)
    }

    /// All controls, in the driver's order.
    ///
    /// - Throws: ``CaptureError`` `.unplugged` or `.reading`.
    public func controls() throws(CaptureError) -> [CameraControl] { try camera.controls() }

    /// Finds a control by its name, in this kernel or in another one, or by its number.
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
    /// - Throws: ``CaptureError`` `.busy`, `.unsupported`, `.unplugged` or `.reading`; `.settings` where one is to be set twice.
    public func set(_ settings: [ControlSetting]) throws(CaptureError) -> [ControlChange] {
        try camera.claim()
        return try camera.setControls(settings)
    }
}
