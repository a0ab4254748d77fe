internal import DequeModule
internal import FFmpeg
internal import MediaTime
internal import Pipeline

/// Takes a track's packets to the output, and keeps the tracks in step.
struct PacketSink: Sendable {
    /// The track's number in the output.
    let streamIndex: Int
    /// The unit of the track's time in the container.
    let timeBase: TimeBase
    let workers: WorkerGroup
    let progress: ProgressBoard
    let outlet: PacketOutlet

    /// Reports how far the track is (target time), and waits while it is too far ahead of the others.
    func pass(_ time: RationalTime) throws(Cancelled) {
        progress.advance(streamIndex, to: time)
        try outlet.gate.pass(streamIndex, at: time)
    }

    /// Reports which share has been measured of what has to be measured before the first frame.
    func prepare(_ share: Double) throws(Cancelled) {
        progress.prepare(share)
        try check()
    }

    /// Throws where the export has failed or was given up.
    func check() throws(Cancelled) {
        if workers.failure != nil { throw Cancelled() }
    }

    /// Writes a packet whose timestamps are ticks of ``timeBase``.
    func write(_ packet: borrowing Packet) throws {
        packet.streamIndex = streamIndex
        // Muxers leave out packets without a byte, which encoders send with a new header.
        if packet.size > 0 { progress.countPackets(1, of: streamIndex) }
        try outlet.write(packet)
    }

    /// As ``write(_:)``, several together, which are copied from an input and leave none: handing over costs less then. `size`:
    /// of what they hold in memory, in bytes.
    func write(all packets: inout UniqueDeque<Packet>, size: Int, ofInput input: Int) throws(Cancelled) {
        var count: Int64 = 0
        for index in packets.indices {
            packets[index].streamIndex = streamIndex
            if packets[index].size > 0 { count += 1 }
        }
        progress.countPackets(count, of: streamIndex)
        try outlet.write(all: &packets, size: size, ofInput: input)
    }

    /// The track is finished.
    func finish() {
        progress.finish(streamIndex)
        outlet.finish(streamIndex)
    }
}

/// The work on one track of an export. It is made before the header is written, and then runs on threads of its own.
protocol TrackPipeline: Sendable {
    /// What the muxer is told of the track.
    var description: Muxer.StreamDescription { get }

    /// Where the track's presentation must end (target time), because something that is not to be shown comes after it: a
    /// frame that others refer to, or the rest of the last one. `nil` where nothing does. Known when the work is done.
    var presentationEnd: RationalTime? { get }

    /// What the track is to present. Known when the work is done.
    var presentation: Presentation { get }

    /// Does the work, and tells the sink when it is done.
    func run(into sink: PacketSink) throws
}

extension TrackPipeline {
    var presentationEnd: RationalTime? { nil }
    var presentation: Presentation { Presentation() }
}
