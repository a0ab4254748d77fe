import MediaTime

@testable import Capture

/// A camera that does what it is told, keeps a diary, and has the faults of real ones on request.
final class FakeCamera: Camera {
    let device = CaptureDeviceInfo(id: "fake", name: "Fake", driver: "fake", bus: "", node: nil)
    let list: [CaptureFormat]
    /// What was called, in order.
    private(set) var diary: [String] = []
    private(set) var current: CameraFrameFormat
    private(set) var currentInput: Int32 = 0
    var values: [UInt32: Int64] = [:]
    var descriptions: [CameraControl] = []

    /// The call that fails.
    var failing: String?
    /// What it grants, whatever is asked for.
    var granted: RationalTime?
    /// Delivers a tenth of the rate until the rate was set so many times.
    var slowUntil = 0
    /// What comes in at its connector.
    var signal: Result<FrameSize?, CaptureError> = .success(nil)
    /// Delivers nothing.
    var isMute = false
    private var rateChanges = 0

    init(_ list: [CaptureFormat], current: CameraFrameFormat) {
        self.list = list
        self.current = current
    }

    func formats(including sizes: [FrameSize]) -> [CaptureFormat] { list }

    func claim() throws(CaptureError) { try note("claim") }

    func input() -> Int32? { currentInput }

    func setInput(_ input: Int32) throws(CaptureError) {
        try note("input \(input)")
        currentInput = input
    }

    func signal(follows: Bool) throws(CaptureError) -> FrameSize? {
        let size = try signal.get()
        if size != nil, follows { try note("signal") }
        return size
    }

    func frame() -> CameraFrameFormat { current }

    func setFrame(_ format: FourCharacterCode, _ size: FrameSize) throws(CaptureError) -> CameraFrameFormat {
        try note("format \(format) \(size)")
        current.format = format
        current.size = size
        return current
    }

    func setFrameDuration(_ duration: RationalTime) throws(CaptureError) -> RationalTime? {
        try note("interval \(duration.value)/\(duration.timescale)")
        rateChanges += 1
        current.frameDuration = granted ?? duration
        return current.frameDuration
    }

    func controls() -> [CameraControl] {
        descriptions.map { control in
            CameraControl(control, value: values[control.id], isInactive: isTaken(control.id))
        }
    }

    func setControl(_ control: CameraControl, to value: Int64) throws(CaptureError) -> Int64? {
        try note("\(control.name) \(value)")
        let clamped = min(max(value, control.minimum), control.maximum)
        values[control.id] = clamped - clamped % Int64(control.step)
        return values[control.id]
    }

    func stream(_ mode: CaptureMode, sharedBy count: Int) throws(CaptureError) -> any CaptureStream {
        try note("stream")
        guard !isMute else { return MuteStream(device: device, mode: mode) }
        let isSlow = rateChanges < slowUntil
        let slow = (try? mode.frameDuration.scaled(by: isSlow ? 10 : 1, over: 1)) ?? mode.frameDuration
        let actual = CaptureMode(format: mode.format, size: mode.size, frameDuration: slow)
        return try SyntheticCamera(mode: actual, pace: .unhurried)
    }

    private func note(_ call: String) throws(CaptureError) {
        diary.append(call)
        if call == failing { throw CaptureError(.reading, "\(call) failed") }
    }

    /// Whether an automatic has it.
    private func isTaken(_ id: UInt32) -> Bool {
        ControlDependency.all.contains { $0.dependant == id && values[$0.master].map(\.self) ?? $0.manual != $0.manual }
    }
}

/// A stream of nothing.
final class MuteStream: CaptureStream {
    let device: CaptureDeviceInfo
    let mode: CaptureMode

    init(device: CaptureDeviceInfo, mode: CaptureMode) {
        self.device = device
        self.mode = mode
    }

    func start() {}
    func stop() {}

    /// The timeout is over at once: its end is told by a fault that has no other cause here.
    func nextFrame(
        within timeout: RationalTime,
        _ body: (borrowing RawSpan, CapturedFrame) -> Void
    ) throws(CaptureError) -> Bool { throw CaptureError(.unplugged, "gone") }
}

extension CameraControl {
    /// The same control with another value.
    fileprivate init(_ control: CameraControl, value: Int64?, isInactive: Bool) {
        self.init(
            id: control.id,
            name: control.name,
            kind: control.kind,
            minimum: control.minimum,
            maximum: control.maximum,
            step: control.step,
            defaultValue: control.defaultValue,
            value: value,
            isInactive: isInactive,
            isReadOnly: false,
            items: control.items
        )
    }

    /// A control with what matters of it.
    static func made(
        _ id: UInt32,
        _ name: String,
        _ kind: Kind = .integer,
        _ range: ClosedRange<Int64> = 0...5000,
        step: UInt64 = 1,
        items: [Item] = [],
        value: Int64? = nil
    ) -> CameraControl {
        CameraControl(
            id: id,
            name: name,
            kind: kind,
            minimum: range.lowerBound,
            maximum: range.upperBound,
            step: step,
            defaultValue: range.lowerBound,
            value: value,
            isInactive: false,
            isReadOnly: false,
            items: items
        )
    }

    static let exposureControls: [CameraControl] = [
        made(
            ControlID.autoExposure,
            "auto_exposure",
            .menu,
            0...3,
            items: [Item(value: 1, name: "Manual Mode"), Item(value: 3, name: "Aperture Priority Mode")]
        ),
        made(ControlID.exposureTime, "exposure_time_absolute", .integer, 1...5000),
        made(ControlID.dynamicFrameRate, "exposure_dynamic_framerate", .boolean, 0...1),
        made(ControlID.autoFocus, "focus_automatic_continuous", .boolean, 0...1),
        made(ControlID.focus, "focus_absolute", .integer, 0...255, step: 5),
    ]
}
