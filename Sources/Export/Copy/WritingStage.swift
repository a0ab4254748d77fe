internal import FFmpeg

/// The last stage of a copy: writes packets, in step with the other tracks.
final class WritingStage: PacketStage {
    private let sink: PacketSink
    /// Whether a packet is a frame, to be counted.
    private let countsFrames: Bool
    /// The others are told how far the track is when it has come to this tick.
    private var nextNews = Int64.min
    /// In ticks.
    private let step: Int64
    private var batch: PacketBatch

    /// `input`: the file that packets are copied from, among the plan's inputs.
    init(sink: PacketSink, input: Int, countsFrames: Bool) {
        self.sink = sink
        batch = PacketBatch(ofInput: input)
        self.countsFrames = countsFrames
        step = Int64(sink.timeBase.denominator) / (Self.newsPerSecond * Int64(max(1, sink.timeBase.numerator)))
    }

    /// Each time, what waits here is written.
    private static let newsPerSecond: Int64 = 2

    func take(_ packet: consuming CopiedPacket) throws {
        if let ticks = packet.packet.dts ?? packet.packet.pts, ticks >= nextNews, let time = sink.timeBase.time(ticks) {
            try batch.write(into: sink)
            nextNews = ticks + step
            try sink.pass(time)
        }
        if countsFrames { sink.progress.countFrame() }
        try batch.add(packet.packet, for: sink)
    }

    func finish() throws { try batch.write(into: sink) }
}
