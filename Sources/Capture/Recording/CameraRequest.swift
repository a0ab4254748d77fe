public import MediaTime

/// Which camera to open and what to ask of it.
public struct CameraRequest: Hashable, Sendable {
    /// The name by which the built-in camera that films a ``SyntheticScene`` is opened.
    public static let synthetic = "synthetic"

    /// A device's path, or ``synthetic``; `nil` for the first camera of the system.
    public var device: String?
    /// The wanted coding of pictures; `nil` for any.
    public var format: FourCharacterCode?
    /// The wanted size; `nil` for any.
    public var size: PictureSize?
    /// The wanted rate; `nil` for the highest.
    public var frameRate: FrameRate?

    /// A camera, and nothing asked of it.
    public init(device: String?) { self.device = device }

    /// An opened camera, and what is set at it.
    struct Opened {
        let stream: any CaptureStream
        let controls: () -> [CameraControl]
    }

    /// Opens the camera.
    ///
    /// - Throws: ``CaptureError`` of the codes that concern cameras.
    func open() throws(CaptureError) -> Opened {
        if device == Self.synthetic {
            let camera = try SyntheticCamera(mode: SyntheticCamera.mode(for: self))
            return Opened(stream: camera, controls: { [] })
        }
        var request = LockRequest()
        request.wishes.format = format
        request.wishes.size = size
        request.wishes.frameRate = frameRate
        // The recording measures for itself.
        request.measures = false
        let camera = try Prober().open(device)
        // A camera that does not say how it is set can be recorded all the same.
        return Opened(stream: try camera.lock(request).stream(), controls: { (try? camera.controls()) ?? [] })
    }
}

extension SyntheticCamera {
    /// The mode that comes nearest to what is wanted: it can do almost anything.
    static func mode(for request: CameraRequest) throws(CaptureError) -> CaptureMode {
        guard let motionJPEG = FourCharacterCode(SyntheticPictures.Format.motionJPEG.rawValue) else {
            throw CaptureError(.unsupported, "there is no format MJPG")
        }
        return CaptureMode(
            format: request.format ?? motionJPEG,
            size: request.size ?? PictureSize(width: 640, height: 360),
            frameDuration: request.frameRate?.frameDuration ?? RationalTime(1, 240)
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
        let sound = try microphone.open(beside: camera.stream)
        self.init(
            camera.stream,
            sound: sound,
            requested: request.frameRate,
            settings: settings,
            controls: camera.controls
        )
    }
}
