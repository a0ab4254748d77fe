public import MediaTime

/// Which camera to open and what to ask of it.
public struct CameraRequest: Hashable, Sendable {
    /// The name by which the built-in camera that films a ``SyntheticScene`` is opened.
    public static let synthetic = "synthetic"

    /// A device's path, or ``synthetic``.
    public var device: String
    /// The wanted coding of pictures; `nil` for any.
    public var format: FourCharacterCode?
    /// The wanted size; `nil` for any.
    public var size: PictureSize?
    /// The wanted rate; `nil` for the highest.
    public var frameRate: FrameRate?

    /// A camera, and nothing asked of it.
    public init(device: String) { self.device = device }

    /// Opens the camera.
    ///
    /// - Throws: ``CaptureError`` of the codes that concern cameras.
    func open() throws(CaptureError) -> any CaptureStream {
        if device == Self.synthetic { return try SyntheticCamera(mode: SyntheticCamera.mode(for: self)) }
        var request = LockRequest()
        request.wishes.format = format
        request.wishes.size = size
        request.wishes.frameRate = frameRate
        // The recording measures for itself.
        request.measures = false
        return try Prober().open(device).lock(request).stream()
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
        let sound = try microphone.open(beside: camera)
        self.init(camera, sound: sound, requested: request.frameRate, settings: settings)
    }
}
