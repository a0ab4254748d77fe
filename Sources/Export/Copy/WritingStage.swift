internal import DequeModule
internal import FFmpeg

/// The last stage of a copy: writes packets, in step with the other tracks.
final class WritingStage: PacketStage {
    private let sink: PacketSink
    /// The file that packets are copied from, among the plan's inputs.
    private let input: Int
    /// Whether a packet is a frame, to be counted.
    private let countsFrames: Bool
    /// The others are told how far the track is when it has come to this tick.
    private var nextNews = Int64.min
    /// In ticks.
    private let step: Int64
    /// Packets that are written together.
    private var batch = UniqueDeque<Packet>()
    /// The sizes of those of these that are in memory, in bytes.
    private var batchBytes = 0

    init(sink: PacketSink, input: Int, countsFrames: Bool) {
        self.sink = sink
        self.input = input
        self.countsFrames = countsFrames
        step = Int64(sink.timeBase.denominator) / (Self.newsPerSecond * Int64(max(1, sink.timeBase.numerator)))
    }

    /// Each time, what waits here is written.
    private static let newsPerSecond: Int64 = 2
    /// So many packets are handed to the muxer together at most: enough that handing over costs little, and little memory.
    private static let batchSize = 128
    private static let mostBytes = 1 << 20

    func take(_ packet: consuming CopiedPacket) throws {
        if let ticks = packet.packet.dts ?? packet.packet.pts, ticks >= nextNews, let time = sink.timeBase.time(ticks) {
            try writeBatch()
            nextNews = ticks + step
            try sink.pass(time)
        }
        if countsFrames { sink.progress.countFrame() }
        if !packet.packet.isUnread { batchBytes += packet.packet.size }
        batch.append(packet.packet)
        if batch.count == Self.batchSize || batchBytes >= Self.mostBytes { try writeBatch() }
    }

    func finish() throws { try writeBatch() }

    private func writeBatch() throws {
        guard !batch.isEmpty else { return }
        try sink.write(all: &batch, size: batchBytes, ofInput: input)
        batchBytes = 0
    }
}
