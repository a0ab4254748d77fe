internal import FFmpeg
internal import MediaTime
internal import Pipeline
internal import Synchronization

/// Where a track's packets go: its place in the output, and how far the tracks may run apart.
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

    /// Writes a packet whose timestamps are ticks of ``timeBase``.
    func write(_ packet: borrowing Packet) throws {
        packet.streamIndex = streamIndex
        progress.countPacket()
        try outlet.write(packet)
    }

    /// The track is finished.
    func finish() {
        progress.finish(streamIndex)
        outlet.gate.finish(streamIndex)
    }
}

/// The muxer, behind a lock: each track's thread writes its own packets, so that a packet is written where it was read,
/// while it is still in that processor's cache.
final class PacketOutlet: Sendable {
    let gate: InterleaveGate
    private let muxer: Mutex<Muxer>
    private let isCancelled = Atomic(false)

    init(tracks: Int, muxer: consuming Muxer) {
        gate = InterleaveGate(tracks: tracks)
        self.muxer = Mutex(muxer)
    }

    func write(_ packet: borrowing Packet) throws {
        if isCancelled.load(ordering: .relaxed) { throw Cancelled() }
        try muxer.withLock { try $0.write(packet) }
    }

    /// All tracks are written: the trailer, and the end of the file.
    func finish() throws(FFmpegError) {
        try muxer.withLock { muxer throws(FFmpegError) in try muxer.finish() }
    }

    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
        gate.cancel()
    }
}

/// One track's way through an export. Made before the header is written, run on threads of its own afterwards.
protocol TrackPipeline: Sendable {
    /// What the muxer is told of the track.
    var description: Muxer.StreamDescription { get }

    /// Where the track must end although something of it lies after that: frames that others refer to, or the rest of the
    /// last one; known when all is done.
    var presentationEnd: RationalTime? { get }

    /// Does the work. Tells the sink when all of it is there.
    func run(into sink: PacketSink) throws
}

extension TrackPipeline {
    var presentationEnd: RationalTime? { nil }
}
