internal import DequeModule
internal import FFmpeg
internal import MediaTime

/// Packets of several tracks that wait until it is known which one comes next in the file (``PacketOrder``).
struct HeldPackets: ~Copyable {
    private var order: PacketOrder
    /// For each track.
    private var queues = UniqueDeque<UniqueDeque<Packet>>()
    /// The unit of each track's time in the container.
    private let timeBases: [TimeBase]

    /// Of tracks with these units of time, of some of which the last packet is kept until the track ends.
    init(timeBases: [TimeBase], keepingLast: [Bool]) {
        self.timeBases = timeBases
        order = PacketOrder(tracks: timeBases.count, keepingLast: keepingLast)
        for _ in timeBases { queues.append(UniqueDeque()) }
    }

    /// Takes a packet, which was copied from one of the inputs; `nil` for one that was made.
    mutating func add(_ packet: consuming Packet, ofInput input: Int?) {
        let track = packet.streamIndex
        let time = (packet.dts ?? packet.pts).flatMap { timeBases[track].time($0)?.seconds } ?? 0
        var place: PacketOrder.Place?
        if let input, let offset = packet.filePosition { place = PacketOrder.Place(input: input, offset: offset) }
        order.add(PacketOrder.Entry(time: time, place: place), to: track)
        queues[track].append(packet)
    }

    /// Mends the last packet of a track, where it waits.
    func mendLast(ofTrack track: Int, _ sample: LastSample) {
        if !queues[track].isEmpty { sample.mend(queues[track][queues[track].count - 1]) }
    }

    /// No more packets of a track will come.
    mutating func finish(_ track: Int) { order.finish(track) }

    /// The packet that comes next; `nil` where that is not known yet.
    mutating func next() -> Packet? {
        guard let track = order.next() else { return nil }
        return queues[track].popFirst()
    }
}
