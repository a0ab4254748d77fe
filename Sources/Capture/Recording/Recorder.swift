public import MediaFormats
public import MediaTime
internal import Pipeline
internal import Synchronization

/// Records a camera to a file: every frame that it delivers, at its own instant, and an account of those that it does
/// not.
///
/// A recorder makes one recording after the other; ``start()`` begins one, ``stop(_:)`` and limits end it, and
/// ``finish(meanwhile:)`` waits for its file. All may be called from any thread.
///
/// A recording that goes on when its recorder is let go ends with it, as by ``stop(_:)``: nobody could end it any more. Its file is finished
/// meanwhile, without anybody who waits for it.
public final class Recorder: Sendable {
    /// What setting the camera came to, and what it has to warn of; `nil` for streams that came opened.
    public let lockReport: LockReport?
    let devices: DeviceOwner
    let requested: FrameRate?
    let settings: RecordingSettings
    let isLive: Bool
    let requests: RecordingRequests
    let status: RecordingStatus
    /// Its place among cameras that are recorded together; `nil` for one alone.
    let member: RecorderGroup.Member?
    let circle: TriggerCircle
    /// What can be set at the camera while it is recorded.
    let live: LiveControls
    /// The recording that goes on.
    private let running = Mutex<RecordingSession?>(nil)

    /// A recorder of opened devices.
    ///
    /// - Parameters:
    ///   - stream: the camera. The caller does not use it any more.
    ///   - audio: the microphone. The caller does not use it any more. `nil` for none.
    ///   - requested: the rate that was asked for.
    ///   - settings: how the recording is to be made.
    ///   - lockReport: what setting the camera came to.
    ///   - controls: what can be set at the camera, also while it is recorded; `nil` where nothing can.
    ///   - lock: what keeps the camera in its mode for as long as the recorder lives; `nil` where the camera itself does.
    ///   - member: its place among cameras that are recorded together; `nil` for one alone.
    ///   - isLive: video and audio come when they are taken. Of devices that wait nothing is lost for want of room.
    package init(
        _ stream: any CaptureStream,
        audio: (any AudioStream)? = nil,
        requested: FrameRate?,
        settings: RecordingSettings,
        lockReport: LockReport? = nil,
        controls: (any AdjustableCamera)? = nil,
        lock: CameraLock? = nil,
        as member: RecorderGroup.Member? = nil,
        isLive: Bool = true
    ) {
        self.lockReport = lockReport
        let (status, requests) = (RecordingStatus(), RecordingRequests())
        live = LiveControls(controls, of: stream, status: status, requests: requests)
        (self.status, self.requests) = (status, requests)
        let microphone = audio.map { ConditionedAudio($0, settings.audio) { status.warn($0) } }
        devices = DeviceOwner(camera: stream, microphone: microphone, lock: lock)
        self.requested = requested
        var settings = settings
        let count = member?.count ?? 1
        settings.bufferSize = MemoryShare.waiting.limit(settings.bufferSize, sharedBy: count)
        settings.preRollSize = MemoryShare.preRoll.limit(settings.preRollSize, sharedBy: count)
        self.member = member
        circle = member?.group.triggers ?? TriggerCircle()
        self.settings = settings
        self.isLive = isLive
    }

    deinit {
        guard let session = running.withLock({ $0.take() }) else { return }
        status.requestEnd(.key)
        session.endUnattended()
    }

    /// The camera's number among those that are recorded together.
    var number: Int { member?.camera ?? 1 }

    /// Which camera it records.
    public var device: CaptureDeviceInfo { devices.camera.device }

    /// What it is doing.
    public var state: RecordingState { status.state }

    /// How the recording goes.
    public var figures: RecordingFigures { status.figures }

    /// What was changed or noticed on the way, in words, in order.
    public var notes: [String] { status.notes }

    /// What is wrong with the microphone's audio, each once.
    public var audioWarnings: [AudioWarning] { status.warnings }

    /// The files that are finished, in order.
    public var files: [RecordedFile] { status.files }

    /// The path of the file that is being written; `nil` while there is none.
    public var writing: String? { status.writing }

    /// What happens from now on. It ends when ``finish(meanwhile:)`` has waited for the recording, which therefore is called elsewhere
    /// than where events are read, when ``start()`` fails, or when the recorder is let go. Who reads them holds the recorder, too: they do not.
    public func events() -> AsyncStream<RecordingEvent> { status.events() }

    /// Begins to record, or with ``RecordingStart/triggered(preRoll:trigger:segments:)`` to wait for a trigger.
    ///
    /// - Throws: ``CaptureError``: `.misuse` while a recording is made, and whatever keeps the file from being created or
    ///   the devices from delivering.
    public func start() throws(CaptureError) {
        // What is asked for from the next line on counts.
        _ = try state.after(.start)
        requests.reset()
        try status.go(.start)
        circle.join(number, requests)
        do throws(CaptureError) {
            let session = try makeSession()
            try session.start(settings.start.preRoll == nil ? .begin : .arm)
            running.withLock { $0 = session }
        } catch {
            try status.go(.fail)
            status.finishEvents()
            requests.finishFeeds()
            throw error
        }
    }

