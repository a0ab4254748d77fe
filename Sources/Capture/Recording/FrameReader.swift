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
    /// `nil` where frames are no images.
    private var images: ImageCheck?
    /// Whether images of another size than the granted one can be stored.
    private let adoptsSize: Bool
    /// Those that are not as granted.
    private var sizes: DeliveredSizes
    private let limits: RecordingLimits
    private let hasDelivered: Bool
    private let clock: @Sendable () -> RationalTime
    /// Those that frames have had, of which each was said.
    private var timestampSources: Set<TimestampSource> = []
    /// The camera's frames come when they are taken, and are lost when there is no room; else it waits for room.
    private let isLive: Bool
    /// The writer reads it, too.
    private let shared: Mutex<DriverPace>
    /// Fields of frames that are not as granted, of which each was said.
    private var otherFields: Set<FrameFields> = []
    /// Whether it was said that there is no room.
    private var hasComplained = false
    /// Whether it was looked how fast the camera really delivers.
    private var isRateChecked = false
    /// Whether a frame is missing to which the next one may refer.
    private var hasLost = false

    /// How long to wait for a frame before looking whether the recording is to end, in seconds.
    private static let timeout = RationalTime(1, 10)
    /// Rates that differ by less are the same: they are known by some hundred frames only.
    private static let tolerance = 0.05
    /// Encoded frames are smaller than this for each pixel; raw ones are not larger than this many bytes a pixel.
    private static let bytesPerPixel = 2

    /// - Parameters:
    ///   - stream: the camera.
    ///   - queue: gets the frames.
    ///   - status: gets the losses, and says until when frames are taken.
    ///   - requests: has key frames asked for.
    ///   - isLive: the camera's frames come when they are taken.
    ///   - adoptsSize: where images keep coming in another size than the granted one, they are stored in that.
    ///   - limits: those of the recording, as ``FrameSilence`` takes them.
    ///   - hasDelivered: whether the camera has delivered frames in an earlier recording, likewise.
    ///   - clock: the system's monotonic clock.
    /// - Throws: ``CaptureError`` where there is no memory for frames.
    init(
        stream: any CaptureStream,
        queue: FrameQueue,
        status: RecordingStatus,
        requests: RecordingRequests,
        isLive: Bool,
        adoptsSize: Bool = false,
        limits: RecordingLimits = RecordingLimits(),
        hasDelivered: Bool = false,
        clock: @escaping @Sendable () -> RationalTime = MonotonicClock.now
    ) throws(CaptureError) {
        self.stream = stream
        self.limits = limits
        self.hasDelivered = hasDelivered
        self.clock = clock
        payload = FramePayload(stream.mode)
        images = ImageCheck(stream.mode)
        sizes = DeliveredSizes(granted: stream.mode.size)
        self.adoptsSize = adoptsSize
        self.requests = requests
        self.queue = queue
        self.status = status
        self.isLive = isLive
        shared = Mutex(DriverPace(interval: stream.mode.frameDuration))
        account = LossAccount(interval: stream.mode.frameDuration)
        do {
            pool = try PacketPool(largestPayload: stream.mode.size.bytes(perPixel: Self.bytesPerPixel))
        } catch {
            throw CaptureError(error)
        }
    }

    /// Works until the recording is to end or the camera goes.
    func run() {
        var silence = FrameSilence(limits, since: clock(), hasDelivered: hasDelivered)
        do {
            while status.end == nil {
                var isWhole = false
                _ = try stream.nextFrame(within: Self.timeout) { bytes, facts in
                    isWhole = take(bytes, facts)
                    if !isWhole { return silence.takeDamaged(facts, at: clock()) }
                    if let news = silence.take(facts, at: clock()) { status.note(news) }
                }
                if !isWhole, isLive { wait(&silence) }
            }
        } catch {
            status.requestEnd(RecordingEnd(error.code), failure: error)
        }
        let now = clock()
        // The first reason to end counts; an error of stopping adds nothing.
        try? stream.stop()
        account.finish(report: report)
        if isLive {
            let deadline = status.end == .duration ? status.expectedEnd : nil
            let loss = silence.loss(at: now, interval: account.actualInterval, deadline: deadline)
            // The rate that was measured is that of the time in which frames came.
            if let loss { status.report(loss) }
        }
        queue.finish()
    }

    /// No whole frame has come for a moment.
    private func wait(_ silence: inout FrameSilence) {
        let now = clock()
        let interval = account.actualInterval
        if let news = silence.news(at: now, interval: interval) { status.note(news) }
        guard let end = silence.end(at: now, interval: interval, deadline: status.expectedEnd) else { return }
        let failure = end.failure(of: stream.device, silence.kind)
        switch end {
        case .deadline: status.requestEnd(.duration)
        case .limit: status.requestEnd(.silence, failure: failure)
        case .neverBegan: status.requestEnd(.error, failure: failure)
        }
    }

    /// How fast the camera has delivered until now.
    var pace: DriverPace { shared.withLock { $0 } }

    private func report(_ loss: Loss) {
        shared.withLock { $0.add(loss) }
        // The driver's numbers have not told of it.
        if loss.kind == .time { requests.keyFrames.ask() }
        status.report(loss)
    }

    /// - Returns: whether the frame is whole, so that it could be stored.
    private func take(_ bytes: borrowing RawSpan, _ facts: CapturedFrame) -> Bool {
        if timestampSources.insert(facts.timestampSource).inserted, let note = facts.timestampSource.note {
            status.note(note)
        }
        if !facts.isDamaged, let fields = facts.fields, fields != stream.mode.fields,
            otherFields.insert(fields).inserted
        {
            status.note(
                "the driver says of frames that they are \(fields), and granted \(stream.mode.fields): they are stored as granted"
            )
        }
        // Also of the frame that is too late: what is missing before it has taken time up to it.
        shared.withLock { $0.add(facts) }
        // The writer may be behind, and what is not to be recorded is not to wait for it.
        if let deadline = status.deadline, facts.timestamp >= deadline {
            // Frames may be missing before it.
            _ = account.take(facts, report: report)
            status.requestEnd(.duration)
            return true
        }
        let verdict = account.take(facts, report: report)
        if account.followsLeap { noteLoss() }
        if !isRateChecked, account.isIntervalKnown { checkRate() }
        guard verdict == .keep else {
            noteLoss()
            return false
        }
        guard payload.isFrame(bytes) else {
            account.add(facts.loss(.flagged))
            noteLoss()
            return false
        }
        // Where there is no memory for a packet there is no room in memory.
        guard let packet = try? pool.packet(copying: bytes) else {
            overflow(facts)
            return true
        }
        if let fault = packet.withPayload({ images?.fault(of: $0, at: facts.timestamp) }), !isAdopted(fault) {
            account.add(facts.loss(.flagged))
            noteLoss()
            return false
        }
        let frame = QueuedFrame(packet: packet, facts: facts, followsLoss: hasLost)
        hasLost = false
        if isLive {
            if !queue.offer(frame) { overflow(facts) }
        } else {
            queue.append(frame)
        }
        return true
    }

    /// Says what is wrong with an image that is not as large as granted, and whether it is to be stored all the same.
    private func isAdopted(_ fault: ImageCheck.Fault) -> Bool {
        guard case .hasSize(let size) = fault else { return false }
        if images?.delivered == size {
            guard adoptsSize else {
                status.requestEnd(.error, failure: CaptureError(.reading, sizes.fault(size)))
                return false
            }
            images?.adopt(size)
            status.note("\(sizes.fault(size)): they are stored as they are")
            return true
        }
        if let complaint = sizes.complaint(of: size) { status.note(complaint) }
        return false
    }

    /// Says where the camera delivers another rate than it granted: some grant any.
    private func checkRate() {
        isRateChecked = true
        let rate = 1 / account.actualInterval
        guard let granted = stream.mode.statedRate,
            abs(rate / granted.approximation - 1) > Self.tolerance
        else { return }
        status.note("\(LockWarning.deliversOther(granted: granted, measured: rate))")
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

extension FrameSilence.End {
    /// What failed, if anything.
    fileprivate func failure(of camera: CaptureDeviceInfo, _ kind: String) -> CaptureError? {
        switch self {
        case .deadline: nil
        case .limit(let seconds):
            CaptureError(.reading, "\(camera.name) has delivered no \(kind) for \(Int(seconds)) s")
        case .neverBegan(let seconds):
            CaptureError(.reading, "\(camera.name) was started, and has delivered no \(kind) in \(Int(seconds)) s")
        }
    }
}

extension RecordingEnd {
    /// Why a recording ends whose camera failed.
    fileprivate init(_ code: CaptureError.Code) {
        self =
            switch code {
            case .unplugged: .unplugged
            case .signalChanged: .signalChanged
            case .reading: .driverFailed
            default: .error
            }
    }
}
