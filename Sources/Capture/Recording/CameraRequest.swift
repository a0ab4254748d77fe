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
        guard device == Self.synthetic else {
            throw CaptureError(.noDevice, "there is no camera \(device)")
        }
        return try SyntheticCamera(mode: SyntheticCamera.mode(for: self))
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
    /// Opens a camera to record it.
    ///
    /// - Throws: ``CaptureError`` of the codes that concern cameras.
    public convenience init(_ request: CameraRequest, settings: RecordingSettings) throws(CaptureError) {
        self.init(try request.open(), requested: request.frameRate, settings: settings)
    }
}
