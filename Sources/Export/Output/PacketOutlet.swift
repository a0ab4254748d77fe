internal import DequeModule
internal import FFmpeg
internal import Pipeline
internal import Synchronization

/// Changes a packet in front of the muxer, or drops it (`false`): so tests see that faults are found.
typealias PacketFault = @Sendable (borrowing Packet) -> Bool

/// The muxer, which has a thread of its own, and the queue in front of it: tracks hand over their packets and go on.
final class PacketOutlet: Sendable {
    let gate: InterleaveGate
    /// What waits for the muxer, by the bytes of payloads in memory: enough that neither side waits for the other all the time.
    private let deliveries = BoundedQueue<Delivery>(capacity: 16, mostWeight: 8 << 20)
    /// ``run()`` has it as long as it runs, and ``finish()`` after that.
    private let writing: Mutex<Writing>
    private let fault: PacketFault?

    /// What a track hands over.
    private enum Delivery: ~Copyable, Sendable {
        /// Packets that are copied from an input, by its number; or, without one, were made.
        case packets(UniqueDeque<Packet>, input: Int?)
        /// That there are no more of a track.
        case end(track: Int)
    }

    /// What the muxer's thread uses.
    private struct Writing: ~Copyable, Sendable {
        var lateChapters: LateChapters
        let muxer: Muxer
        /// By how many of its ticks each track's packets are written later than they are presented (``Muxer/leadIn(ofStream:)``).
        let leadIns: [Int64]
        /// Whether packets are put in order here. libavformat's order goes by decoding time alone.
        let keepsPlaces: Bool
        var held: HeldPackets
        /// Of tracks of video in containers that state how long frames last until the next one is decoded.
        var lastSamples: [LastSample?]
        /// The last packet so far of each of these tracks, where the order is libavformat's.
        var waiting: UniqueDeque<UniqueDeque<Packet>>
        /// `nil` where samples may last for ever.
        var lengths: SampleLengths?
        /// Tracks that have not ended.
        var open: Int

        mutating func write(_ packet: consuming Packet, ofInput input: Int?) throws {
            let leadIn = leadIns[packet.streamIndex]
            if leadIn != 0 {
                packet.pts = packet.pts.map { $0 + leadIn }
                packet.dts = packet.dts.map { $0 + leadIn }
            }
            try lengths?.check(packet)
            lateChapters.note(packet)
            lastSamples[packet.streamIndex]?.note(packet)
            guard keepsPlaces else { return try writeBefore(packet) }
            held.add(packet, ofInput: input)
            try writeHeld()
        }

        /// Writes the packet before one of its track, where it may be the last one, or else the packet itself.
        private mutating func writeBefore(_ packet: consuming Packet) throws(FFmpegError) {
            let track = packet.streamIndex
            guard lastSamples[track] != nil else { return try muxer.write(packet) }
            let before = waiting[track].popFirst()
            waiting[track].append(packet)
            if let before { try muxer.write(before) }
        }

        mutating func end(_ track: Int) throws(FFmpegError) {
            if let sample = lastSamples[track] {
                held.mendLast(ofTrack: track, sample)
                if let last = waiting[track].popFirst() {
                    sample.mend(last)
                    try muxer.write(last)
                }
            }
            held.finish(track)
            open -= 1
            try writeHeld()
        }

        /// Writes what is known to come next.
        private mutating func writeHeld() throws(FFmpegError) {
            while let next = held.next() { try muxer.append(next) }
        }

        /// Writes the trailer.
        func finish() throws(FFmpegError) {
            muxer.set(chapters: lateChapters.moved)
            try muxer.finish()
        }
    }

    /// Of tracks with these units of time in the container. `keepsPlaces`: what is copied stands as in its source, as far as the
    /// tracks stay in step (``PacketOrder``). `stateSteps`: which tracks state how long frames last until the next one is decoded.
    /// `lateChapters`: those that are written with the trailer, or none.
    init(
        timeBases: [TimeBase],
        keepsPlaces: Bool,
        stateSteps: [Bool],
        muxer: consuming Muxer,
        lateChapters: LateChapters,
        lengths: SampleLengths?,
        fault: PacketFault? = nil
    ) {
        self.fault = fault
        let leadIns = timeBases.indices.map { muxer.leadIn(ofStream: $0) }
        var waiting = UniqueDeque<UniqueDeque<Packet>>()
        for _ in timeBases { waiting.append(UniqueDeque()) }
        gate = InterleaveGate(tracks: timeBases.count)
        writing = Mutex(
            Writing(
                lateChapters: lateChapters,
                muxer: muxer,
                leadIns: leadIns,
                keepsPlaces: keepsPlaces,
                held: HeldPackets(timeBases: timeBases, keepingLast: stateSteps),
                lastSamples: stateSteps.map { $0 ? LastSample() : nil },
                waiting: waiting,
                lengths: lengths,
                open: timeBases.count
            )
        )
    }

    /// Takes a packet that was made, and leaves it empty.
    func write(_ packet: borrowing Packet) throws {
        let size = packet.size
        var packets = UniqueDeque<Packet>(minimumCapacity: 1)
        packets.append(try packet.moved())
        try deliveries.append(.packets(packets, input: nil), weighing: size)
    }

    /// Takes packets that are copied from an input, and leaves none. `size`: of what they hold in memory, in bytes.
    func write(all packets: inout UniqueDeque<Packet>, size: Int, ofInput input: Int) throws(Cancelled) {
        let taken = exchange(&packets, with: UniqueDeque(minimumCapacity: packets.count))
        try deliveries.append(.packets(taken, input: input), weighing: size)
    }

    /// A track is finished.
    func finish(_ track: Int) {
        gate.finish(track)
        // Where the work was given up, nobody waits for it.
        try? deliveries.append(.end(track: track))
    }

    /// Writes packets as they come, until all tracks are finished. To be called once, on a thread of its own.
    func run() throws {
        try writing.withLock { writing in
            while writing.open > 0, let delivery = try deliveries.next() {
                switch consume delivery {
                case .packets(var packets, let input):
                    while let packet = packets.popFirst() {
                        if let fault, !fault(packet) { continue }
                        try writing.write(packet, ofInput: input)
                    }
                case .end(let track):
                    try writing.end(track)
                }
            }
        }
    }

    /// Writes the trailer, when all packets are written.
    func finish() throws(FFmpegError) {
        try writing.withLock { writing throws(FFmpegError) in try writing.finish() }
    }

    func cancel() {
        deliveries.cancel()
        gate.cancel()
    }
}
