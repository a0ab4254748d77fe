internal import FFmpeg
internal import Files
public import MediaFormats
public import MediaTime
internal import Pipeline
internal import Synchronization

/// Records a camera to a file: every frame that it delivers, at its own instant, and an account of those that it does
/// not.
///
/// A recorder makes one recording after the other; ``start()`` begins one, ``stop(_:)`` and limits end it, and
/// ``finish(meanwhile:)`` waits for its file. All may be called from any thread.
public final class Recorder: Sendable {
    /// What setting the camera came to, and what it has to warn of; `nil` for streams that came opened.
    public let lockReport: LockReport?
    private let devices: DeviceOwner
    private let requested: FrameRate?
    private let settings: RecordingSettings
    private let isLive: Bool
    private let requests: RecordingRequests
    private let status: RecordingStatus
    /// Its place among cameras that are recorded together; `nil` for one alone.
    private let member: RecorderGroup.Member?
    private let circle: TriggerCircle
    /// What can be set at the camera while it is recorded.
    let live: LiveControls
    private let running = Mutex<Running?>(nil)

    /// A recording that goes on.
    private struct Running {
        let workers: WorkerGroup
        let writer: RecordingWriter
    }

    /// The threads of a recording, what each of them runs, and the queues between them.
    private struct Session {
        let workers = WorkerGroup()
        let reader: FrameReader
        let examiner: FrameExaminer
        let writer: RecordingWriter
        let queue: FrameQueue
        let audio: RecordingWriter.AudioTrack?
    }

    /// How much audio may wait for the writer, in seconds.
    private static let audioBuffer = 20

