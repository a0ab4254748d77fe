internal import FFmpeg
internal import MediaTime

/// A track's decoded frames, in presentation order. Damage is noted, and everything else is decoded.
struct DecodedFrames: ~Copyable, Sendable {
    let stream: StreamInfo
    let clock: SourceClock
    private var reader: TrackReader
    private let decoder: Decoder
    private let packet: Packet
    private let damage: DamageLog
    private var isAtEnd = false
    /// Whether anything was damaged, which frames behind it may refer to.
    private var isDamaged = false
    /// Damage of frames that are not wanted.
    private var earlier: EarlierDamage
    /// What was told of damage.
    private var told: Set<Damage> = []
    /// Frames before this timestamp are not whole, because decoding began with a frame behind what they refer to; `nil` where the
    /// decoder is left to find that out.
    private var wholeFrom: Int64?
    /// Whether decoding began anywhere but at the first packet.
    private var hasSought = false
    /// The timestamps of packets that an edit list hides. Some decoders (libdav1d) give their frames all the same.
    private var hidden: Set<Int64> = []
    /// What was noted of packets whose frames have not come, by their timestamps.
    private var noted: [Int64: String] = [:]
    private var sieve: PacketSieve
    /// Is shown each packet before it is decoded.
    private let watch: (@Sendable (borrowing Packet) -> Void)?

    static func open(
        _ reader: consuming TrackReader,
        effort: Decoder.Effort = .full,
        damage: DamageLog,
        watching watch: (@Sendable (borrowing Packet) -> Void)? = nil
    ) throws(FFmpegError) -> DecodedFrames {
        let decoder = try Decoder(reader.stream.parameters, timeBase: reader.stream.timeBase, effort: effort)
        let packet = try Packet()
        return DecodedFrames(reader: reader, decoder: decoder, packet: packet, damage: damage, watch: watch)
    }

    private init(
        reader: consuming TrackReader,
        decoder: consuming Decoder,
        packet: consuming Packet,
        damage: DamageLog,
        watch: (@Sendable (borrowing Packet) -> Void)?
    ) {
        self.watch = watch
        stream = reader.stream
        clock = reader.clock
        self.damage = damage
        self.packet = packet
        self.decoder = decoder
        sieve = PacketSieve(reader.stream.parameters)
        earlier = EarlierDamage(reader.stream.parameters, wanted: .zero)
        self.reader = reader
    }

    /// Goes to the last key frame at or before an instant (asset time). What is presented before another one may be `wanted` no
    /// more than the frames before the key frame.
    mutating func seek(
        to instant: RationalTime,
        wanted: RationalTime? = nil,
        telling reach: EarlierDamage.Reach = .referredTo
    ) throws {
        let whole = try reader.seek(to: instant)
        wholeFrom = decoder.dropsUnrecovered ? whole : nil
        sieve.reset()
        decoder.flush()
        decoder.showUnrecovered(wholeFrom != nil)
        _ = decoder.takeErrors()
        noted = [:]
        isAtEnd = false
        hidden = []
        earlier = EarlierDamage(
            stream.parameters,
            wanted: wanted ?? instant,
            wholeFrom: clock.instant(whole),
            telling: reach
        )
        hasSought = true
    }

    /// The next frame; `nil` at the end.
    mutating func next() throws -> Frame? {
        let frame = try Frame()
        while true {
            do {
                switch try decoder.receive(into: frame) {
                case .produced:
                    noteDamage(of: frame)
                    if let ticks = frame.pts, hidden.remove(ticks) != nil { continue }
                    if let wholeFrom, let ticks = frame.pts ?? frame.bestEffortTimestamp, ticks < wholeFrom { continue }
                    if isDamaged, stream.kind == .video { try frame.limitSamples() }
                    return frame
                case .ended:
                    return nil
                case .needsInput:
                    try feed()
                }
            } catch let error as FFmpegError {
                try noteFailure(error, at: nil)
            }
        }
    }

