internal import MediaTime

/// Which camera to open and what to ask of it.
public struct CameraRequest: Hashable, Sendable {
    /// The name by which the built-in camera that films a ``SyntheticScene`` is opened.
    public static let synthetic = "synthetic"

    /// A device's path, or ``synthetic``; `nil` for the first camera of the system.
    public var device: String?
    /// What is set at the camera. The recording measures for itself: ``LockRequest/measures`` counts for nothing, nor does
    /// ``LockRequest/restores``.
    public var lock = LockRequest()
    /// Whether formats count as the camera's that libv4l2 converts from its own.
    public var converts = false

    /// A camera, and nothing asked of it.
    public init(device: String?) { self.device = device }

    /// An opened camera, and what is set at it.
    struct Opened {
        let stream: any CaptureStream
        var report: LockReport?
        var controls: () -> [CameraControl] = { [] }
    }

    /// Opens the camera.
    ///
    /// - Throws: ``CaptureError`` of the codes that concern cameras.
    func open() throws(CaptureError) -> Opened {
        if device == Self.synthetic {
            guard lock.shutter == nil, lock.input == nil else {
                throw CaptureError(.unsupported, "the synthetic camera has no exposure time and no inputs to set")
            }
            let camera = try SyntheticCamera(mode: SyntheticCamera.mode(for: self))
            return Opened(stream: camera)
        }
        var request = lock
        request.measures = false
        request.restores = false
        let camera = try Prober().open(device, converting: converts)
        let lock = try camera.lock(request)
        // A camera that does not say how it is set can be recorded all the same.
        let controls = { (try? camera.controls()) ?? [] }
        return Opened(stream: try lock.stream(), report: lock.report, controls: controls)
    }
}

extension SyntheticCamera {
    /// The mode that comes nearest to what is wanted: it can do almost anything.
    static func mode(for request: CameraRequest) throws(CaptureError) -> CaptureMode {
        let wishes = request.lock.wishes
        let usual = FrameSize(width: 640, height: 360)
        guard let motionJPEG = FourCharacterCode(SyntheticFrames.Format.motionJPEG.rawValue) else {
            throw CaptureError(.unsupported, "there is no format MJPG")
        }
        return CaptureMode(
            format: wishes.format ?? motionJPEG,
            size: wishes.size ?? wishes.minimumSize ?? usual,
            frameDuration: wishes.frameRate?.frameDuration ?? RationalTime(1, 240)
        )
    }
}

extension Recorder {
    /// Opens a camera and a microphone to record them.
    ///
    /// - Throws: ``CaptureError`` of the codes that concern devices.
    public convenience init(
        _ request: CameraRequest,
        microphone: MicrophoneRequest = .usual,
        settings: RecordingSettings
    ) throws(CaptureError) {
        let camera = try request.open()
        let audio = try microphone.open(beside: camera.stream)
        self.init(
            camera.stream,
            audio: audio,
            requested: request.lock.wishes.frameRate,
            settings: settings,
            lockReport: camera.report,
            controls: camera.controls
        )
    }
}
