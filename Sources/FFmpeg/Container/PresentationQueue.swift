/// A packet that was read ahead.
final class HeldPacket {
    let packet: Packet
    /// Whether nothing more is to be found out about its times.
    var isTimed = false

    init(_ packet: consuming Packet) { self.packet = packet }
}

/// Frames of a stream that wait to be presented, as in a decoder: when more are waiting than it ever holds back, the one that
/// is presented first of them is presented when the newest is decoded.
struct PresentationQueue {
    /// How many frames the decoder holds back.
    let delay: Int
    /// Whether presentation times are stored, though perhaps not of every frame.
    var keepsTimes = false
    /// Of the newest frame.
    private(set) var lastDecodingTime: Int64?
    private var lastDuration: Int64 = 1
    /// The shortest time from one decoded frame to the next.
    private var shortestStep: Int64?
    /// Counts begin anew at key frames.
    private var sequence = 0
    private var greatest = Int.min
    /// In presentation order.
    private var waiting: [(sequence: Int, number: Int, held: HeldPacket)] = []
    /// How much later stored presentation times are than those that are found here.
    private var lateness: Int64 = 0

    init(delay: Int) { self.delay = delay }

    /// Takes the next frame in decoding order, and the place of its frame among those that follow the same key frame.
    mutating func add(_ new: HeldPacket, number: Int) {
        guard let decodingTime = new.packet.dts else {
            new.isTimed = true
            return
        }
        if new.packet.isKey, number <= greatest {
            sequence += 1
            greatest = number
        }
        greatest = max(greatest, number)
        let place = waiting.lastIndex { ($0.sequence, $0.number) <= (sequence, number) }
        waiting.insert((sequence, number, new), at: place.map { $0 + 1 } ?? 0)
        if let last = lastDecodingTime, decodingTime > last {
            let step = decodingTime &- last
            shortestStep = min(shortestStep ?? step, step)
        }
        lastDecodingTime = decodingTime
        // AVI may count more ticks than it has frames, and all of its packets last one.
        lastDuration = max(1, new.packet.duration, shortestStep ?? 1)
        if waiting.count > delay { present(at: decodingTime) }
    }

    /// No more frames come: what is waiting is presented frame by frame.
    mutating func finish() {
        while !waiting.isEmpty {
            let time = (lastDecodingTime ?? 0) &+ lastDuration
            lastDecodingTime = time
            present(at: time)
        }
    }

    /// Forgets all frames, because reading goes on elsewhere.
    mutating func reset() {
        waiting = []
        greatest = .min
        lastDecodingTime = nil
    }

    private mutating func present(at time: Int64) {
        let frame = waiting.removeFirst().held
        if keepsTimes, let stored = frame.packet.pts {
            lateness = stored &- time
        } else {
            frame.packet.pts = max(time &+ lateness, frame.packet.dts ?? .min)
        }
        frame.isTimed = true
    }
}
