/// Gives packets of H.264, HEVC and MPEG-4 their presentation times, in a container that stores none (AVI), and where those that
/// are stored are times of decoding (``TimesOfDecoding``).
///
/// Frames are presented in the order of their picture order counts. As a decoder does, it lets a frame go when more frames
/// are waiting than the stream ever holds back: then the frame that is presented first of them is presented when the newest is
/// decoded. So every presentation time is a decoding time of the stream, and none lies before its own packet's.
///
/// `@unchecked Sendable`: its owner is noncopyable, so one thread at a time uses it.
@safe
final class PresentationTimes: @unchecked Sendable {
    private final class Held {
        let packet: Packet
        var isTimed = false

        init(_ packet: consuming Packet) { self.packet = packet }
    }

    private struct Stream {
        /// `nil` where it is known that the stream has no presentation times.
        var evidence: TimesOfDecoding?
        /// Packets that wait until that is known, with the places of their frames.
        var unjudged: [(number: Int, held: Held)] = []
        let parser: FrameOrderParser?
        let packed: PackedFrames?
        var order = VisualObjectOrder()
        /// How many frames the decoder holds back.
        let delay: Int
        /// Whether what is stored as presentation times is all there is.
        var decodesAtPresentation = false
        /// Counts begin anew at key frames.
        var sequence = 0
        var greatest = Int.min
        /// In presentation order.
        var waiting: [(sequence: Int, number: Int, held: Held)] = []
        var lastDecodingTime: Int64 = 0
        var lastDuration: Int64 = 1
    }

    private var streams: [Int: Stream] = [:]
    /// In the order of the file.
    private var held: [Held] = []
    private var failure: FFmpegError?
    private let areStored: Bool

    /// Of streams in a container that stores presentation times, or in one that does not. `nil` where no stream can need it.
    init?(_ infos: [StreamInfo], areStored: Bool) throws(FFmpegError) {
        for info in infos where info.parameters.reorderDepth > 0 {
            let parser = try FrameOrderParser(info.parameters)
            guard parser != nil || info.parameters.codecName == "mpeg4" else { continue }
            streams[info.index] = Stream(
                evidence: areStored ? TimesOfDecoding() : nil,
                parser: parser,
                packed: areStored ? nil : try PackedFrames.make(info),
                delay: info.parameters.reorderDepth
            )
        }
        self.areStored = areStored
        if streams.isEmpty { return nil }
    }

    /// Whether more packets have to be read to know which streams lack presentation times.
    var isUndecided: Bool {
        failure == nil && held.count < Self.longestWait && streams.values.contains { $0.evidence != nil }
    }

    /// Whether a stream has none.
    var isNeeded: Bool { streams.values.contains { $0.evidence == nil } }

    /// Whether times are stored that are none of presentation.
    var areMisplaced: Bool { areStored && isNeeded }

    /// Whether packets have to pass through here.
    var isBusy: Bool { !streams.isEmpty || !held.isEmpty || failure != nil }

    /// The parameters of a stream of MPEG-4, which no longer say that frames are packed; `nil` for others.
    func parameters(ofStream index: Int) -> CodecParameters? { streams[index]?.packed?.parameters }

    /// Forgets all packets, because reading goes on elsewhere.
    func reset() {
        held = []
        failure = nil
        for index in streams.keys {
            streams[index]?.waiting = []
            streams[index]?.unjudged = []
            streams[index]?.packed?.reset()
            streams[index]?.greatest = .min
        }
    }

    /// Forgets packets of streams that are not wanted.
    func select(_ isWanted: (Int) -> Bool) { held.removeAll { !isWanted($0.packet.streamIndex) } }

    /// Takes the next packet of the file.
    func add(_ packet: consuming Packet) throws(FFmpegError) {
        let index = packet.streamIndex
        if let packed = streams[index]?.packed, try !packed.unpack(packet) { return }
        let new = Held(packet)
        held.append(new)
        guard var stream = streams[index] else {
            new.isTimed = true
            if held.count >= Self.longestWait { giveUp() }
            return
        }
        streams[index] = nil
        let number = stream.parser?.number(of: new.packet) ?? stream.order.number(of: new.packet)
        if stream.evidence == nil {
            Self.place(new, number, in: &stream)
        } else {
            stream.unjudged.append((number, new))
            stream.evidence?.add(time: new.packet.pts, number: number, isKey: new.packet.isKey)
        }
        streams[index] = judged(stream)
    }

    /// Gives a stream's packets their times, or lets them go as they are, where it is known which is right; `nil` for a stream
    /// of which nothing more need be known.
    private func judged(_ stream: consuming Stream) -> Stream? {
        switch stream.evidence?.verdict {
        case .none, .undecided: return stream
        case .no:
            for (_, held) in stream.unjudged { held.isTimed = true }
            return nil
        case .yes:
            stream.evidence = nil
            // Of a container without decoding times, libavformat knows none of the first packets.
            let lacksTimes = stream.unjudged.contains { $0.held.packet.dts == nil }
            stream.decodesAtPresentation = lacksTimes
            for (number, held) in stream.unjudged { Self.place(held, number, in: &stream) }
            stream.unjudged = []
            return stream
        }
    }

    /// Puts a packet among those that wait to be presented, and presents the first of them if there are enough.
    private static func place(_ new: Held, _ number: Int, in stream: inout Stream) {
        if stream.decodesAtPresentation { new.packet.dts = new.packet.pts }
        // What an edit list hides was found by times that are none of presentation.
        new.packet.unmarkAsDiscarded()
        guard let decodingTime = new.packet.dts else {
            new.isTimed = true
            return
        }
        if new.packet.isKey, number <= stream.greatest {
            stream.sequence += 1
            stream.greatest = number
        }
        stream.greatest = max(stream.greatest, number)
        let place = stream.waiting.lastIndex { ($0.sequence, $0.number) <= (stream.sequence, number) }
        stream.waiting.insert((stream.sequence, number, new), at: place.map { $0 + 1 } ?? 0)
        stream.lastDecodingTime = decodingTime
        stream.lastDuration = max(1, new.packet.duration)
        if stream.waiting.count > stream.delay { present(&stream, at: decodingTime) }
    }

    /// What is not known by now is taken as it is.
    private func giveUp() {
        for index in streams.keys {
            guard var stream = streams[index], stream.evidence != nil else { continue }
            stream.evidence?.giveUp()
            streams[index] = judged(stream)
        }
    }

    /// Reading ahead has failed. That is reported in its place: behind the packets that were read.
    func fail(_ error: FFmpegError) {
        failure = error
        finish()
    }

    /// The file has ended: what is waiting is presented frame by frame.
    func finish() {
        giveUp()
        for index in streams.keys {
            guard var stream = streams[index] else { continue }
            while !stream.waiting.isEmpty {
                stream.lastDecodingTime += stream.lastDuration
                Self.present(&stream, at: stream.lastDecodingTime)
            }
            streams[index] = stream
        }
    }

    /// Gives the next packet of the file, if its time is known.
    func next(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        guard let first = held.first else {
            if let error = failure.take() { throw error }
            return false
        }
        guard first.isTimed else { return false }
        packet.take(try first.packet.reference())
        held.removeFirst()
        return true
    }

    private static func present(_ stream: inout Stream, at time: Int64) {
        let frame = stream.waiting.removeFirst().held
        frame.packet.pts = time
        frame.isTimed = true
    }
    /// So many packets of the file are held at most until it is known which streams lack presentation times.
    private static let longestWait = 1024
}
