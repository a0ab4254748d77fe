internal import MediaTime

/// The synthetic camera as a kind of cameras; it is always there.
struct SyntheticBackend: CameraBackend {
    /// The name by which it is opened.
    static let name = "synthetic"

    static let device = CaptureDeviceInfo(
        id: name,
        name: "Synthetic camera",
        driver: SyntheticCamera.driver,
        bus: "",
        node: nil
    )

    func devices() -> [CaptureDeviceInfo] { [Self.device] }

    func open(_ name: String, at place: String?, converting: Bool) throws(CaptureError) -> (any Camera)? {
        name == Self.name ? SyntheticDevice() : nil
    }
}

/// The synthetic camera before it delivers. It takes every mode that it lists, and has no inputs. What is set at it is
/// forgotten when it is closed.
final class SyntheticDevice: Camera {
    let device = SyntheticBackend.device
    private let settings = SyntheticControls()
    private var current: CameraFrameFormat

    init() {
        let first = SyntheticCamera.formats[0]
        current = CameraFrameFormat(
            format: first.code,
            size: first.sizes[0].size,
            frameDuration: first.sizes[0].ranges[0].minFrameDuration
        )
    }

    func formats(including sizes: [FrameSize]) -> [CaptureFormat] { SyntheticCamera.formats }
    func claim() {}
    func input() -> Int32? { nil }

    func setInput(_ input: Int32) throws(CaptureError) {
        throw CaptureError(.unsupported, "the synthetic camera has no inputs")
    }

    func frame() -> CameraFrameFormat { current }

    func setFrame(_ format: FourCharacterCode, _ size: FrameSize) -> CameraFrameFormat {
        current.format = format
        current.size = size
        return current
    }

    func setFrameDuration(_ duration: RationalTime) -> RationalTime? {
        current.frameDuration = duration
        return duration
    }

    func controls() -> [CameraControl] { settings.controls() }

    func setControl(_ control: CameraControl, to value: Int64) throws(CaptureError) -> Int64? {
        try settings.setControl(control, to: value)
    }

    func takeControlEvents() -> [ControlEvent] { settings.takeControlEvents() }

    func stream(_ mode: CaptureMode, sharedBy count: Int) throws(CaptureError) -> any CaptureStream {
        try SyntheticCamera(mode: mode, controls: settings)
    }
}
