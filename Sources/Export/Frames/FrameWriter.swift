internal import FFmpeg

/// Encodes frames and writes their packets.
struct FrameWriter: ~Copyable {
    private let encoder: Encoder
    private let isInFrames: Bool
    private let sink: PacketSink
    private let durations = DurationLedger()
    private let packet: Packet
    private let adapt: (borrowing Packet) throws -> Void

    /// `adapt` may change each packet, in the output's ticks, before it is written.
    ///
    /// Not an initialiser: Swift 6.3 miscompiles throwing ones of noncopyable values.
    static func make(
        _ encoder: consuming Encoder,
        _ clock: TrackPlan.FrameClock,
        into sink: PacketSink,
        adapt: @escaping (borrowing Packet) throws -> Void = { _ in }
    ) throws -> FrameWriter {
        FrameWriter(encoder: encoder, isInFrames: clock.isInFrames, sink: sink, packet: try Packet(), adapt: adapt)
    }

    private init(
        encoder: consuming Encoder,
        isInFrames: Bool,
        sink: PacketSink,
        packet: consuming Packet,
        adapt: @escaping (borrowing Packet) throws -> Void
    ) {
        self.adapt = adapt
        self.encoder = encoder
        self.isInFrames = isInFrames
        self.sink = sink
        self.packet = packet
    }

    /// Encodes a frame, which stands at `place` and lasts for so many units of the clock.
    func write(_ frame: borrowing Frame, at place: Int64, lasting count: Int64) throws {
        frame.pts = place
        if !isInFrames { durations.note(count, at: place) }
        while try !encoder.send(frame) { try drain() }
        try drain()
    }

    /// The packets that the encoder still holds.
    func finish() throws {
        try encoder.sendEnd()
        try drain()
    }

    private func drain() throws {
        while try encoder.receive(into: packet) == .produced {
            let output = try packet.reference()
            packet.reset()
            output.duration = isInFrames ? 1 : output.pts.flatMap { durations[$0] } ?? output.duration
            output.rescale(from: encoder.timeBase, to: sink.timeBase)
            try adapt(output)
            sink.progress.countFrame()
            try sink.write(output)
        }
    }
}

/// Remembers how long frames last while the encoder holds them: encoders do not keep durations. The capacity is longer than
/// any encoder's delay.
final class DurationLedger {
    private static let capacity = 512
    private var durations: [Int64: Int64] = [:]
    private var order: [Int64] = []

    func note(_ duration: Int64, at timestamp: Int64) {
        durations[timestamp] = duration
        order.append(timestamp)
        if order.count > 2 * Self.capacity {
            for old in order.prefix(Self.capacity) { durations[old] = nil }
            order.removeFirst(Self.capacity)
        }
    }

    subscript(timestamp: Int64) -> Int64? { durations[timestamp] }
}
