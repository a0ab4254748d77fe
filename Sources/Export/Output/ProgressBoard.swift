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

    /// Frames that have been encoded or copied.
    var frames: Int64 { writtenFrames.load(ordering: .relaxed) }

    /// Packets that have reached the muxer.
    var packets: Int64 { writtenPackets.load(ordering: .relaxed) }
}
