internal import FFmpeg
internal import MediaFormats
internal import MediaSyntax
internal import MediaTime
internal import Pipeline
internal import Synchronization

/// Copies a track: payloads stay as they are, timestamps are mapped.
///
/// Each part of the track has a chain of stages of its own. A packet goes through them in one direction:
/// ``PacketSource``, ``DecimationStage``, ``ParameterSetStage``, ``EncoderVersionStage``, ``RetimingStage``,
/// ``OutPointStage``, ``PresentationStage``, ``SpacingStage``, ``WritingStage``. Stages that have nothing to do are left
/// out.
final class CopyPipeline: TrackPipeline {
    let description: Muxer.StreamDescription
    private let plan: TrackPlan
    private let inputs: [MediaDescription]
    /// The first part's file; the others are opened when it is their turn.
    private let firstFile: OneShot<File>
    private let damage: DamageLog
    private let container: Container
    private let outcome = Mutex(Outcome())

    /// What is known when the work is done.
    private struct Outcome {
        var hiddenTail: RationalTime?
        var presentation = Presentation()
    }

    /// An open file, and what its parameter sets need.
    private struct File: ~Copyable, Sendable {
        let reader: TrackReader
        let parameterSets: ParameterSetRewriter?
        /// What the file's first packet says of x264.
        let encoderVersion: [UInt8]?
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
        self.container = container
        let file = try Self.open(plan.parts[0], of: plan, inputs)
        let stream = file.reader.stream
        let rate = Self.constantRate(of: plan, file.reader)
        let parameters =
            switch file.parameterSets {
            case .some(let rewriter): rewriter.parameters
            case .none: stream.parameters
            }
        description = Muxer.StreamDescription(
            parameters: parameters,
            timeBase: TimeBase(1, timescale),
            frameRate: (plan.timecodeRate ?? rate).map { TimeBase($0.numerator, $0.denominator) },
            sampleAspectRatio: stream.sampleAspectRatio,
            metadata: plan.metadata.map(\.entry),
            disposition: stream.disposition,
            sideData: stream.sideData
        )
        firstFile = OneShot(file)
    }

    private static func open(
        _ part: TrackPart,
        of plan: TrackPlan,
        _ inputs: [MediaDescription]
    ) throws(FFmpegError) -> File {
        var reader = try TrackReader(inputs[part.input], track: part.source)
        let first = try reader.peek()
        let parameterSets = try ParameterSetRewriter.make(
            stream: reader.stream,
            firstPacket: first,
            plan: plan,
            constantRate: constantRate(of: plan, reader)
        )
        let units = NALUnits(reader.stream.parameters)
        return File(
            reader: reader,
            parameterSets: parameterSets,
            encoderVersion: first.withPayload { payload in units?.encoderVersion(of: payload) }
        )
    }

    /// Where the track's presentation must end because something of it lies after that (target time); `nil` where nothing
    /// does.
    var presentationEnd: RationalTime? { outcome.withLock(\.hiddenTail) }

    var presentation: Presentation { outcome.withLock(\.presentation) }

    func run(into sink: PacketSink) throws {
        defer { sink.finish() }
        var lastDecodingTime: Int64?
        for part in plan.parts {
            let file = try firstFile.take() ?? Self.open(part, of: plan, inputs)
            lastDecodingTime = try copy(part, of: file, after: lastDecodingTime, into: sink)
        }
    }

    /// Copies one part, and returns its last decoding time in ticks of the output.
    private func copy(
        _ part: TrackPart,
        of file: consuming File,
        after lastDecodingTime: Int64?,
        into sink: PacketSink
    ) throws -> Int64? {
        let reader = file.reader
        let encoderVersion = file.encoderVersion
        let parameterSets = file.parameterSets
        // Each stage is made with the next one, so the last comes first.
        var next: any PacketStage = WritingStage(sink: sink, countsFrames: plan.source.kind == .video)
        if let decimation = plan.decimation { next = SpacingStage(decimation, next: next) }
        let presentation = PresentationStage(
            part,
            hides: container.traits.hasEditLists,
            units: NALUnits(reader.stream.parameters),
            next: next
        )
        let outPoint = OutPointStage(part, next: presentation)
        let retiming = RetimingStage(
            PacketRetimer(
                segments: part.segments,
                clock: reader.clock,
                timeBase: sink.timeBase,
                after: lastDecodingTime
            ),
            last: reader.lastPacket,
            next: outPoint
        )
        next = retiming
        if let encoderVersion, let units = NALUnits(reader.stream.parameters) {
            next = EncoderVersionStage(encoderVersion, units: units, next: next)
        }
        if let parameterSets {
            next = ParameterSetStage(parameterSets, track: plan.source.index, damage: damage, next: next)
        }
        if let decimation = plan.decimation {
            next = DecimationStage(decimation, of: reader.stream.parameters, next: next)
        }
        var source = try PacketSource(
            part,
            from: reader,
            hidesLeadIn: container.traits.hasEditLists,
            decimation: plan.decimation,
            damage: damage
        )
        try source.run(into: next)
        try outcome.withLock { outcome in
            // Only the last part's end is the track's.
            outcome.hiddenTail = outPoint.hiddenTail
            try presentation.add(to: &outcome.presentation, hiddenTail: outPoint.hiddenTail)
        }
        return retiming.lastDecodingTime
    }

    /// The rate of the retimed frames, where it is certain that there is one: the container claims a constant rate,
    /// its index, where it has one, agrees, and the playback rate does not change.
    private static func constantRate(of plan: TrackPlan, _ reader: borrowing TrackReader) -> FrameRate? {
        if let decimation = plan.decimation {
            return plan.constantRate.flatMap { decimation.timing.constantRate?.scaled(by: $0) }
        }
        guard let frame = plan.source.video, let playback = plan.constantRate else { return nil }
        if let grid = plan.source.grid { return grid.hasGaps ? nil : grid.rate.scaled(by: playback) }
        guard frame.claimsConstantRate, let claimed = frame.claimedFrameRate else { return nil }
        if let index = reader.index, index.step == nil, index.count > 2 { return nil }
        return claimed.scaled(by: playback)
    }
}
