internal import FFmpeg
internal import MediaTime

/// The writer's thread: takes video and audio from their queues, has them encoded or copied, and passes them on to the
/// file.
///
/// `@unchecked Sendable`: made by the thread that starts the recording, used by the writer's alone from then on.
final class RecordingWriter: @unchecked Sendable {
    private let settings: RecordingSettings
    private let mode: CaptureMode
    private let coder: any FrameCoder
    private let queue: FrameQueue
    private let audio: AudioTrack?
    /// Video and audio come when they are taken.
    private let isLive: Bool
    private let output: RecordingOutput
    private let status: RecordingStatus
    private let requests: RecordingRequests
    private let watch: TriggerWatch?
    private let triggers: TriggerHandler
    /// How fast the camera delivers.
    private let pace: () -> DriverPace
    private let examiner: FrameExaminer
    private var log: RecordingLog?
    /// The instants of the first frame, from which packets' times count, and of the newest.
    private var first: RationalTime?
    private var last: RationalTime?
    /// When the next file was due for which the coder was prepared last.
    private var announced: Int64?
    /// Whether all audio has gone to the file: no more comes.
    private var hasAllAudio = false
    /// Whether audio could not be encoded; what comes after that is not stored.
    private var hasFailedAudio = false
    /// Frames that were taken until the first one was stored.
    private var fruitless = 0
    private var hasStored = false

    /// After so many frames, and so many seconds, of which none could be stored, none is going to be. Encoders hold back some.
    private static let (mostFruitless, longestFruitless) = (128, 10.0)

    /// What a microphone's audio goes through.
    struct AudioTrack {
        let queue: AudioQueue
        let coder: AudioCoder
    }

    /// - Throws: ``CaptureError`` where the log cannot be created.
    init(
        settings: RecordingSettings,
        pace: @escaping () -> DriverPace,
        mode: CaptureMode,
        coder: any FrameCoder,
        queue: FrameQueue,
        audio: AudioTrack?,
        isLive: Bool,
        output: RecordingOutput,
        watch: TriggerWatch?,
        examiner: FrameExaminer,
        status: RecordingStatus,
        requests: RecordingRequests
    ) throws(CaptureError) {
        self.settings = settings
        self.mode = mode
        self.coder = coder
        self.queue = queue
        self.audio = audio
        self.isLive = isLive
        self.output = output
        self.watch = watch
        self.examiner = examiner
        self.status = status
        self.requests = requests
        self.pace = pace
        output.files.measuredRate = { pace().rate }
        triggers = TriggerHandler(
            settings: settings,
            interval: mode.frameDuration,
            output: output,
            status: status,
            requests: requests
        )
        do {
            if let pattern = settings.logPattern {
                log = try RecordingLog.create(pattern)
            } else if let path = settings.logPath {
                log = try RecordingLog.create(
                    path: path,
                    overwrites: settings.overwrites,
                    passesOver: settings.continues
                )
            }
        } catch {
            output.abandon()
            throw CaptureError(error)
        }
    }

    /// Removes the files that were created for a recording that cannot begin, so that it can be tried again.
    func abandon() {
        output.abandon()
        if let log = log.take() { log.discard() }
    }

    /// Works until the queue ends, and finishes the file whatever happened.
    func run() {
        attempt { try log?.publish() }
        attempt { try takeAll() }
        queue.finish()
        attempt { try takeLateAudio() }
        audio?.queue.finish()
        examiner.finish()
        attempt { try coder.finish { try self.output.add($0, track: 0) } }
        attempt {
            try takeAudio(isLast: true)
            try finishAudio()
        }
        attempt { try takeLastTriggers() }
        // A gap at the end of a recording may begin in it and reach beyond it.
        attempt { try writeChanges() }
        attempt { try writeLosses(before: lossEnd, dividedBy: mode.frameDuration) }
        attempt { try output.finishFile() }
        attempt { try complainOfDisplaced() }
        // A camera that is opened anew time and again leaves no log each time.
        if settings.continues, first == nil, log?.isEmpty == true, let log = log.take() { log.discard() }
    }

