internal import MediaTime
internal import Synchronization

/// How far each track of an export is, for whoever draws a bar.
final class ProgressBoard: Sendable {
    private let positions: Mutex<[Double]>
    private let writtenFrames = Atomic<Int64>(0)
    private let writtenPackets = Atomic<Int64>(0)

    init(tracks: Int) { positions = Mutex(Array(repeating: 0, count: tracks)) }

    func advance(_ track: Int, to time: RationalTime) {
        let seconds = time.seconds
        positions.withLock { $0[track] = max($0[track], seconds) }
    }

    /// A track that has ended is no longer what everybody waits for.
    func finish(_ track: Int) { positions.withLock { $0[track] = .infinity } }

    func countFrame() { writtenFrames.add(1, ordering: .relaxed) }
    func countPacket() { writtenPackets.add(1, ordering: .relaxed) }

    /// Target seconds that all tracks have passed; infinite when all have finished.
    var position: Double { positions.withLock { $0.min() ?? .infinity } }

    /// Pictures that have been encoded or copied.
    var frames: Int64 { writtenFrames.load(ordering: .relaxed) }

    /// Packets that have reached the muxer.
    var packets: Int64 { writtenPackets.load(ordering: .relaxed) }
}

/// Calls back a few times a second, however many packets pass.
struct ProgressReporter {
    private static let interval = Duration.milliseconds(100)
    private let duration: Double
    private let board: ProgressBoard
    private var last = ContinuousClock.now

    init(duration: Double, board: ProgressBoard) {
        self.duration = duration
        self.board = board
    }

    mutating func report(_ body: (ExportProgress) -> Void) {
        let now = ContinuousClock.now
        guard now - last >= Self.interval else { return }
        last = now
        let fraction = duration > 0 ? min(1, board.position / duration) : 0
        body(ExportProgress(fraction: fraction, frames: board.frames))
    }
}
