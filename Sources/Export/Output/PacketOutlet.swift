internal import DequeModule
internal import FFmpeg
internal import MediaTime
internal import Pipeline
internal import Synchronization

/// Changes a packet in front of the muxer, or drops it (`false`): so tests see that faults are found.
typealias PacketFault = @Sendable (borrowing Packet) -> Bool

/// The muxer, behind a lock. Each track's thread writes its own packets, so that a packet is still in the cache of the
/// processor that read it.
final class PacketOutlet: Sendable {
    let gate: InterleaveGate
    private let writing: Mutex<Writing>
    private let fault: PacketFault?
    private let isCancelled = Atomic(false)

    /// What one thread at a time uses.
    private struct Writing: ~Copyable {
        var lateChapters: LateChapters
        var muxer: Muxer
        /// Whether packets are put in order here. libavformat's order goes by decoding time alone.
        let keepsPlaces: Bool
        var held: HeldPackets

        mutating func write(_ packet: consuming Packet, ofInput input: Int?) throws {
            lateChapters.note(packet)
            guard keepsPlaces else { return try muxer.write(packet) }
            held.add(packet, ofInput: input)
            while let next = held.next() { try muxer.append(next) }
        }
    }

    /// Of tracks with these units of time in the container. `keepsPlaces`: what is copied stands as in its source, as far as the
    /// tracks stay in step (``PacketOrder``). `lateChapters`: those that are written with the trailer, or none.
    init(
        timeBases: [TimeBase],
        keepsPlaces: Bool,
        muxer: consuming Muxer,
        lateChapters: LateChapters,
        fault: PacketFault? = nil
    ) {
        self.fault = fault
        gate = InterleaveGate(tracks: timeBases.count)
        writing = Mutex(
            Writing(
                lateChapters: lateChapters,
                muxer: muxer,
                keepsPlaces: keepsPlaces,
                held: HeldPackets(timeBases: timeBases)
            )
        )
    }

    /// Writes a packet that was made, and leaves it empty.
    func write(_ packet: borrowing Packet) throws {
        if isCancelled.load(ordering: .relaxed) { throw Cancelled() }
        if let fault, !fault(packet) { return }
        try writing.withLock { try $0.write(packet.moved(), ofInput: nil) }
    }

    /// Writes packets that are copied from an input, and leaves none.
    func write(all packets: inout UniqueDeque<Packet>, ofInput input: Int) throws {
        if isCancelled.load(ordering: .relaxed) { throw Cancelled() }
        try writing.withLock { writing in
            while let packet = packets.popFirst() {
                if let fault, !fault(packet) { continue }
                try writing.write(packet, ofInput: input)
            }
        }
    }

    /// A track is finished.
    func finish(_ track: Int) {
        gate.finish(track)
        writing.withLock { $0.held.finish(track) }
    }

    /// Writes what is held and the trailer, when all tracks are finished.
    func finish() throws(FFmpegError) {
        try writing.withLock { writing throws(FFmpegError) in
            while let next = writing.held.next() { try writing.muxer.append(next) }
            writing.muxer.set(chapters: writing.lateChapters.moved)
            try writing.muxer.finish()
        }
    }

    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
        gate.cancel()
    }
}
