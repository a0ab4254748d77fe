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
    /// How much later stored presentation times are than those that are found here; `nil` before the first that is stored.
    private var lateness: Int64?
    /// Frames that are presented before the first of which that is stored, with when they would be by when frames are decoded.
    private var early: [(held: HeldPacket, time: Int64)] = []
    /// Whether no frame with a stored presentation time has been presented yet where such are expected.
    var awaitsStored: Bool { keepsTimes && lateness == nil }
    /// Of the first frame of the stream.
    private var firstDecodingTime: Int64?

    /// MPEG states a time at least every 0.7 s.
    private static let mostEarly = 256

    init(delay: Int) { self.delay = delay }

    /// Takes the next frame in decoding order, and the place of its frame among those that follow the same key frame.
    mutating func add(_ new: HeldPacket, number: Int) {
        guard let decodingTime = new.packet.dts else {
            new.isReady = true
            return
        }
        if firstDecodingTime == nil { firstDecodingTime = decodingTime }
        // The stream is read from its beginning once more.
        if lastDecodingTime == nil, decodingTime == firstDecodingTime { lateness = nil }
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
        letGoEarly(until: nil)
    }

    /// Forgets all frames, because reading goes on elsewhere.
    mutating func reset() {
        waiting = []
        early = []
        greatest = .min
        lastDecodingTime = nil
    }

    private mutating func present(at time: Int64) {
        let frame = waiting.removeFirst().held
        guard keepsTimes else {
            frame.packet.pts = max(time, frame.packet.dts ?? .min)
            frame.isReady = true
            return
        }
        if let stored = frame.packet.pts {
            letGoEarly(until: stored)
            lateness = stored &- time
        } else if let lateness {
            place(frame, at: time &+ lateness)
        } else {
            early.append((frame, time))
            if early.count >= Self.mostEarly {
                letGoEarly(until: nil)
                lateness = 0
            }
            return
        }
        frame.isReady = true
    }

    /// Lets go the frames at the beginning: each is presented for as long as it lasts, up to a stored instant. Where none is known, they
    /// are presented by when frames are decoded.
    private mutating func letGoEarly(until next: Int64?) {
        var next = next
        for (frame, time) in early.reversed() {
            let duration = frame.packet.duration > 0 ? frame.packet.duration : lastDuration
            let instant = next.map { $0 &- duration } ?? time
            place(frame, at: instant)
            next = next == nil ? nil : frame.packet.pts
            frame.isReady = true
        }
        early = []
    }

    /// No frame is presented before it is decoded.
    private mutating func place(_ frame: HeldPacket, at time: Int64) {
        frame.packet.pts = max(time, frame.packet.dts ?? .min)
    }
}
