internal import FFmpeg
internal import Glibc
internal import MediaTime
internal import Video4Linux

/// A camera behind Video4Linux.
final class V4L2Camera: Camera {
    let device: CaptureDeviceInfo
    let driver: Device
    let type: BufferType
    private var isClaimed = false
    /// From the first question for events on.
    var events: V4L2ControlEvents?

    /// Opens a node.
    ///
    /// - Throws: ``CaptureError`` `.noDevice` where it delivers no frames, `.unsupported` where only by `read()`.
    static func open(_ node: String, converting: Bool) throws(CaptureError) -> V4L2Camera {
        let driver: Device
        do { driver = try Device.open(node, converting: converting) } catch { throw CaptureError(error) }
        let capability: Capability
        do { capability = try driver.capability() } catch { throw CaptureError(error) }
        guard let type = capability.bufferType else { throw CaptureError(noBuffersOf: capability, at: node) }
        let path = FileNames.resolved(node) ?? node
        let identity = CameraIdentity(of: path, fallback: "\(capability.driver)-\(capability.bus)")
        let device = CaptureDeviceInfo(
            id: CameraNames.id(of: path, identity),
            name: capability.card,
            driver: capability.driver,
            bus: capability.bus,
            node: path
        )
        return V4L2Camera(device, driver, type)
    }

    private init(_ device: CaptureDeviceInfo, _ driver: consuming Device, _ type: BufferType) {
        self.device = device
        self.driver = driver
        self.type = type
    }

    deinit {
        if isClaimed, let node = device.node { ClaimedNodes.remove(node) }
    }

    func formats(including sizes: [FrameSize]) throws(CaptureError) -> [CaptureFormat] {
        let list = V4L2FormatList(camera: self, current: try currentDuration())
        return try list.formats(including: sizes)
    }

    func claim() throws(CaptureError) {
        try capturing { () throws(Video4LinuxError) in try driver.claim() }
        isClaimed = true
        if let node = device.node { ClaimedNodes.add(node) }
    }

    func input() throws(CaptureError) -> Int32? {
        try capturing { () throws(Video4LinuxError) in try driver.input() }
    }

    func setInput(_ input: Int32) throws(CaptureError) {
        try capturing { () throws(Video4LinuxError) in try driver.setInput(input) }
    }

    func signal(follows: Bool) throws(CaptureError) -> FrameSize? {
        try capturing { () throws(Video4LinuxError) in
            try driver.signal(follows: follows).map { FrameSize(width: Int($0.width), height: Int($0.height)) }
        }
    }

    func frame() throws(CaptureError) -> CameraFrameFormat {
        try capturing { () throws(Video4LinuxError) in
            let format = try driver.frameFormat(type)
            let frame = try frame(of: format)
            if let duration = try driver.frameDuration(type) { return frame.lasting(duration) }
            return frame.lasting(try driver.expectedSignal()?.frameDuration)
        }
    }

    func setFrame(_ format: FourCharacterCode, _ size: FrameSize) throws(CaptureError) -> CameraFrameFormat {
        try capturing { () throws(Video4LinuxError) in
            let wish = FrameFormat(
                code: format.rawValue,
                width: UInt32(clamping: size.width),
                height: UInt32(clamping: size.height)
            )
            let granted = try FrameFormat.settingWholeFrames(wish) { format throws(Video4LinuxError) in
                try driver.setFrameFormat(format, type)
            }
            return try frame(of: granted)
        }
    }

    func setBack(_ frame: CameraFrameFormat) throws(CaptureError) {
        try capturing { () throws(Video4LinuxError) in
            let lines = frame.layout == .alternating ? frame.size.height / 2 : frame.size.height
            let before = FrameFormat(
                code: frame.format.rawValue,
                width: UInt32(clamping: frame.size.width),
                height: UInt32(clamping: lines),
                fields: frame.layout
            )
            _ = try driver.setFrameFormat(before, type)
        }
    }

    private func frame(of format: FrameFormat) throws(Video4LinuxError) -> CameraFrameFormat {
        let isLowerOlder = format.fields.hasOrderOfStandard ? try driver.isLowerFieldOlder() : false
        return CameraFrameFormat(format, isLowerOlder: isLowerOlder)
    }

    func setFrameDuration(_ duration: RationalTime) throws(CaptureError) -> RationalTime? {
        try capturing { () throws(Video4LinuxError) in try driver.setFrameDuration(duration, type) }
    }

    func stream(_ mode: CaptureMode, sharedBy count: Int) throws(CaptureError) -> any CaptureStream {
        let stream = V4L2Stream(self, mode, sharedBy: count)
        let format = try capturing { () throws(Video4LinuxError) in try driver.frameFormat(type) }
        // Of what lies in one buffer.
        let layout = RowLayout(
            mode.format,
            FrameSize(width: mode.size.width, height: Int(format.height)),
            bytesPerLine: Int(format.bytesPerLine),
            capacity: Int(clamping: format.bytes)
        )
        let packed: any CaptureStream = layout.map { PackedStream(stream, $0) } ?? stream
        guard let arrangement = WovenStream.Arrangement(format.fields) else { return packed }
        guard let weave = FieldWeave(mode.format, mode.size) else {
            throw CaptureError(
                .unsupported,
                "cannot use \(driver.node): it delivers the two fields of each frame "
                    + "\(arrangement == .apart ? "in buffers of their own" : "one behind the other"), and those of \(mode.format) "
                    + "\(mode.size) cannot be put together"
            )
        }
        return WovenStream(packed, weave, arrangement)
    }

    /// What is set now, or what a signal brings along: all that some drivers know of rates.
    private func currentDuration() throws(CaptureError) -> RationalTime? {
        try capturing { () throws(Video4LinuxError) in
            if let duration = try driver.expectedSignal()?.frameDuration { return duration }
            return try driver.frameDuration(type)
        }
    }
}

extension CameraFrameFormat {
    /// What a driver says; the frame duration is not known yet.
    fileprivate init(_ format: FrameFormat, isLowerOlder: Bool) {
        let lines = Int(format.height) * (format.fields == .alternating ? 2 : 1)
        self.init(
            format: FourCharacterCode(rawValue: format.code),
            size: FrameSize(width: Int(format.width), height: lines),
            frameDuration: nil
        )
        if let known = CameraFormat(self.format) { colour = ColourDescription(format.colours, of: known) }
        layout = format.fields
        fields = FrameFields(format.fields, isLowerOlder: isLowerOlder) ?? .progressive
    }

    fileprivate func lasting(_ duration: RationalTime?) -> CameraFrameFormat {
        var frame = self
        frame.frameDuration = duration
        return frame
    }
}