    /// Whether frames are passed over that no other frame needs. Those that were given to the decoder before may still come.
    mutating func skipUnreferenced(_ skips: Bool) { decoder.skipUnreferencedFrames(skips) }

    /// Whether the decoder says so of whole streams, too.
    private func isUsual(_ error: String) -> Bool {
        hasSought && error.contains(Self.unknownReference)
            || stream.parameters.codecName == "h261" && error.contains(Self.noKeyFrame)
    }

    /// libavcodec says so of the first frame of any H.261: the codec has no frames that it would take for key frames.
    private static let noKeyFrame = "first frame is no keyframe"

    /// libavcodec says so where frames of H.264 that came before are to be kept no longer. Behind a seek the decoder does not
    /// have them.
    private static let unknownReference = "mmco: unref short failure"

    /// From now on only frames need to come that a selection shows; `nil` for all. Those before the end of its segment that it
    /// does not show are passed over where no other refers to them.
    mutating func showOnly(_ selector: FrameSelector?) { sieve.selector = selector }

    /// When a frame is presented, in asset time.
    func instant(of frame: borrowing Frame) -> RationalTime? {
        clock.instant(frame.pts ?? frame.bestEffortTimestamp)
    }

    private mutating func feed() throws {
        guard !isAtEnd, try sieve.read(from: &reader, into: packet) else {
            isAtEnd = true
            earlier.decide().forEach { tell($0) }
            try decoder.sendEnd()
            return
        }
        let instant = clock.instant(packet.pts ?? packet.dts)
        if packet.isCorrupt { note(instant, "a damaged packet") }
        if packet.isDiscarded, let ticks = packet.pts { hidden.insert(ticks) }
        defer { packet.reset() }
        watch?(packet)
        earlier.pass(packet, clock).forEach { tell($0) }
        do {
            // The decoder is empty here, so that it takes the packet.
            _ = try decoder.send(packet)
        } catch {
            try noteFailure(error, at: instant)
        }
    }

    /// Notes what the decoder has logged: of a packet once, at its own instant, whichever thread decodes it.
    private mutating func noteErrors(by instant: RationalTime?) {
        for error in decoder.takeErrors() where !isUsual(error.text) {
            if let ticks = error.ticks {
                if noted.count == Self.mostWaiting { noted = [:] }
                if noted.updateValue(error.text, forKey: ticks) != nil { continue }
            }
            note(clock.instant(error.ticks) ?? instant, error.text)
        }
    }

    private mutating func noteDamage(of frame: borrowing Frame) {
        noteErrors(by: instant(of: frame))
        let isNoted = (frame.pts ?? frame.bestEffortTimestamp).flatMap { noted.removeValue(forKey: $0) } != nil
        if frame.isDamaged, !isNoted { note(instant(of: frame), "a damaged frame, concealed") }
    }

    /// Notes what the decoder gives no frame of, unless what it logged was noted.
    private mutating func noteFailure(_ error: FFmpegError, at instant: RationalTime?) throws(FFmpegError) {
        guard error.isDamage else { throw error }
        noteErrors(by: instant)
        let known = noted.filter { error.logLine == nil || $0.value == error.logLine }.keys.min()
        if let known { noted[known] = nil } else { note(instant, error.logLine ?? error.reason) }
    }

    /// More packets than any decoder holds.
    private static let mostWaiting = 64

    /// Notes damage of the track at an instant (asset time).
    mutating func note(_ instant: RationalTime?, _ message: String) {
        isDamaged = true
        let noted = Damage(trackIndex: stream.index, time: instant, message: message)
        if let reaching = earlier.pass(noted) { tell(reaching) }
    }

    /// What is decoded once more behind a seek is not damaged once more.
    private mutating func tell(_ noted: Damage) {
        if noted.time != nil, told.count < Self.mostTold, !told.insert(noted).inserted { return }
        damage.add(noted)
    }

    private static let mostTold = 10_000
}
