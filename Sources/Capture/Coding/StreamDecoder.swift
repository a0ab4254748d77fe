internal import FFmpeg
internal import MediaSyntax

/// Decodes H.264 or HEVC from a camera, from the first frame on with which decoding can begin.
///
/// What refers to a frame that is missing or damaged is not decoded until decoding can begin anew: a decoder would show
/// something, but not what was there.
final class StreamDecoder {
    /// What is known of a frame on its way through the decoder.
    struct Place {
        let facts: CapturedFrame
        /// When it is shown, in the caller's unit.
        let time: Int64
    }

    /// A frame that the decoder has not given yet.
    private struct Pending {
        let number: Int64
        /// Whether decoding can begin with it.
        let isStart: Bool
        let place: Place
    }

    private let decoder: Decoder
    private let units: NALUnits
    private let lost: (CapturedFrame) -> Void
    private var sets: StreamParameterSets
    /// Tells what is missing where the driver's numbers do not: cameras drop frames before the driver counts them.
    private var references: PictureReferences
    private var trust = ReferenceTrust()
    private let askForKey: () -> Void
    private let note: (String) -> Void
    /// The frames that the decoder has not given yet, in order.
    private var pending: [Pending] = []
    private var count: Int64 = 0
    /// Whether all that the next frame can refer to was decoded.
    private var isInStep = false
    /// Whether that is not so for no other reason than that the stream itself says it.
    private var isDoubted = false

    /// A decoder holds back no more frames than this.
    private static let longestDelay = 64

    /// - Parameters:
    ///   - codec: of the frames.
    ///   - size: of the frames.
    ///   - askForKey: asks the camera for a frame with which decoding can begin.
    ///   - note: is called, with a sentence, where the stream is not believed.
    ///   - lost: is called for each frame that cannot be decoded.
    /// - Returns: the decoder.
    /// - Throws: `FFmpegError` where there is no such decoder.
    static func make(
        _ codec: NALCodec,
        size: FrameSize,
        askForKey: @escaping () -> Void = {},
        note: @escaping (String) -> Void = { _ in },
        lost: @escaping (CapturedFrame) -> Void
    ) throws(FFmpegError) -> StreamDecoder {
        let parameters = try CodecParameters.frames(
            codec: codec.rawValue,
            width: size.width,
            height: size.height,
            pixelFormat: nil
        )
        return StreamDecoder(try Decoder(parameters, timeBase: TimeBase.microseconds), codec, askForKey, note, lost)
    }

    private init(
        _ decoder: consuming Decoder,
        _ codec: NALCodec,
        _ askForKey: @escaping () -> Void,
        _ note: @escaping (String) -> Void,
        _ lost: @escaping (CapturedFrame) -> Void
    ) {
        self.decoder = decoder
        (self.askForKey, self.note, self.lost) = (askForKey, note, lost)
        units = NALUnits(codec, .startCodes)
        sets = StreamParameterSets(codec)
        references = PictureReferences(units: units)
    }

    /// Decodes a frame, and gives those that are ready, in order: of this packet or of earlier ones.
    func take(
        _ frame: borrowing QueuedFrame,
        at time: Int64,
        _ body: (consuming Frame, Place) throws -> Void
    ) throws {
        let unit = frame.packet.withPayload { AccessUnit($0, units: units) }
        sets.add(unit.parameterSets)
        // Parameter sets may come by themselves.
        guard let isStart = unit.frame?.isRandomAccess else {
            _ = frame.packet.withPayload { references.take($0, begins: false) }
            return
        }
        if frame.followsLoss { (isInStep, isDoubted) = (false, false) }
        if isStart { trust.begin() }
        let begins = isStart && sets.isComplete && !isInStep
        if begins { (isInStep, isDoubted) = (true, false) }
        let state = frame.packet.withPayload { references.take($0, begins: begins) }
        if trust.isHeld { doubt(state) }
        guard isInStep, state == .whole || state == .missing && !trust.isHeld else { return lost(frame.facts) }
        let packet = try frame.packet.reference()
        // Not each start brings them along.
        if isStart { try packet.replacePayload(with: sets.bytes + packet.bytes) }
        packet.pts = count
        pending.append(Pending(number: count, isStart: isStart, place: Place(facts: frame.facts, time: time)))
        count += 1
        while !send(packet) { try drain(body) }
        try drain(body)
        while pending.count > Self.longestDelay { lost(pending.removeFirst().place.facts) }
    }

    /// Passes over frames from one on that refers to what is missing by the stream alone, as long as that is believed.
    private func doubt(_ state: PictureReferences.State) {
        if state == .missing, isInStep {
            breakStep()
        } else if isDoubted {
            trust.wait()
        }
        guard !trust.isHeld else { return }
        isInStep = true
        note(
            "the camera's stream says time and again, or for long, that frames are missing before it: it is not believed, and frames may be "
                + "encoded that refer to missing ones"
        )
    }

    /// Passes over frames from the next one on, up to one with which decoding can begin, which the camera is asked for.
    private func breakStep() {
        (isInStep, isDoubted) = (false, true)
        trust.tell()
        askForKey()
    }

    /// Passes over the frames behind a damaged one that the decoder has already: it decodes them by what it has made up.
    private func passOver(behind number: Int64) {
        guard trust.isHeld else { return }
        let start = pending.first { $0.number > number && $0.isStart }?.number
        let spoilt = number..<(start ?? .max)
        for frame in pending where spoilt.contains(frame.number) { lost(frame.place.facts) }
        pending.removeAll { spoilt.contains($0.number) }
        if start == nil, isInStep { breakStep() }
    }

    /// Gives the frames that were held back.
    func finish(_ body: (consuming Frame, Place) throws -> Void) throws {
        do { try decoder.sendEnd() } catch { giveUp() }
        try drain(body)
        giveUp()
    }

    /// Gives the decoder a packet; `false` where it is to be asked for frames first.
    private func send(_ packet: borrowing Packet) -> Bool {
        do {
            return try decoder.send(packet)
        } catch {
            beginAnew()
            return true
        }
    }

    private func drain(_ body: (consuming Frame, Place) throws -> Void) throws {
        while true {
            let frame = try Frame()
            do {
                guard try decoder.receive(into: frame) == .produced else { return }
            } catch {
                return beginAnew()
            }
            guard let index = pending.firstIndex(where: { $0.number == frame.pts }) else { continue }
            let given = pending.remove(at: index)
            guard frame.isDamaged else {
                try body(frame, given.place)
                continue
            }
            lost(given.place.facts)
            if frame.hasErrors { passOver(behind: given.number) }
        }
    }

    /// Decoding begins anew with the next frame with which it can; the camera is asked for one.
    private func beginAnew() {
        giveUp()
        askForKey()
    }

    /// Forgets what the decoder was given.
    private func giveUp() {
        decoder.flush()
        for frame in pending { lost(frame.place.facts) }
        pending = []
        isInStep = false
    }
}
