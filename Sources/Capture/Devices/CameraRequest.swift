public import MediaTime

/// Which camera to record, and how to set it.
public struct CameraRequest: Hashable, Sendable {
    /// The name of the built-in camera, which films a synthetic scene.
    public static let synthetic = SyntheticBackend.name

    /// A device's path, number or id, or ``synthetic``; `nil` for the first camera of the system.
    public var device: String?
    /// Which format, size and rate to choose.
    public var preferences = FormatPreferences()
    /// Which of the camera's connectors; `nil` for the one that is chosen now.
    public var input: Int32?
    /// How long each frame is exposed, in seconds; positive. `nil` leaves it to the camera.
    public var shutter: RationalTime?
    /// Whether formats that libv4l2 converts from the camera's own may be chosen, too.
    public var converts = false

    /// A camera, and nothing asked of it.
    public init(device: String?) { self.device = device }
}

extension CameraRequest {
    /// An opened camera, and what is set at it.
    struct Opened {
        let stream: any CaptureStream
        var report: LockReport?
        var controls: () -> [CameraControl] = { [] }
    }

    /// Opens the camera and sets it. The rate is not measured here: a recording measures its own.
    ///
    /// - Throws: ``CaptureError`` of the codes that concern cameras.
    func open() throws(CaptureError) -> Opened {
        if device == Self.synthetic {
            guard shutter == nil, input == nil else {
                throw CaptureError(.unsupported, "the synthetic camera has no exposure time and no inputs to set")
            }
            return Opened(stream: try SyntheticCamera(mode: SyntheticCamera.mode(for: preferences)))
        }
        var request = LockRequest()
        request.preferences = preferences
        request.input = input
        request.shutter = shutter
        request.measures = false
        let camera = try Prober.system.open(device, converting: converts)
        let lock = try camera.lock(request)
        // A camera that does not say how it is set can be recorded all the same.
        let controls = { (try? camera.controls()) ?? [] }
        return Opened(stream: try lock.stream(), report: lock.report, controls: controls)
    }
}
