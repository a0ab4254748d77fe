internal import MediaTime

/// The sound device's thread: takes blocks as they come and passes them on.
///
/// `@unchecked Sendable`: made by the thread that starts the recording, used by the device's alone from then on.
final class SoundReader: @unchecked Sendable {
    private let stream: any SoundStream
    private let queue: SoundQueue
    private let board: RecordingBoard
    private let isLive: Bool

    private static let timeout = RationalTime(1, 10)

    init(stream: any SoundStream, queue: SoundQueue, board: RecordingBoard, isLive: Bool) {
        self.stream = stream
        self.queue = queue
        self.board = board
        self.isLive = isLive
    }

    /// Works until the recording is to end. When the microphone fails, the recording goes on without it, and says so.
    func run() {
        do {
            while board.end == nil {
                // A microphone that waits is not asked before there is room.
                if !isLive { queue.waitForRoom() }
                _ = try stream.nextBlock(within: Self.timeout) { samples, timestamp in
                    let level = SoundLevel(of: samples)
                    board.update { $0.level = level }
                    var copy: [Float] = []
                    copy.reserveCapacity(samples.count)
                    for index in samples.indices { copy.append(samples[index]) }
                    queue.offer(SoundBlock(samples: copy, timestamp: timestamp))
                }
            }
            queue.finish()
        } catch {
            board.note("there is no more sound: \(error.message)")
            queue.finish(error)
        }
        try? stream.stop()
    }
}
