internal import MediaSyntax

/// Joins two packets of H.264 that hold a field each to the one frame that they are. MPEG-TS is divided so by libavformat's
/// parser; files that were copied from there without decoding keep it.
///
/// The joined packet has the times and the mark of its first field, and lasts as long as both. A field without another one
/// stays alone, and is marked as damaged where others have one; only where reading begins with it, it is left out, because its
/// other half came before.
///
/// `@unchecked Sendable`: its owner is noncopyable, so one thread at a time uses it.
@safe
final class FieldPairs: @unchecked Sendable {
    private struct Stream {
        var reader: PictureReader
        /// What the container says that a frame lasts on average, in ticks; `nil` where it does not say.
        let averageDuration: Double?
        /// Of which the other field may come next.
        var first: (held: HeldPacket, picture: CodedPicture)?
        var isAtStart = true
        /// How many pictures were looked at, of those that may be fields, until it was known how they are stored.
        var pictures = 0
        var isDecided = false
        /// How long the first frame lasts that was made of two packets, in ticks of the stream.
        var frameDuration: Int64?

        /// The first picture of a packet, and whether it is a field without the other one in the same packet.
        mutating func field(in packet: borrowing Packet) -> (picture: CodedPicture?, isAlone: Bool) {
            let picture = packet.withPayload { reader.firstPicture(in: $0) }
            pictures += 1
            guard let picture, picture.isField else { return (picture, false) }
            let isAlone = packet.withPayload { reader.holdsOnly(picture.structure, $0) }
            if !isAlone {
                isDecided = true
                // Where the container states no duration, libavformat takes the packet for the one field that it begins with.
                if let averageDuration, Double(packet.duration) < averageDuration * 0.75 { packet.duration &*= 2 }
            }
            return (picture, isAlone)
        }
    }

    private var streams: [Int: Stream] = [:]
    /// In the order of the file.
    private var held = WaitingPackets()

    /// `nil` where no stream can have fields.
    init?(_ infos: [StreamInfo]) {
        for info in infos where info.parameters.codecName == NALCodec.h264.rawValue {
            let reader = PictureReader(configuration: info.parameters.extradata)
            guard reader.readsSets || reader.mayHaveFields != false else { continue }
            let ticks = info.averageFrameRate.map { info.timeBase.ticks(ofRate: $0) }
            streams[info.index] = Stream(reader: reader, averageDuration: ticks)
        }
        if streams.isEmpty { return nil }
    }

    /// Whether more packets have to be read to know whether fields are apart.
    var isUndecided: Bool {
        !held.hasFailed && held.count < Self.longestWait
            && streams.values.contains {
                $0.reader.mayHaveFields == true && !$0.isDecided && $0.pictures < Self.sample
            }
    }

    /// How long a frame lasts, in ticks, of a stream whose fields were found to be apart; `nil` for others.
    func frameDuration(ofStream index: Int) -> Int64? { streams[index]?.frameDuration }

    /// Forgets all packets, because reading goes on elsewhere.
    func reset() {
        held = WaitingPackets()
        for index in streams.keys {
            streams[index]?.first = nil
            streams[index]?.isAtStart = true
        }
    }

    /// Forgets packets of streams that are not wanted.
    func select(_ isWanted: (Int) -> Bool) { held.select(isWanted) }

    /// Takes the next packet of the file.
    func add(_ packet: consuming Packet) throws(FFmpegError) {
        let index = packet.streamIndex
        let new = HeldPacket(packet, isReady: true)
        guard var stream = streams[index] else {
            held.append(new)
            if held.count >= Self.longestWait { finish() }
            return
        }
        streams[index] = nil
        defer { streams[index] = stream }
        let (picture, isAlone) = stream.field(in: new.packet)
        if let first = stream.first.take() {
            first.held.isReady = true
            if let picture, isAlone, first.picture.isCompleted(by: picture) {
                try Self.join(first.held.packet, new.packet)
                if stream.frameDuration == nil { stream.frameDuration = first.held.packet.duration }
                (stream.isDecided, stream.isAtStart) = (true, false)
                return
            }
            let isHalf = stream.isAtStart && picture.map { $0.structure != first.picture.structure } ?? false
            if isHalf { held.remove(first.held) }
            if stream.frameDuration != nil { first.held.packet.markAsCorrupt() }
        }
        held.append(new)
        if let picture, isAlone {
            new.isReady = false
            stream.first = (new, picture)
        } else {
            stream.isAtStart = false
        }
    }

    /// The file has ended: no field waits for another one.
    func finish() {
        for index in streams.keys { streams[index]?.first.take()?.held.isReady = true }
    }

    /// Reading ahead has failed. That is reported in its place: behind the packets that were read.
    func fail(_ error: FFmpegError) {
        held.fail(error)
        finish()
    }

    /// Gives the next packet of the file; `false` where none is known to be whole.
    func next(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        try held.next(into: packet)
    }

    private static func join(_ first: borrowing Packet, _ second: borrowing Packet) throws(FFmpegError) {
        try first.append(payloadOf: second)
        // Where the container says of each field how long the frame lasts, the second begins before the first ends.
        let end = first.pts.map { $0 &+ first.duration }
        if let end, let next = second.pts, next &+ max(1, second.duration / 4) < end { return }
        first.duration &+= second.duration
    }

    /// So many pictures are looked at to find out whether fields are apart.
    private static let sample = 32
    /// A field waits for the other one while fewer packets than this come.
    private static let longestWait = 1024
}

extension TimeBase {
    /// How many ticks there are from frame to frame at a rate.
    fileprivate func ticks(ofRate rate: TimeBase) -> Double {
        Double(denominator) * Double(rate.denominator) / (Double(numerator) * Double(rate.numerator))
    }
}