    /// The files, and frames a second by their timestamps.
    var result: (files: [RecordedFile], measuredRate: Double?) { (output.files.finished, pace().rate) }

    /// The path of the log; `nil` where there is none.
    var logPath: String? { log?.path }

    /// What a microphone delivered; `nil` without one.
    func audio(from device: String) -> RecordedAudio? {
        audio.map { audio in
            RecordedAudio(
                device: device,
                samples: output.files.finished.reduce(0) { $0 + $1.samples },
                drift: audio.coder.drift,
                lostSamples: audio.queue.overflow / Int64(audio.coder.channelCount) + audio.coder.lateCount
            )
        }
    }

    private func takeAll() throws {
        while true {
            watch?.follow(output.phase)
            switch queue.next() {
            case .frame(let frame):
                try take(frame)
                try waitForAudio()
            case .none:
                break
            case .finished:
                return
            }
            try takeAudio()
            if let last { try writeLosses(before: last) }
            try writeChanges()
        }
    }

    private func take(_ frame: consuming QueuedFrame) throws {
        let timestamp = frame.facts.timestamp
        let origin = first ?? timestamp
        if first == nil { output.files.firstFrame = timestamp }
        let time = try (timestamp - origin).ticks(over: MovieLayout.clockRate, rounding: .nearest)
        if !settings.start.makesSegments, output.isFull(at: time) {
            status.requestEnd(.duration)
            return
        }
        if let full = output.fullness { return status.cutOff(full) }
        first = origin
        last = timestamp
        audio?.queue.advance(to: timestamp)
        try examiner.take(frame)
        show(frame)
        try triggers.handle(since: origin, upTo: timestamp)
        watch?.follow(output.phase)
        if let turn = output.turn, time >= turn, turn != announced {
            announced = turn
            coder.beginAnew(at: time)
        }
        let backlog = queue.backlog
        output.budget.expectFrame()
        try coder.take(frame, at: time, backlog: backlog) { packet in
            hasStored = true
            try output.add(packet, track: 0)
        }
        output.firstCoded = coder.firstTime
        if !hasStored { waitInVain(since: origin, until: timestamp) }
        // A file that each trigger makes ends no recording.
        if !settings.start.makesSegments { status.setDeadline(limit, isFinal: settings.isEndKnown) }
        status.update { $0.queued = backlog.frames }
    }

    /// A frame was taken, and still none could be stored. That is said once, and ends a recording that is to last for a certain time, or
    /// that silence ends: for the file the camera is silent.
    private func waitInVain(since origin: RationalTime, until timestamp: RationalTime) {
        fruitless += 1
        guard fruitless >= Self.mostFruitless, let waited = try? timestamp - origin,
            waited.seconds >= Self.longestFruitless
        else { return }
        // Once.
        hasStored = true
        let what = "of the frames that have come in \(Int(waited.seconds)) s none can be decoded"
        let limits = settings.limitsOfWaiting
        guard limits.duration != nil || limits.silence != nil else {
            return status.note("\(what): nothing is stored yet")
        }
        let end = limits.silence == nil ? RecordingEnd.error : .silence
        status.requestEnd(end, failure: CaptureError(.reading, what))
    }

    private func instant(at time: Int64, since origin: RationalTime) throws(TimeOverflow) -> RationalTime {
        try origin + RationalTime(time, MovieLayout.clockRate)
    }

    /// Gives the frame to the readers of the running recording.
    private func show(_ frame: borrowing QueuedFrame) {
        let feeds = requests.feeds
        guard !feeds.isEmpty else { return }
        let frame = RecordedFrame(facts: frame.facts, mode: mode, bytes: frame.packet.bytes)
        for feed in feeds { feed.offer(frame) }
    }

