internal import MediaTime

/// The audio device's thread: takes blocks as they come and passes them on.
///
/// `@unchecked Sendable`: made by the thread that starts the recording, used by the device's alone from then on.
final class AudioReader: @unchecked Sendable {
    private let stream: any AudioStream
    private let queue: AudioQueue
    private let status: RecordingStatus
    private let isLive: Bool

    private static let timeout = RationalTime(1, 10)

    init(stream: any AudioStream, queue: AudioQueue, status: RecordingStatus, isLive: Bool) {
        self.stream = stream
        self.queue = queue
        self.status = status
        self.isLive = isLive
    }

    /// Works until the recording is to end. When the microphone fails, the recording goes on without it, and says so.
    ///
    /// One that does not run in real time may be behind the frames then: it goes on until the writer has the audio of them all.
    func run() {
        var newest: RationalTime?
        var isDelivering = true
        var meter = LevelMeter()
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
            }
            queue.finish()
        } catch {
            status.note("there is no more audio: \(error.message)")
            queue.finish()
        }
        try? stream.stop()
    }
}
