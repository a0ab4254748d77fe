public import MediaTime

/// What was seen of a camera and of the machine, from which causes of a low rate are concluded.
public struct CameraEvidence: Hashable, Sendable {
    /// The rate that was asked for; `nil` where the highest was.
    public var wish: FrameRate?
    /// All formats of the camera.
    public var formats: [CaptureFormat]
    /// What the camera granted.
    public var granted: CaptureMode
    /// What it delivered.
    public var measured: RateMeasurement
    /// All controls, as they were while it was measured.
    public var controls: [CameraControl]
    /// How it is plugged in; `nil` for what is on no USB bus.
    public var usb: USBConnection?
    /// What the processors were doing; `nil` where the system does not say.
    public var processors: ProcessorState?

    /// Evidence.
    public init(
        wish: FrameRate? = nil,
        formats: [CaptureFormat],
        granted: CaptureMode,
        measured: RateMeasurement,
        controls: [CameraControl],
        usb: USBConnection? = nil,
        processors: ProcessorState? = nil
    ) {
        self.wish = wish
        self.formats = formats
        self.granted = granted
        self.measured = measured
        self.controls = controls
        self.usb = usb
        self.processors = processors
    }
}
