internal import FFmpeg
internal import MediaTime
internal import Synchronization

/// The device's thread: takes frames from the camera as they come, accounts for those that do not, and passes them on.
/// Nothing here waits for the disk.
///
/// `@unchecked Sendable`: made by the thread that starts the recording, used by the device's alone from then on.
final class FrameReader: @unchecked Sendable {
    private let stream: any CaptureStream
    private let queue: FrameQueue
    private let status: RecordingStatus
    private let requests: RecordingRequests
    private let pool: PacketPool
    private var account: LossAccount
    private let payload: FramePayload
    /// The newest frame's.
    private var timestampSource = TimestampSource.driver
    /// The camera's frames come when they are taken, and are lost when there is no room; else it waits for room.
    private let isLive: Bool
    /// The writer reads it, too.
    private let shared = Mutex(DriverPace())
    /// Whether it was said that there is no room.
    private var hasComplained = false
    /// Whether a frame is missing to which the next one may refer.
    private var hasLost = false

    /// How long to wait for a frame before looking whether the recording is to end, in seconds.
    private static let timeout = RationalTime(1, 10)
    /// Encoded frames are smaller than this for each pixel; raw ones are not larger than this many bytes a pixel.
    private static let bytesPerPixel = 2

    init(
        stream: any CaptureStream,
        queue: FrameQueue,
        status: RecordingStatus,
        requests: RecordingRequests,
        isLive: Bool
    ) throws(CaptureError) {
        self.stream = stream
        payload = FramePayload(stream.mode)
        self.requests = requests
        self.queue = queue
        self.status = status
        self.isLive = isLive
        account = LossAccount(interval: stream.mode.frameDuration)
        do {
            pool = try PacketPool(largestPayload: stream.mode.size.area * Self.bytesPerPixel)
        } catch {
            throw CaptureError(error)
        }
    }

    /// Works until the recording is to end or the camera goes.
    func run() {
        do {
            while status.end == nil {
                _ = try stream.nextFrame(within: Self.timeout) { bytes, facts in take(bytes, facts) }
            }
            try stream.stop()
        } catch {
            status.requestEnd(RecordingEnd(error.code), failure: error)
            // The first error counts; one of stopping adds nothing.
            try? stream.stop()
        }
        account.finish(report: report)
        queue.finish()
    }

    /// How fast the camera has delivered until now.
    var pace: DriverPace { shared.withLock { $0 } }

    private func report(_ loss: Loss) {
        shared.withLock { $0.add(loss) }
        status.report(loss)
    }

    private func take(_ bytes: borrowing RawSpan, _ facts: CapturedFrame) {
        if facts.timestampSource != timestampSource {
            timestampSource = facts.timestampSource
            if let note = timestampSource.note { status.note(note) }
        }
        // Also of the frame that is too late: what is missing before it has taken time up to it.
        shared.withLock { $0.add(facts) }
        // The writer may be behind, and what is not to be recorded is not to wait for it.
        if let deadline = status.deadline, facts.timestamp >= deadline {
            // Frames may be missing before it.
            _ = account.take(facts, report: report)
            status.requestEnd(.duration)
            return
        }
        let verdict = account.take(facts, report: report)
        if account.followsLeap { noteLoss() }
        guard verdict == .keep else { return noteLoss() }
        guard payload.isFrame(bytes) else {
            account.add(facts.loss(.flagged))
            return noteLoss()
        }
        // Where there is no memory for a packet there is no room in memory.
        guard let packet = try? pool.packet(copying: bytes) else { return overflow(facts) }
        let frame = QueuedFrame(packet: packet, facts: facts, followsLoss: hasLost)
        hasLost = false
        if isLive {
            if !queue.offer(frame) { overflow(facts) }
        } else {
            queue.append(frame)
        }
    }

    /// A frame does not get to the file: those that refer to it can be decoded only after a key frame.
    private func noteLoss() {
        hasLost = true
        requests.keyFrames.ask()
    }

    /// A frame came for which there is no room.
    private func overflow(_ facts: CapturedFrame) {
        noteLoss()
        account.add(facts.loss(.overflow))
        if !hasComplained { status.note("frames are lost: the disk or the encoder cannot keep up with the camera") }
        hasComplained = true
    }
}

extension RecordingEnd {
    /// Why a recording ends whose camera failed.
    fileprivate init(_ code: CaptureError.Code) {
        self =
            switch code {
            case .unplugged: .unplugged
            case .signalChanged: .signalChanged
            default: .error
            }
    }
}
