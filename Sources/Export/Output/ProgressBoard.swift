internal import MediaTime
internal import Synchronization

/// How far each track of an export is.
final class ProgressBoard: Sendable {
    private let positions: Mutex<[Double]>
    private let writtenFrames = Atomic<Int64>(0)
    private let packetCounts: Mutex<[Int64]>
    private let preparedShare = Mutex(0.0)

    init(tracks: Int) {
        positions = Mutex(Array(repeating: 0, count: tracks))
        packetCounts = Mutex(Array(repeating: 0, count: tracks))
    }

    func advance(_ track: Int, to time: RationalTime) {
        let seconds = time.seconds
        positions.withLock { $0[track] = max($0[track], seconds) }
    }

    /// The track has ended: it no longer counts for ``position``.
    func finish(_ track: Int) { positions.withLock { $0[track] = .infinity } }

    func countFrame() { writtenFrames.add(1, ordering: .relaxed) }
    func countPackets(_ count: Int64, of track: Int) { packetCounts.withLock { $0[track] += count } }

    /// So much of what has to be measured before the first frame has been measured, from 0 to 1.
    func prepare(_ share: Double) { preparedShare.withLock { $0 = share } }

    /// See ``prepare(_:)``.
    var prepared: Double { preparedShare.withLock { $0 } }

    /// The target time in seconds that all tracks have passed; infinite when all have finished.
    var position: Double { positions.withLock { $0.min() ?? .infinity } }

    /// The number of frames that have been encoded or copied.
    var frames: Int64 { writtenFrames.load(ordering: .relaxed) }

    /// How many packets with something in them each track has given to the muxer.
    var packets: [Int64] { packetCounts.withLock { $0 } }
}
