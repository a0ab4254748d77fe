internal import MediaTime

/// The audio device's thread: takes blocks as they come and passes them on.
///
/// `@unchecked Sendable`: made by the thread that starts the recording, used by the device's alone from then on.
final class AudioReader: @unchecked Sendable {
    private let stream: any AudioStream
    private let queue: AudioQueue
    private let status: RecordingStatus
    private let isLive: Bool
    private let clock: @Sendable () -> RationalTime
    /// When the newest block came; before the first one, when it was begun to wait for it.
    private var heard = RationalTime.zero
    private var isStalled = false

    private static let timeout = RationalTime(1, 10)
    /// A microphone that delivers nothing for so long hangs, in seconds: blocks last some hundredths of one.
    private static let patience = RationalTime(2, 1)

    /// - Parameters:
    ///   - stream: the microphone.
    ///   - queue: gets its audio.
    ///   - status: gets what is to be said, and says until when audio is taken.
    ///   - isLive: the microphone runs in real time.
    ///   - clock: the system's monotonic clock.
    init(
        stream: any AudioStream,
        queue: AudioQueue,
        status: RecordingStatus,
        isLive: Bool,
        clock: @escaping @Sendable () -> RationalTime = MonotonicClock.now
    ) {
        self.stream = stream
        self.queue = queue
        self.status = status
        self.isLive = isLive
        self.clock = clock
    }

    /// Works until the recording is to end. When the microphone fails, the recording goes on without it, and says so.
    ///
    /// One that does not run in real time may be behind the frames then: it goes on until the writer has the audio of them all.
    func run() {
        var newest: RationalTime?
        var isDelivering = true
        var meter = LevelMeter()
        heard = clock()
        do {
            while status.end == nil || !isLive && isDelivering && !queue.isFinished {
                if !isLive, let newest { queue.waitForFrames(at: newest) }
                isDelivering = try stream.nextBlock(within: Self.timeout) { samples, timestamp in
                    meter.take(samples, channelCount: stream.channelCount, at: timestamp)
                    let levels = meter.levels
                    status.update { $0.levels = levels }
                    var copy: [Float] = []
                    copy.reserveCapacity(samples.count)
                    for index in samples.indices { copy.append(samples[index]) }
                    queue.offer(AudioBlock(samples: copy, timestamp: timestamp))
                    newest = timestamp
                }
                if isLive { listen(isDelivering) }
            }
            queue.finish()
        } catch {
            status.note("there is no more audio: \(error.message)")
            queue.finish()
        }
        try? stream.stop()
    }

    /// Says where nothing comes from a microphone that has not failed, and when something does again.
    private func listen(_ isDelivering: Bool) {
        let now = clock()
        let silence = (try? now - heard) ?? .zero
        if isDelivering {
            if isStalled { status.note("audio comes again, after \(silence.seconds.text(decimals: 1)) s") }
            (heard, isStalled) = (now, false)
        } else if !isStalled, silence >= Self.patience {
            isStalled = true
            queue.stall()
            if !status.warnings.contains(.stalled) { status.warn(.stalled) }
        }
    }
}