    /// A recorder of opened devices.
    ///
    /// - Parameters:
    ///   - stream: the camera. The caller does not use it any more.
    ///   - audio: the microphone. The caller does not use it any more. `nil` for none.
    ///   - requested: the rate that was asked for.
    ///   - settings: how the recording is to be made.
    ///   - lockReport: what setting the camera came to.
    ///   - controls: what can be set at the camera, also while it is recorded; `nil` where nothing can.
    ///   - member: its place among cameras that are recorded together; `nil` for one alone.
    ///   - isLive: video and audio come when they are taken. Of devices that wait nothing is lost for want of room.
    package init(
        _ stream: any CaptureStream,
        audio: (any AudioStream)? = nil,
        requested: FrameRate?,
        settings: RecordingSettings,
        lockReport: LockReport? = nil,
        controls: (any AdjustableCamera)? = nil,
        as member: RecorderGroup.Member? = nil,
        isLive: Bool = true
    ) {
        self.lockReport = lockReport
        let (status, requests) = (RecordingStatus(), RecordingRequests())
        live = LiveControls(controls, of: stream, status: status, requests: requests)
        (self.status, self.requests) = (status, requests)
        let microphone = audio.map { ConditionedAudio($0, settings.audio) { status.warn($0) } }
        devices = DeviceOwner(camera: stream, microphone: microphone)
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

    /// The camera's number among those that are recorded together.
    private var number: Int { member?.camera ?? 1 }

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

    /// What happens from now on, until the recording is finished.
    public func events() -> AsyncStream<RecordingEvent> { status.events() }

    /// Begins to record, or with ``RecordingStart/triggered(preRoll:trigger:segments:)`` to wait for a trigger.
    ///
    /// - Throws: ``CaptureError``: `.misuse` while a recording is made, and whatever keeps the file from being created or
    ///   the devices from delivering.
    public func start() throws(CaptureError) {
        try status.go(.start)
        requests.reset()
        circle.join(number, requests)
        do throws(CaptureError) {
            let session = try prepare()
            do throws(CaptureError) {
                try start(session)
            } catch {
                session.writer.abandon()
                throw error
            }
            let (workers, writer) = (session.workers, session.writer)
            running.withLock { $0 = Running(workers: workers, writer: writer) }
        } catch {
            try status.go(.fail)
            throw error
        }
    }

    /// Makes what a recording needs, without touching the devices.
    private func prepare() throws(CaptureError) -> Session {
        try checkSettings()
        let camera = devices.camera
        let queue = FrameQueue(byteLimit: settings.bufferSize)
        let reader = try FrameReader(stream: camera, queue: queue, status: status, requests: requests, isLive: isLive)
        let audio = try devices.microphone.map { stream throws(CaptureError) in try audioTrack(for: stream) }
        let mode = camera.mode
        let watch = try settings.start.trigger.map { trigger throws(CaptureError) in
            try TriggerWatch(
                trigger,
                mode: mode,
                retrigger: settings.retrigger,
                status: status,
                circle: circle,
                camera: number
            )
        }
        let examiner = FrameExaminer(
            mode: mode,
            watch: watch,
            stills: StillWriter(mode: mode, camera: camera.device, status: status, requests: requests),
            isLive: isLive,
            status: status,
            requests: requests
        )
        return Session(
            reader: reader,
            examiner: examiner,
            writer: try writer(for: camera, reader, queue, audio, watch, examiner),
            queue: queue,
            audio: audio
        )
    }

    /// Starts the devices, then the threads. Where one of them fails, all that was started is stopped again.
    private func start(_ session: Session) throws(CaptureError) {
        do throws(CaptureError) {
            try devices.microphone?.start()
            try devices.camera.start()
            try status.go(settings.start.preRoll == nil ? .begin : .arm)
            startThreads(session)
            // No thread's body throws: it is a thread that could not be started.
            if let failure = session.workers.failure { throw CaptureError(anything: failure) }
        } catch {
            status.requestEnd(.error)
            session.queue.finish()
            session.audio?.queue.finish()
            session.examiner.finish()
            try? session.workers.join()
            try? devices.camera.stop()
            try? devices.microphone?.stop()
            throw error
        }
    }

    private func startThreads(_ session: Session) {
        let (workers, reader, examiner, writer) = (session.workers, session.reader, session.examiner, session.writer)
        workers.start { reader.run() }
        if live.isThere { workers.start { [live] in live.watch() } }
        if devices.camera.mode.isStream, live.makesKeyFrames { workers.start { [live] in live.makeKeyFrames() } }
        if examiner.isBeside { workers.start { examiner.run() } }
        if let microphone = devices.microphone, let audio = session.audio {
            let reader = AudioReader(stream: microphone, queue: audio.queue, status: status, isLive: isLive)
            workers.start { reader.run() }
        }
        workers.start { writer.run() }
    }

    private func checkSettings() throws(CaptureError) {
        if settings.start.makesSegments, settings.limits.duration == nil {
            throw CaptureError(.settings, "a file for each trigger needs a limit of duration")
        }
        if let preRoll = settings.start.preRoll, let duration = settings.limits.duration, preRoll >= duration {
            throw CaptureError(
                .settings,
                "a file of \(duration.seconds) s that begins \(preRoll.seconds) s before its trigger shows nothing after it"
            )
        }
        if let split = settings.split {
            guard settings.start == .continuous, split > .zero else {
                throw CaptureError(.settings, "only a recording that waits for no trigger is divided into files")
            }
        }
        if let limit = settings.limits.size, limit < RecordingSegment.leastSize {
            throw CaptureError(
                .settings,
                "a recording of \(limit) bytes has no room for a frame: \(RecordingSegment.leastSize) are set aside for its header"
            )
        }
        if let limit = settings.limits.freeSpace, let free = FileBytes.freeSpace(beside: settings.path), free <= limit {
            throw CaptureError(
                .outputNotCreated,
                "no more than \(free) bytes are free for \(settings.path), and \(limit) are to be left"
            )
        }
        try devices.microphone?.check()
        if case .audio = settings.start.trigger, devices.microphone == nil {
            throw CaptureError(.settings, "a trigger by audio needs a microphone")
        }
    }

    private func audioTrack(for stream: any AudioStream) throws(CaptureError) -> RecordingWriter.AudioTrack {
        RecordingWriter.AudioTrack(
            queue: AudioQueue(limit: stream.sampleRate * stream.channelCount * Self.audioBuffer),
            coder: try AudioCoder.make(sampleRate: stream.sampleRate, channelCount: stream.channelCount)
        )
    }

    private func writer(
        for camera: any CaptureStream,
        _ reader: FrameReader,
        _ queue: FrameQueue,
        _ audio: RecordingWriter.AudioTrack?,
        _ watch: TriggerWatch?,
        _ examiner: FrameExaminer
    ) throws(CaptureError) -> RecordingWriter {
        let mode = camera.mode
        let coder = try coder(for: mode)
        func ticks(_ time: RationalTime) -> Int64 {
            (try? time.ticks(over: MovieLayout.clockRate, rounding: .up)) ?? 0
        }
        let output = try RecordingOutput(
            tracks: { [settings] in [settings.turned(coder.track)] + (audio.map { [$0.coder.track] } ?? []) },
            interval: ticks(mode.frameDuration),
            lead: audio.map { ticks(RationalTime(2 * Int64($0.coder.packetLength), Int32($0.coder.sampleRate))) } ?? 0,
            settings: settings,
            metadata: RecordingMetadata(
                device: camera.device,
                mode: mode,
                requested: requested,
                // A camera that does not say how it is set can be recorded all the same.
                controls: (try? live.all()) ?? [],
                tags: settings.metadata
            ),
            member: member,
            status: status,
            requests: requests
        )
        return try RecordingWriter(
            settings: settings,
            pace: { reader.pace },
            mode: mode,
            coder: coder,
            queue: queue,
            audio: audio,
            output: output,
            watch: watch,
            examiner: examiner,
            status: status,
            requests: requests
        )
    }

    private func coder(for mode: CaptureMode) throws(CaptureError) -> any FrameCoder {
        let coding = settings.coding ?? .usual(for: mode.format)
        let container = try MovieLayout.container(forPath: settings.path)
        if coding == .copy {
            if let codec = CameraFormat(mode.format)?.stream {
                return try StreamCopier(
                    codec,
                    mode: mode,
                    report: status.report,
                    askForKey: requests.keyFrames.ask
                )
            }
            return try FrameCopier(mode: mode, container: container)
        }
        if let codec = coding.codec?.rawValue, !container.canCarry(codec: codec),
            !container.keeps(codec: codec, from: container.traits.muxer)
        {
            throw CaptureError(.unsupported, "\(codec.uppercased()) can be stored in mov files only")
        }
        if let codec = coding.codec, let range = codec.traits.qualities, !range.contains(settings.quality) {
            throw CaptureError(
                .settings,
                "\(codec.rawValue) has no quality \(settings.quality): \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return try FrameEncoder.make(
            coding,
            mode: mode,
            disposable: settings.disposable,
            quality: settings.quality,
            bufferSize: settings.bufferSize,
            sharedBy: member?.count ?? 1,
            report: status.note,
            lost: { [status] in status.report($0.loss(.undecodable)) }
        )
    }

    /// Writes the next frame as a JPEG image, beside the recording; a note says that it is there, or why not. A name that is taken
    /// gets a number.
    public func takeSnapshot(to path: String) { requests.addSnapshot(to: path) }

    /// The frames of the recording as they are taken. A slow reader does not slow the recording down.
    ///
    /// - Parameter limit: how many frames are kept for a reader that is busy; with 1 only the newest.
    /// - Returns: the frames of this recording; they end with it.
    public func frames(keeping limit: Int = 1) -> RecordedFrames {
        let frames = FrameFeed.make(limit: limit)
        requests.add(frames.feed)
        return frames
    }

    /// Begins a file that shows an instant. While a file is written, ``RecordingSettings/retrigger`` says what happens; a
    /// continuous recording marks the instant.
    ///
    /// - Parameter instant: the instant that is to be in the file, by the system's monotonic clock; `nil` for now.
    public func trigger(at instant: RationalTime? = nil) {
        let instant = instant ?? MonotonicClock.now()
        if settings.start.preRoll == nil {
            mark("Trigger", at: instant)
        } else {
            requests.trigger(at: instant)
        }
    }

    /// Marks an instant: a chapter begins there in each file that shows it.
    ///
    /// - Parameters:
    ///   - title: what it is called; `nil` for `Mark` and a number.
    ///   - instant: by the system's monotonic clock; `nil` for now.
    public func mark(_ title: String? = nil, at instant: RationalTime? = nil) {
        requests.add(RecordingMark(instant: instant ?? MonotonicClock.now(), title: title))
    }

    /// Stores a text with each file of the recording that is not finished yet, in place of one that has the same key.
    public func add(_ tag: MetadataItem) { requests.add(tag) }

    /// Ends the recording; ``finish(meanwhile:)`` waits until it is written. The first reason counts. Without a recording
    /// nothing happens.
    public func stop(_ reason: RecordingEnd = .key) { status.requestEnd(reason) }

    /// Waits for the end of the recording, calling a body every tenth of a second meanwhile.
    ///
    /// - Throws: ``CaptureError`` `.misuse` where no recording was started. What went wrong in the recording itself is in
    ///   the summary.
    public func finish(meanwhile body: () -> Void = {}) throws(CaptureError) -> RecordingSummary {
        guard let recording = running.withLock({ $0.take() }) else {
            throw CaptureError(.misuse, "there is no recording to wait for")
        }
        do {
            try recording.workers.join(meanwhile: body)
        } catch {
            status.requestEnd(.error, failure: CaptureError(anything: error))
        }
        // What was lost after the writer had failed.
        if status.end != .duration { status.takeLosses(before: nil) }
        let result = recording.writer.result
        var summary = RecordingSummary(
            device: devices.camera.device,
            requested: requested,
            granted: devices.camera.mode,
            end: status.end ?? .error
        )
        summary.files = result.files
        summary.measuredRate = result.measuredRate
        summary.lost = status.figures.lost
        summary.lostWithinFiles = status.lost(within: result.files, interval: devices.camera.mode.frameDuration)
        summary.isTriggered = settings.start != .continuous
        summary.logPath = recording.writer.logPath
        summary.failure = status.failure
        summary.notes = status.notes
        summary.audioWarnings = status.warnings
        summary.audio = devices.microphone.flatMap { recording.writer.audio(from: $0.name) }
        try status.go(summary.end == .error ? .fail : .finish)
        status.finishEvents()
        requests.finishFeeds()
        return summary
    }
}
