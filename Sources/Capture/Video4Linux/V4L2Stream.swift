internal import MediaTime
internal import Video4Linux

/// Frames from a camera behind Video4Linux.
final class V4L2Stream: CaptureStream {
    /// How many buffers the driver is asked for. With 16 of them a reader may be 48 ms late at 330 fps. Large frames get
    /// fewer, because the driver's memory cannot be swapped out.
    private static let bufferCounts = 4...16
    /// Without wanting more than this, in bytes, there are as few buffers as can be.
    private static let usualBytes = 128 << 20
    /// The most bytes of a pixel in any format.
    private static let bytesPerPixel = 4

    /// - Throws: ``CaptureError`` `.unsupported` where the fewest buffers would take more than their share of memory.
    private func bufferCount() throws(CaptureError) -> Int {
        let said = try capturing { () throws(Video4LinuxError) in try camera.driver.frameFormat(camera.type).bytes }
        let frame = said > 0 ? Int(clamping: said) : max(1, mode.size.bytes(perPixel: Self.bytesPerPixel))
        let least = Self.bufferCounts.lowerBound
        let room = MemoryShare.driver.limit(.max, sharedBy: count)
        guard frame <= room / least else {
            throw CaptureError(
                .unsupported,
                "frames of \(mode.size) in \(mode.format) take \(frame >> 20) MiB each: \(least) buffers would be more than "
                    + "the share of memory (\(room >> 20) MiB) that they may have"
            )
        }
        return min(max(min(Self.usualBytes, room) / frame, least), Self.bufferCounts.upperBound)
    }

    let mode: CaptureMode
    private let camera: V4L2Camera
    /// How many cameras deliver at the same time.
    private let count: Int
    /// While it delivers.
    private var queue: BufferQueue?

    init(_ camera: V4L2Camera, _ mode: CaptureMode, sharedBy count: Int) {
        self.camera = camera
        self.count = count
        self.mode = mode
    }

    deinit { if let queue { Self.end(queue, camera) } }

    var device: CaptureDeviceInfo { camera.device }

    func start() throws(CaptureError) {
        let count = try bufferCount()
        try capturing { () throws(Video4LinuxError) in
            try camera.driver.watchSignal()
            // What changed before is in the format that was read back.
            _ = try camera.driver.hasSignalChanged()
            let queue = try BufferQueue(camera.driver, camera.type, count: count)
            do throws(Video4LinuxError) {
                try queue.start(camera.driver)
            } catch {
                Self.end(queue, camera)
                throw error
            }
            self.queue = queue
        }
    }

    func nextFrame(
        within timeout: RationalTime,
        _ body: (borrowing RawSpan, CapturedFrame) -> Void
    ) throws(CaptureError) -> Bool {
        guard let queue else { throw CaptureError(.misuse, "a camera delivers after it was started") }
        let milliseconds = Int32(clamping: (try? timeout.ticks(over: 1000, rounding: .up)) ?? 0)
        return try capturing { () throws(Video4LinuxError) in
            try queue.next(camera.driver, within: milliseconds) { bytes, frame in
                body(bytes, CapturedFrame(frame, in: mode))
            }
        }
    }

    func stop() throws(CaptureError) {
        guard let queue else { return }
        self.queue = nil
        Self.end(queue, camera)
    }

    /// A camera that does not stop properly, because it was unplugged, stops when it is closed.
    private static func end(_ queue: BufferQueue, _ camera: V4L2Camera) {
        try? queue.stop(camera.driver)
        try? queue.release(camera.driver)
    }
}

extension CapturedFrame {
    fileprivate init(_ frame: BufferQueue.Frame, in mode: CaptureMode) {
        self.init(
            sequence: frame.sequence,
            timestamp: frame.timestamp.instant,
            timestampSource: TimestampSource(frame.timestamp.source),
            isDamaged: frame.isDamaged,
            fields: FrameFields(frame.fields, isLowerOlder: mode.fields == .lowerFirst)
        )
    }
}

extension TimestampSource {
    fileprivate init(_ source: BufferTimestamp.Source) {
        self =
            switch source {
            case .monotonic: .driver
            case .timeOfDay: .timeOfDay
            case .other: .otherClock
            case .arrival: .arrival
            }
    }
}
