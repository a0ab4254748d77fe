internal import FFmpeg
internal import MediaTime
internal import Pipeline
internal import Synchronization

/// Where a track's packets go: its place in the muxer's queue, and how far the tracks may run apart.
struct PacketSink: Sendable {
    /// The track's number in the output.
    let streamIndex: Int
    /// What the container counts the track's time in.
    let timeBase: TimeBase
    let workers: WorkerGroup
    let progress: ProgressBoard
    let outlet: PacketOutlet

    /// Waits while the track is too far ahead of the others; says how far it is (target time).
    func pass(_ time: RationalTime) throws(Cancelled) {
        progress.advance(streamIndex, to: time)
        try outlet.gate.pass(streamIndex, at: time)
    }

    /// Hands over a packet whose timestamps are ticks of ``timeBase``.
    func write(_ packet: consuming Packet) throws(Cancelled) {
        packet.streamIndex = streamIndex
        try outlet.queue.append(packet)
    }

    /// The track is finished.
    func finish() {
        progress.finish(streamIndex)
        outlet.finish(streamIndex)
    }
}

/// The queue that all tracks fill and the muxer empties.
final class PacketOutlet: Sendable {
    /// Packets that wait at most, on either side of the hand-over.
    static let capacity = 32
    let queue = BoundedQueue<Packet>(capacity: PacketOutlet.capacity, batch: 16)
    let gate: InterleaveGate
    private let remaining: Atomic<Int>

    init(tracks: Int) {
        gate = InterleaveGate(tracks: tracks)
        remaining = Atomic(tracks)
    }

    /// A track is finished; with the last one the queue is.
    func finish(_ track: Int) {
        gate.finish(track)
        if remaining.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { queue.finish() }
    }

    func cancel() {
        queue.cancel()
        gate.cancel()
    }
}

/// One track's way through an export. Made before the header is written, run on threads of its own afterwards.
protocol TrackPipeline: Sendable {
    /// What the muxer is told of the track.
    var description: Muxer.StreamDescription { get }

    /// Where the track must end although it has pictures after that, which others refer to; known when all is done.
    var presentationEnd: RationalTime? { get }

    /// Does the work. Tells the sink when all of it is there.
    func run(into sink: PacketSink) throws
}

extension TrackPipeline {
    var presentationEnd: RationalTime? { nil }
}
