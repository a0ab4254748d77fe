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
            if let duration = try driver.frameDuration(type) { return CameraFrameFormat(format, duration) }
            return CameraFrameFormat(format, try driver.expectedSignal()?.frameDuration)
        }
    }

    func setFrame(_ format: FourCharacterCode, _ size: FrameSize) throws(CaptureError) -> CameraFrameFormat {
        try capturing { () throws(Video4LinuxError) in
            let wish = FrameFormat(
                code: format.rawValue,
                width: UInt32(clamping: size.width),
                height: UInt32(clamping: size.height)
            )
            return CameraFrameFormat(try driver.setFrameFormat(wish, type), nil)
        }
    }

    func setFrameDuration(_ duration: RationalTime) throws(CaptureError) -> RationalTime? {
        try capturing { () throws(Video4LinuxError) in try driver.setFrameDuration(duration, type) }
    }

    func stream(_ mode: CaptureMode, sharedBy count: Int) throws(CaptureError) -> any CaptureStream {
        let stream = V4L2Stream(self, mode, sharedBy: count)
        let format = try capturing { () throws(Video4LinuxError) in try driver.frameFormat(type) }
        let layout = RowLayout(
            mode.format,
            mode.size,
            bytesPerLine: Int(format.bytesPerLine),
            capacity: Int(clamping: format.bytes)
        )
        return layout.map { PackedStream(stream, $0) } ?? stream
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
    fileprivate init(_ format: FrameFormat, _ frameDuration: RationalTime?) {
        self.init(
            format: FourCharacterCode(rawValue: format.code),
            size: FrameSize(width: Int(format.width), height: Int(format.height)),
            frameDuration: frameDuration
        )
        if let known = CameraFormat(self.format) { colour = ColourDescription(format.colours, of: known) }
    }
}