    /// Takes the audio that belongs to the frames which were taken. While the writer is behind, the rest waits as the frames
    /// do.
    private func takeAudio(isLast: Bool = false) throws {
        guard let audio, let first, let last else { return }
        let (sampleRate, channelCount) = (audio.coder.sampleRate, audio.coder.channelCount)
        let end = try last + mode.frameDuration
        for var block in audio.queue.takeAll(before: end) {
            if isLast { block.cut(at: end, sampleRate: sampleRate, channelCount: channelCount) }
            watch?.listen(to: block, sampleRate: sampleRate, channelCount: channelCount)
            try encodeAudio { try audio.coder.take(block, since: first, $0) }
        }
        output.isAudioStalled = audio.queue.isStalled
        if output.isAudioStalled, !isLast, !hasAllAudio, !audio.queue.isFinished {
            try encodeAudio { try audio.coder.fillSilence(upTo: last, since: first, $0) }
        }
        // The microphone, or its coder, may fail long before the end: no file is to wait for it then.
        if audio.queue.isOver || hasFailedAudio { try finishAudio() }
    }

    /// Takes what is left in the audio's coder, once.
    private func finishAudio() throws {
        guard let audio, !hasAllAudio else { return }
        hasAllAudio = true
        try encodeAudio { try audio.coder.finish($0) }
        try output.endAudio()
    }

    /// Takes a step of the audio's coder, unless it has failed. Where it fails, the recording goes on without audio, as without a
    /// microphone that fails.
    private func encodeAudio(_ step: ((consuming Packet) throws -> Void) throws -> Void) throws {
        guard !hasFailedAudio else { return }
        var failure: (any Error)?
        do {
            try step { packet in
                do {
                    try output.add(packet, track: 1)
                } catch {
                    failure = error
                    throw error
                }
            }
        } catch {
            // What cannot be written ends the recording.
            if let failure { throw failure }
            hasFailedAudio = true
            status.note("there is no more audio: \(CaptureError(anything: error).message)")
            audio?.queue.finish()
        }
    }

    /// Takes audio and frames in step, where they do not come in real time: audio that is far behind would have triggers too late.
    private func waitForAudio() throws {
        guard !isLive, let audio, let last else { return }
        while audio.queue.waitForBlocks(before: last) { try takeAudio() }
    }

    /// Takes the audio of the last frames, where the microphone does not run in real time and is behind them.
    private func takeLateAudio() throws {
        guard !isLive, let audio, let last else { return }
        let end = try last + mode.frameDuration
        audio.queue.advance(to: end)
        while audio.queue.waitForBlocks(before: end) { try takeAudio() }
    }

    private func writeLosses(before instant: RationalTime?, dividedBy interval: RationalTime? = nil) throws {
        for loss in status.takeLosses(before: instant, dividedBy: interval) { try log?.append(loss, since: first) }
    }

    private func writeChanges() throws {
        for change in requests.takeNews() { try log?.append(change, since: first) }
    }

    /// Takes up the triggers that no frame has come after: no more come.
    private func takeLastTriggers() throws {
        if let first, let last { try triggers.finish(since: first, newest: last) }
    }

    /// A file that was taken away fails the recording. One whose camera failed already may go on with another camera.
    private func complainOfDisplaced() throws {
        guard let displaced = output.files.displaced else { return }
        guard status.failure != nil else { throw displaced }
        status.note(displaced.message)
    }

    /// The instant before which losses are the recording's; `nil` where all are. Behind it frames are left out whether they came or not.
    private var lossEnd: RationalTime? {
        guard status.failure == nil else { return nil }
        if status.end == .duration { return limit }
        return output.fullness != nil && output.fullness == status.end ? last : nil
    }

    /// The instant at which the recording ends by its limit of duration; `nil` where that is not known, and without one.
    private var limit: RationalTime? {
        guard let first, let end = output.end else { return nil }
        return try? instant(at: end, since: first)
    }

    /// Runs one step. An error ends the recording, but not the steps after this one.
    private func attempt(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            status.fail(CaptureError(anything: error))
            queue.finish()
        }
    }
}

extension RecordingSettings {
    /// Whether the end by the limit of duration is known as soon as the only file has begun.
    fileprivate var isEndKnown: Bool { start.preRoll == nil || retrigger != .extend }
}
