internal import FFmpeg

/// Encodes frames and writes their packets.
struct FrameWriter: ~Copyable {
    private let encoder: Encoder
    private let isInFrames: Bool
    private let sink: PacketSink
    private let durations = DurationLedger()
    /// libvpx and libaom count in units of 100 ns, and give timestamps back that are off by that at most: so much, in ticks of the encoder that
    /// have begun.
    private let tolerance: Int64
    private let ticks: DistinctTicks
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
        ticks = DistinctTicks(from: encoder.timeBase, to: sink.timeBase)
        let unit = encoder.timeBase
        let span = Self.encoderUnits * max(1, Int64(unit.numerator))
        tolerance = (Int64(unit.denominator) + span - 1) / span
        self.encoder = encoder
        self.isInFrames = isInFrames
        self.sink = sink
        self.packet = packet
    }

    /// Of libvpx and libaom, in a second.
    private static let encoderUnits: Int64 = 10_000_000

    /// Encodes a frame, which stands at `place` and lasts for so many units of the clock.
    func write(_ frame: borrowing Frame, at place: Int64, lasting count: Int64) throws {
        var begin = place
        if !isInFrames {
            begin = ticks.place(place)
            durations.note(max(0, place + count - begin), at: begin)
        }
        frame.pts = begin
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
            if isInFrames {
                output.duration = 1
            } else if let stated = output.pts, let frame = durations.frame(at: stated, within: tolerance) {
                if output.dts == stated { output.dts = frame.begin }
                (output.pts, output.duration) = (frame.begin, frame.duration)
            }
            let end = output.pts.map { $0 + output.duration }
            output.rescale(from: encoder.timeBase, to: sink.timeBase)
            // Both ends are rounded, so that frames follow one another, and the last one ends where all do.
            if let end, let begin = output.pts {
                let last = DistinctTicks.converted(end, from: encoder.timeBase, to: sink.timeBase)
                output.duration = max(0, last - begin)
            }
            try adapt(output)
            sink.progress.countFrame()
            try sink.write(output)
        }
    }
}

/// Keeps frames apart. Of the first one only the end is shown where the in point lies inside it, and of others where parts meet, and that may
/// be shorter than a tick of a coarse clock: then the next one begins a tick later, so that both have an instant. Frames that all come faster
/// than the clock counts share instants.
final class DistinctTicks {
    private let unit: TimeBase
    private let tick: TimeBase
    /// Where the frame before was to begin, where it does, and the tick that it got.
    private var before: (place: Int64, given: Int64, tick: Int64)?
    /// Whether that was less than a tick behind the one before it.
    private var wasShort = false

    /// Of instants in units of an encoder's time base, in a container with another one.
    init(from unit: TimeBase, to tick: TimeBase) { (self.unit, self.tick) = (unit, tick) }

    /// Where the next frame begins that is to begin there: later than the one before.
    func place(_ place: Int64) -> Int64 {
        let own = Self.converted(place, from: unit, to: tick)
        guard let before else {
            self.before = (place, place, own)
            return place
        }
        let least = wasShort ? before.tick : before.tick + 1
        wasShort = isShort(place - before.place)
        let moved = max(own, least)
        let given = max(place, before.given + 1, moved == own ? place : Self.converted(moved, from: tick, to: unit))
        self.before = (place, given, moved)
        return given
    }

    /// Whether so many units are less than a tick.
    private func isShort(_ units: Int64) -> Bool {
        Int128(units) * Int128(unit.numerator) * Int128(tick.denominator)
            < Int128(tick.numerator) * Int128(unit.denominator)
    }

    /// To the nearest; a half goes up.
    static func converted(_ ticks: Int64, from source: TimeBase, to target: TimeBase) -> Int64 {
        let numerator = Int128(ticks) * Int128(source.numerator) * Int128(target.denominator)
        let denominator = Int128(source.denominator) * Int128(target.numerator)
        guard denominator > 0 else { return ticks }
        let (quotient, rest) = (2 * numerator + denominator).quotientAndRemainder(dividingBy: 2 * denominator)
        return Int64(clamping: rest < 0 ? quotient - 1 : quotient)
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

    /// The frame that a timestamp means: the one that begins there, or nearest to it; `nil` where none is as near as that.
    ///
    /// - Complexity: O(1) where one begins there, else O(n) in the number of those that are remembered.
    func frame(at timestamp: Int64, within tolerance: Int64) -> (begin: Int64, duration: Int64)? {
        if let duration = durations[timestamp] { return (timestamp, duration) }
        guard let begin = order.min(by: { abs($0 - timestamp) < abs($1 - timestamp) }),
            abs(begin - timestamp) <= tolerance,
            let duration = durations[begin]
        else { return nil }
        return (begin, duration)
    }
}
