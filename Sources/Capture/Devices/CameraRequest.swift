public import MediaTime

/// Which camera to record, and how to set it.
public struct CameraRequest: Hashable, Sendable {
    /// The name of the built-in camera, which films a synthetic scene.
    public static let synthetic = SyntheticBackend.name

    /// A device's path, number or id, or ``synthetic``; `nil` for the first camera of the system.
    public var device: String?
    /// Where it is plugged in (``CaptureDeviceInfo/bus``), which counts where several have the name; `nil` where that is not known.
    public var place: String?
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
        let controls: any AdjustableCamera
    }

    /// Opens the camera and sets it. The rate is not measured here: a recording measures its own.
    ///
    /// - Parameters:
    ///   - count: how many cameras are recorded at the same time.
    ///   - isCancelled: is asked ten times a second at least while a camera that says no rate is measured: whether that is to end.
    /// - Returns: the camera, ready to be started.
    /// - Throws: ``CaptureError`` of the codes that concern cameras, and `.cancelled`.
    func open(
        sharedBy count: Int = 1,
        isCancelled: () -> Bool = { false }
    ) throws(CaptureError) -> Opened {
        if device == Self.synthetic {
            guard input == nil else { throw CaptureError(.unsupported, "the synthetic camera has no inputs to set") }
            let mode = try SyntheticCamera.mode(for: preferences)
            let controls = SyntheticControls()
            var warnings = CameraLock.warnings(preferences, requested: mode, granted: mode)
            let changes = try ExposurePolicy(shutter).apply(to: controls, &warnings)
            let set = controls.controls()
            ExposurePolicy.check(set, mode.frameDuration, &warnings)
            let report = LockReport(
                formats: SyntheticCamera.formats,
                requested: mode,
                granted: mode,
                measured: nil,
                reason: "the nearest to what is wanted",
                changes: changes,
                controls: set,
                warnings: warnings
            )
            let stream = try SyntheticCamera(mode: mode, controls: controls)
            return Opened(stream: stream, report: report, controls: controls)
        }
        var request = LockRequest()
        request.preferences = preferences
        request.input = input
        request.shutter = shutter
        request.measures = false
        let camera = try Prober.system.open(device, at: place, converting: converts)
        let lock = try camera.lock(request, isCancelled: isCancelled)
        return Opened(stream: try lock.stream(sharedBy: count), report: lock.report, controls: camera.adjustable)
    }
}
