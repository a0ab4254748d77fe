internal import DequeModule
internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

/// Decodes frames after ``H264Restart``, and compares them with the source's. What a stream promises of its entries is not
/// enough: lists of references are shorter behind one.
struct RestartProof: ~Copyable {
    /// So many packets are decoded at most, and so many behind the next entry.
    private static let (mostPackets, morePackets) = (600, 20)

    private let media: MediaDescription
    private let track: MediaTrack
    private var packets = UniqueDeque<Packet>()
    private var allowsGaps = false
    /// The frame behind which numbers cannot be changed (asset time); `nil` where none was found.
    private(set) var hindrance: RationalTime?

    init(of media: MediaDescription, track: MediaTrack) {
        (self.media, self.track) = (media, track)
    }

    /// The restart at the frame that begins at an instant (asset time); `nil` where frames behind it would be decoded
    /// differently, or cannot be numbered anew up to the out point; `nil`: to the end.
    mutating func restart(at start: RationalTime, to outPoint: RationalTime?) throws -> FrameRestart? {
        var reader = try TrackReader(media, track: track)
        let (stream, clock) = (reader.stream, reader.clock)
        guard try collect(from: start, &reader) else { return nil }
        var originals = try DecodedFrames.open(TrackReader(media, track: track), damage: DamageLog())
        try originals.seek(to: start - track.tick)
        let parameters = stream.parameters
        var restart = H264Restart(configuration: parameters.extradata, allowingGaps: allowsGaps)
        let headers = allowsGaps ? H264Restart.allowingGaps(inHeaders: parameters.extradata) : parameters.extradata
        let decoder = try Decoder(parameters.replacing(extradata: headers), timeBase: stream.timeBase)
        let frame = try Frame()
        let count = packets.count
        var same = 0
        func compare(_ frame: borrowing Frame) throws {
            let instant = clock.instant(frame.pts ?? frame.bestEffortTimestamp)
            while let original = try originals.next() {
                guard let begin = originals.instant(of: original), let instant, begin >= instant else { continue }
                if begin == instant, !frame.isDamaged, frame.hasSameSamples(as: original) { same += 1 }
                return
            }
        }
        do {
            while let packet = packets.popFirst() {
                guard let payload = restart.restarted(packet.bytes) else { return nil }
                try packet.replacePayload(with: payload)
                try decoder.decode(packet, into: frame, compare)
            }
            try decoder.finish(into: frame, compare)
        } catch let error as FFmpegError where error.isDamage {
            return nil
        }
        guard same == count, decoder.takeErrors().isEmpty, try passes(&restart, &reader, to: outPoint) else {
            return nil
        }
        return FrameRestart(allowsGaps: allowsGaps)
    }

    /// Whether the frames behind those that were decoded, up to the source's next IDR frame, can be numbered anew, by their headers.
    private mutating func passes(
        _ restart: inout H264Restart,
        _ reader: inout TrackReader,
        to outPoint: RationalTime?
    ) throws -> Bool {
        let packet = try Packet()
        while !restart.isOver, try reader.read(into: packet) {
            defer { packet.reset() }
            let instant = reader.clock.instant(packet.pts)
            if let outPoint, let decoded = reader.clock.instant(packet.dts), decoded >= outPoint { break }
            guard packet.size > 0, let instant else { continue }
            if packet.withPayload({ !restart.passes($0) }) {
                hindrance = instant
                return false
            }
        }
        return true
    }

    /// Reads packets from the frame on, up to some behind the next entry, without those that are presented before it.
    private mutating func collect(from start: RationalTime, _ reader: inout TrackReader) throws -> Bool {
        guard let units = NALUnits(reader.stream.parameters) else { return false }
        try reader.seek(to: start)
        var most = Self.mostPackets
        while packets.count < most {
            let packet = try Packet()
            guard try reader.read(into: packet) else { break }
            guard packet.size > 0 else { continue }
            guard let instant = reader.clock.instant(packet.pts), !packets.isEmpty || instant == start else {
                return false
            }
            let entry = packet.withPayload { units.decodingEntry($0) }
            guard instant >= start else {
                if entry?.isReference ?? true { allowsGaps = true }
                continue
            }
            if !packets.isEmpty, entry?.kind == .exact, most == Self.mostPackets {
                most = min(most, packets.count + Self.morePackets)
            }
            packets.append(packet)
        }
        return !packets.isEmpty
    }
}
