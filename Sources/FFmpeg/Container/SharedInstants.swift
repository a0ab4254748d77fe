/// Gives frames of Matroska instants of their own where they come faster than its clock counts, which is in milliseconds unless a file says
/// otherwise: from about 1000 frames a second on, several share a timestamp. Which of these is presented first, picture order counts say.
///
/// Such a stream's unit becomes a thousandth of what the file states (``SpacedInstants``).
///
/// `@unchecked Sendable`: its owner is noncopyable, so one thread at a time uses it.
@safe
final class SharedInstants: @unchecked Sendable {
    /// Ready when both of its times are known.
    private final class Held: HeldPacket {
        var isPresented = false { didSet { isReady = isPresented && isDecoded } }
        var isDecoded = false { didSet { isReady = isPresented && isDecoded } }
    }

    private struct Stream {
        let info: StreamInfo
        var order: FrameOrder?
        /// `nil` until it is known that frames share timestamps.
        var instants: SpacedInstants?
        /// Packets that wait until that is known.
        var unjudged: [(number: Int, held: Held)] = []
        /// In presentation order.
        var waiting: [(time: Int64, sequence: Int, number: Int, held: Held)] = []
        /// In decoding order.
        var undated: [Held] = []
        /// Counts begin anew at key frames.
        var sequence = 0
        var greatest = Int.min

        /// How many frames may overtake one.
        var longestWait: Int { order == nil ? 0 : 16 }
    }

    private var streams: [Int: Stream] = [:]
    /// In the order of the file.
    private var held = WaitingPackets()
    /// The streams whose frames share timestamps, as they are to be read.
    private(set) var replaced: [Int: StreamInfo] = [:]

    /// Of the streams of a format, by libav's name. `nil` where it is none of Matroska, and where its clock can count the stated rates.
    init?(_ infos: [StreamInfo], format: String) throws(FFmpegError) {
        guard format.hasPrefix("matroska") else { return nil }
        for info in infos where info.kind == .video && info.mayShareTimestamps {
            streams[info.index] = Stream(info: info, order: try FrameOrder(info.parameters))
        }
        if streams.isEmpty { return nil }
    }

    /// Whether more packets have to be read to know which streams have frames that share timestamps.
    var isUndecided: Bool {
        !held.hasFailed && held.count < Self.longestWait
            && streams.values.contains { $0.instants == nil && $0.unjudged.count < Self.sample }
    }

    /// Whether packets have to pass through here.
    var isBusy: Bool { !streams.isEmpty || !held.isEmpty }

    /// How many of a stream's ticks are one of the file; 1 where the stream is read as it is.
    func parts(ofStream index: Int) -> Int64 { replaced[index] == nil ? 1 : SpacedInstants.parts }

    /// Forgets packets of streams that are not wanted.
    func select(_ isWanted: (Int) -> Bool) { held.select(isWanted) }

    /// Forgets all packets, because reading goes on elsewhere.
    func reset() {
        held = WaitingPackets()
        for index in streams.keys {
            streams[index]?.waiting = []
            streams[index]?.undated = []
            streams[index]?.greatest = .min
            streams[index]?.instants?.reset()
        }
    }

    /// Takes the next packet of the file.
    func add(_ packet: consuming Packet) {
        let index = packet.streamIndex
        let new = Held(packet)
        held.append(new)
        guard var stream = streams[index] else {
            (new.isPresented, new.isDecoded) = (true, true)
            return
        }
        streams[index] = nil
        let number = stream.order?.number(of: new.packet) ?? 0
        if stream.instants == nil {
            stream.unjudged.append((number, new))
        } else {
            Self.place(new, number, in: &stream)
        }
        streams[index] = stream
    }

    /// Enough was read: streams whose frames do not share timestamps are let through.
    func decide() {
        for index in Array(streams.keys) {
            guard var stream = streams[index], stream.instants == nil else { continue }
            streams[index] = nil
            let (info, unjudged) = (stream.info, stream.unjudged)
            stream.unjudged = []
            // Those at the end may be presented after some that were not read yet.
            let times = unjudged.compactMap { $0.held.packet.pts }.sorted()
            let known = times.dropLast(times.count < Self.sample ? 0 : stream.longestWait)
            guard times.count == unjudged.count,
                let rate = SpacedInstants.rate(of: Array(known), unit: info.timeBase, stated: info.averageFrameRate),
                let fine = info.counting(inPartsOfTick: Int32(SpacedInstants.parts), rate: rate),
                let instants = SpacedInstants(rate: rate, unit: info.timeBase)
            else {
                for (_, held) in unjudged { (held.isPresented, held.isDecoded) = (true, true) }
                continue
            }
            stream.instants = instants
            replaced[index] = fine
            for (number, held) in unjudged { Self.place(held, number, in: &stream) }
            streams[index] = stream
        }
    }

    /// Puts a packet among those that wait to be presented, and presents the first of them where no other can come before it.
    private static func place(_ new: Held, _ number: Int, in stream: inout Stream) {
        guard let time = new.packet.pts else {
            (new.isPresented, new.isDecoded) = (true, true)
            return
        }
        if new.packet.isKey, number <= stream.greatest {
            stream.sequence += 1
            stream.greatest = number
        }
        stream.greatest = max(stream.greatest, number)
        let key = (time, stream.sequence, number)
        let place = stream.waiting.lastIndex { ($0.time, $0.sequence, $0.number) <= key }
        stream.waiting.insert((time, stream.sequence, number, new), at: place.map { $0 + 1 } ?? 0)
        stream.undated.append(new)
        if stream.waiting.count > stream.longestWait { present(in: &stream) }
    }

    /// Presents the first frame that waits. So many frames later than the stream holds back, the next one is decoded.
    private static func present(in stream: inout Stream) {
        guard let duration = stream.instants?.duration, !stream.waiting.isEmpty, !stream.undated.isEmpty else { return }
        let (time, _, _, frame) = stream.waiting.removeFirst()
        let instant = stream.instants?.next(time) ?? time
        frame.packet.pts = instant
        frame.packet.duration = duration
        frame.isPresented = true
        let decoded = stream.undated.removeFirst()
        let delay = Int64(stream.info.parameters.reorderDepth) * duration
        let early = instant &- delay
        decoded.packet.dts = decoded.isPresented ? min(early, decoded.packet.pts ?? .max) : early
        decoded.isDecoded = true
    }

    /// Reading has failed. That is reported in its place: behind the packets that were read.
    func fail(_ error: FFmpegError) {
        held.fail(error)
        finish()
    }

    /// The file has ended: what is waiting is presented frame by frame.
    func finish() {
        decide()
        for index in Array(streams.keys) {
            guard var stream = streams[index] else { continue }
            streams[index] = nil
            while !stream.waiting.isEmpty { Self.present(in: &stream) }
            streams[index] = stream
        }
    }

    /// Gives the next packet of the file, if its times are known.
    func next(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        try held.next(into: packet)
    }

    /// So many frames say at which rate they come.
    private static let sample = 128
    /// So many packets of the file are held at most until it is known.
    private static let longestWait = 1024
}

extension StreamInfo {
    /// Whether frames may come faster than timestamps count: by the stated rate, or because none is stated, as of a live recording.
    fileprivate var mayShareTimestamps: Bool {
        guard disposition.isDisjoint(with: [.attachedFrame, .timedThumbnails]) else { return false }
        guard let rate = averageFrameRate else { return true }
        return Int64(rate.numerator) * Int64(timeBase.numerator) > Int64(rate.denominator) * Int64(timeBase.denominator)
    }
}
