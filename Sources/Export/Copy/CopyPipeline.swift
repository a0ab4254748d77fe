internal import DequeModule
internal import FFmpeg
internal import MediaFormats
internal import MediaTime
internal import Pipeline
internal import Synchronization

/// Copies a track: payloads stay as they are, timestamps are mapped.
final class CopyPipeline: TrackPipeline {
    let description: Muxer.StreamDescription
    private let plan: TrackPlan
    private let inputs: [MediaDescription]
    /// The first part's; the others are opened when it is their turn.
    private let source: OneShot<Source>
    private let damage: DamageLog
    private let hiddenTail = Mutex<RationalTime?>(nil)

    private struct Source: ~Copyable, Sendable {
        var reader: TrackReader
        let parameterSets: ParameterSetRewriter?
    }

    init(
        plan: TrackPlan,
        timescale: Int32,
        inputs: [MediaDescription],
        container: Container,
        damage: DamageLog
    ) throws(FFmpegError) {
        self.plan = plan
        self.inputs = inputs
        self.damage = damage
        let source = try Self.open(plan.parts[0], of: plan, inputs)
        let stream = source.reader.stream
        let rate = Self.constantRate(of: plan, source.reader)
        let parameters =
            switch source.parameterSets {
            case .some(let rewriter): rewriter.parameters
            case .none: stream.parameters
            }
        description = Muxer.StreamDescription(
            parameters: parameters,
            timeBase: TimeBase(1, timescale),
            frameRate: rate.map { TimeBase($0.numerator, $0.denominator) },
            sampleAspectRatio: stream.parameters.sampleAspectRatio,
            metadata: MetadataFilter.track(plan.source.metadata, in: container).map(\.entry),
            disposition: stream.disposition,
            sideData: stream.sideData
        )
        self.source = OneShot(source)
    }

    private static func open(
        _ part: TrackPart,
        of plan: TrackPlan,
        _ inputs: [MediaDescription]
    ) throws(FFmpegError) -> Source {
        var reader = try TrackReader(inputs[part.input], track: part.source)
        let parameterSets = try ParameterSetRewriter.make(
            stream: reader.stream,
            firstPacket: reader.peek(),
            plan: plan,
            constantRate: constantRate(of: plan, reader)
        )
        return Source(reader: reader, parameterSets: parameterSets)
    }

    func run(into sink: PacketSink) throws {
        defer { sink.finish() }
        var lastDecodingTime: Int64?
        for part in plan.parts {
            let source = try source.take() ?? Self.open(part, of: plan, inputs)
            lastDecodingTime = try copy(part, from: source, after: lastDecodingTime, into: sink)
        }
    }

    /// Copies one part, and returns its last decoding time in ticks of the output.
    private func copy(
        _ part: TrackPart,
        from source: consuming Source,
        after lastDecodingTime: Int64?,
        into sink: PacketSink
    ) throws -> Int64? {
        guard let first = part.segments.first, let last = part.segments.last else { return lastDecodingTime }
        // Only the last part's end is the track's.
        hiddenTail.withLock { $0 = nil }
        var source = source
        try source.reader.seek(to: first.source.start)
        let clock = source.reader.clock
        let end = part.isOpenEnded ? nil : last.source.end
        let lastPacket = source.reader.lastPacket
        var retimer = PacketRetimer(
            segments: part.segments,
            clock: clock,
            timeBase: sink.timeBase,
            after: lastDecodingTime
        )
        // Frames after the out point, be it ours or that of the source's own edit list, go along only where a frame
        // before it comes later in the stream: they may be what that one refers to.
        let sourceEnd = part.source.range?.end
        var beyond = UniqueDeque<Packet>()
        let decimated = plan.decimation.map { DecimatedPackets($0, of: source.reader.stream.parameters) }
        while true {
            let packet = try Packet()
            guard try source.reader.read(into: packet) else { break }
            let shown = clock.instant(packet.pts)
            let decoded = clock.instant(packet.dts) ?? shown
            if let end, let decoded, decoded >= end { break }
            let shownEnd = try shown.map { try $0 + clock.duration(packet.duration) }
            if isCutOut(shown, until: shownEnd, part) { continue }
            if packet.isCorrupt {
                damage.add(Damage(trackIndex: part.source.index, time: decoded, message: "a damaged packet"))
            }
            let stays = decimated?.keeps(packet, shown: shown) ?? true
            do {
                if stays { try rewrite(packet, source.parameterSets) }
            } catch {
                // A damaged packet is copied as it is.
                guard error.isDamage else { throw error }
                damage.add(Damage(trackIndex: plan.source.index, time: decoded, message: error.logLine ?? error.reason))
            }
            if let lastPacket, packet.dts == lastPacket.decodingTime { packet.duration = lastPacket.duration }
            try retimer.retime(packet, isLast: packet.dts == lastPacket?.decodingTime)
            if let shown, let out = end ?? (packet.isDiscarded ? sourceEnd : nil), shown >= out {
                if stays { beyond.append(packet) }
                continue
            }
            let reachesBeyond = if let end, let shownEnd { shownEnd > end } else { false }
            if !beyond.isEmpty || reachesBeyond { hiddenTail.withLock { $0 = last.target.end } }
            decimated?.note(packet)
            guard stays else { continue }
            while let held = beyond.popFirst() { try write(held, through: decimated, to: sink) }
            try write(packet, through: decimated, to: sink)
        }
        if let held = decimated?.finish() { try write(held, to: sink) }
        return retimer.lastDecodingTime
    }

    /// Whether a text or a reading lies where the edit takes something out. Frames are only copied where it does not.
    private func isCutOut(_ start: RationalTime?, until end: RationalTime?, _ part: TrackPart) -> Bool {
        guard plan.source.kind != .video, part.segments.count > 1, let start, let end else { return false }
        return !part.segments.contains { $0.source.start < max(end, start) && start < $0.source.end }
    }

    /// Where the track's presentation must end because something of it lies after that; `nil` where nothing does.
    var presentationEnd: RationalTime? { hiddenTail.withLock { $0 } }

    private func rewrite(
        _ packet: borrowing Packet,
        _ parameterSets: borrowing ParameterSetRewriter?
    ) throws(FFmpegError) {
        switch parameterSets {
        case .some(let rewriter): try rewriter.rewrite(packet)
        case .none: break
        }
    }

    private func write(_ packet: consuming Packet, through decimated: DecimatedPackets?, to sink: PacketSink) throws {
        guard let decimated else { return try write(packet, to: sink) }
        if let complete = decimated.push(packet) { try write(complete, to: sink) }
    }

    private func write(_ packet: consuming Packet, to sink: PacketSink) throws {
        if let ticks = packet.dts ?? packet.pts, let time = sink.timeBase.time(ticks) { try sink.pass(time) }
        if plan.source.kind == .video { sink.progress.countFrame() }
        try sink.write(packet)
    }

    /// The rate of the retimed frames, where it is certain that there is one: the container claims a constant rate,
    /// its index, where it has one, agrees, and the playback rate does not change.
    private static func constantRate(of plan: TrackPlan, _ reader: borrowing TrackReader) -> FrameRate? {
        if let decimation = plan.decimation {
            return plan.constantRate.flatMap { decimation.timing.constantRate?.scaled(by: $0) }
        }
        guard let frame = plan.source.video, frame.claimsConstantRate,
            let claimed = frame.claimedFrameRate, let playback = plan.constantRate
        else { return nil }
        if let index = reader.index, index.step == nil, index.count > 2, reader.clock.grid == nil { return nil }
        return claimed.scaled(by: playback)
    }
}