    /// Writes the next frame as a JPEG image, beside the recording; a note says that it is there, or why not: where no frame comes any
    /// more there is none. A name that is taken gets a number.
    public func takeSnapshot(to path: String) { requests.addSnapshot(to: path) }

    /// The frames of the recording as they are taken. A slow reader does not slow the recording down. Who reads them holds the recorder, too:
    /// they do not.
    ///
    /// - Parameter limit: how many frames are kept for a reader that is busy; with 1, and less, only the newest.
    /// - Returns: the frames of this recording; they end with it, whoever waits for it.
    public func frames(keeping limit: Int = 1) -> RecordedFrames {
        let frames = FrameFeed.make(limit: limit)
        requests.add(frames.feed)
        return frames
    }

    /// Begins a file that shows an instant. While a file is written, ``RecordingSettings/retrigger`` says what happens; a
    /// continuous recording marks the instant.
    ///
    /// - Parameter instant: the instant that is to be in the file, by the system's monotonic clock; `nil` for now.
    /// - Throws: ``CaptureError`` `.misuse` where no recording is made, and for what is no instant of that clock.
    public func trigger(at instant: RationalTime? = nil) throws(CaptureError) {
        try checkRecording("nothing is recorded that could be triggered")
        let instant = try Self.counted(instant)
        if settings.start.preRoll == nil {
            requests.add(RecordingMark(instant: instant, title: "Trigger"))
        } else {
            requests.trigger(at: instant)
        }
    }

    /// Marks an instant: a chapter begins there in each file that shows it.
    ///
    /// - Parameters:
    ///   - title: what it is called; `nil` for `Mark` and a number.
    ///   - instant: by the system's monotonic clock; `nil` for now.
    /// - Throws: ``CaptureError`` `.misuse` where no recording is made, and for what is no instant of that clock.
    public func mark(_ title: String? = nil, at instant: RationalTime? = nil) throws(CaptureError) {
        try checkRecording("nothing is recorded that could be marked")
        requests.add(RecordingMark(instant: try Self.counted(instant), title: title))
    }

    /// Stores a text with each file of the recording that is not finished yet, in place of one that has the same key. Texts of the
    /// recording that is begun next are ``RecordingSettings/metadata``.
    ///
    /// - Throws: ``CaptureError`` `.misuse` where no recording is made.
    public func add(_ tag: MetadataItem) throws(CaptureError) {
        try checkRecording("nothing is recorded that could have '\(tag.key)'")
        requests.add(tag)
    }

    /// An instant; now, where none is given.
    ///
    /// - Throws: ``CaptureError`` `.misuse` for one that is so far away that no recording can count the time to it.
    private static func counted(_ instant: RationalTime?) throws(CaptureError) -> RationalTime {
        guard let instant else { return MonotonicClock.now() }
        guard MonotonicClock.counts(instant) else {
            throw CaptureError(.misuse, "\(instant.seconds) s is no instant of the system's monotonic clock")
        }
        return instant
    }

    /// Refuses what would be forgotten when a recording begins. One is made from ``start()`` until ``finish(meanwhile:)`` has waited for it.
    private func checkRecording(_ refusal: String) throws(CaptureError) {
        switch state {
        case .idle, .failed: throw CaptureError(.misuse, refusal)
        case .starting, .waiting, .recording, .stopping: break
        }
    }

    /// Ends the recording; ``finish(meanwhile:)`` waits until it is written. The first reason counts. Without a recording
    /// nothing happens.
    public func stop(_ reason: RecordingEnd = .key) { status.requestEnd(reason) }

    /// Waits for the end of the recording, calling a body every tenth of a second meanwhile.
    ///
    /// - Throws: ``CaptureError`` `.misuse` where no recording was started. What went wrong in the recording itself is in
    ///   the summary.
    public func finish(meanwhile body: () -> Void = {}) throws(CaptureError) -> RecordingSummary {
        guard let session = running.withLock({ $0.take() }) else {
            throw CaptureError(.misuse, "there is no recording to wait for")
        }
        do {
            try session.workers.join(meanwhile: body)
        } catch {
            status.fail(CaptureError(anything: error))
        }
        // What was lost after the writer had failed.
        if status.failure != nil { status.takeLosses(before: nil) }
        let result = session.writer.result
        var summary = RecordingSummary(
            device: devices.camera.device,
            requested: requested,
            granted: devices.camera.mode,
            end: status.end ?? .error
        )
        summary.files = result.files
        summary.measuredRate = result.measuredRate
        let interval = devices.camera.mode.frameDuration
        summary.lost = status.figures.lost
        summary.lostWithinFiles = status.lost(within: result.files, interval: interval)
        let isContinuous = settings.start == .continuous
        let first = result.files.first
        let missing =
            isContinuous ? first.flatMap { status.lost(since: $0, interval: interval) } : summary.lostWithinFiles
        summary.lostFromRecording = missing ?? summary.lost.total
        summary.logPath = session.writer.logPath
        summary.failure = status.failure
        summary.notes = status.notes
        summary.audioWarnings = status.warnings
        summary.audio = devices.microphone.flatMap { session.writer.audio(from: $0.name) }
        try status.go(summary.end == .error ? .fail : .finish)
        status.finishEvents()
        requests.finishFeeds()
        return summary
    }
}
