/// Gives packets of H.264, HEVC and MPEG-4 their presentation times, in a container that stores none (AVI).
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
        let parser: FrameOrderParser?
        let packed: PackedFrames?
        var order = VisualObjectOrder()
        /// How many frames the decoder holds back.
        let delay: Int
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

    /// `nil` where no stream needs it.
    init?(_ infos: [StreamInfo]) throws(FFmpegError) {
        for info in infos where info.parameters.reorderDepth > 0 {
            let parser = try FrameOrderParser(info.parameters)
            let packed = try PackedFrames.make(info)
            guard parser != nil || packed != nil else { continue }
            streams[info.index] = Stream(parser: parser, packed: packed, delay: info.parameters.reorderDepth)
        }
        if streams.isEmpty { return nil }
    }

    /// The parameters of a stream of MPEG-4, which no longer say that frames are packed; `nil` for others.
    func parameters(ofStream index: Int) -> CodecParameters? { streams[index]?.packed?.parameters }

    /// Forgets all packets, because reading goes on elsewhere.
    func reset() {
        held = []
        for index in streams.keys {
            streams[index]?.waiting = []
            streams[index]?.packed?.reset()
            streams[index]?.greatest = .min
        }
    }

    /// Takes the next packet of the file.
    func add(_ packet: consuming Packet) throws(FFmpegError) {
        let index = packet.streamIndex
        if let packed = streams[index]?.packed, try !packed.unpack(packet) { return }
        let new = Held(packet)
        held.append(new)
        guard var stream = streams[index], let decodingTime = new.packet.dts else {
            new.isTimed = true
            return
        }
        let number = stream.parser?.number(of: new.packet) ?? stream.order.number(of: new.packet)
        if new.packet.isKey, number <= stream.greatest {
            stream.sequence += 1
            stream.greatest = number
        }
        stream.greatest = max(stream.greatest, number)
        let place = stream.waiting.lastIndex { ($0.sequence, $0.number) <= (stream.sequence, number) }
        stream.waiting.insert((stream.sequence, number, new), at: place.map { $0 + 1 } ?? 0)
        stream.lastDecodingTime = decodingTime
        stream.lastDuration = max(1, new.packet.duration)
        if stream.waiting.count > stream.delay { Self.present(&stream, at: decodingTime) }
        streams[index] = stream
    }

    /// The file has ended: what is waiting is presented frame by frame.
    func finish() {
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
        guard let first = held.first, first.isTimed else { return false }
        packet.take(try first.packet.reference())
        held.removeFirst()
        return true
    }

    private static func present(_ stream: inout Stream, at time: Int64) {
        let frame = stream.waiting.removeFirst().held
        frame.packet.pts = time
        frame.isTimed = true
    }
}
