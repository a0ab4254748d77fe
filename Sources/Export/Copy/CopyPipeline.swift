internal import FFmpeg
internal import MediaFormats
internal import MediaSyntax
internal import MediaTime
internal import Pipeline
internal import Synchronization

/// Copies a track: payloads stay as they are, timestamps are mapped.
///
/// Each part of the track goes through a chain of stages of its own (``PartCopier``).
final class CopyPipeline: TrackPipeline {
    let description: Muxer.StreamDescription
    private let plan: TrackPlan
    private let context: PipelineContext
    private let scripts: ScriptHeader.Joined?
    /// The first part's file; the others are opened when it is their turn.
    private let firstFile: OneShot<CopiedFile>
    private let outcome = Mutex(CopiedOutcome())

    init(plan: TrackPlan, timescale: Int32, in context: PipelineContext) throws(FFmpegError) {
        self.plan = plan
        self.context = context
        let file = try CopiedFile.open(
            plan.parts[0],
            of: plan,
            context.inputs,
            leavingPayloads: context.leavesPayloads
        )
        let stream = file.reader.stream
        var parameters = file.parameters
        scripts = plan.joinedScripts(context.inputs)
        if let scripts {
            parameters = try parameters.replacing(extradata: scripts.bytes)
        }
        description = Muxer.StreamDescription(
            parameters: parameters,
            timeBase: TimeBase(1, timescale),
            frameRate: (plan.timecodeRate ?? file.constantRate).map { TimeBase($0.numerator, $0.denominator) },
            sampleAspectRatio: stream.sampleAspectRatio,
            metadata: plan.metadata.map(\.entry),
            disposition: stream.disposition,
            sideData: stream.sideData
        )
        firstFile = OneShot(file)
    }

    /// Where the track's presentation must end because something of it lies after that (target time); `nil` where nothing
    /// does.
    var presentationEnd: RationalTime? { outcome.withLock(\.hiddenTail) }

    var presentation: Presentation { outcome.withLock(\.presentation) }

    func run(into sink: PacketSink) throws {
        defer { sink.finish() }
        let copier = PartCopier(
            plan: plan,
            container: context.container,
            damage: context.damage,
            end: context.end,
            scripts: scripts
        )
        var presentation = Presentation()
        var end: PartCopier.End?
        for (index, part) in plan.parts.enumerated() {
            let file =
                try firstFile.take()
                ?? CopiedFile.open(part, of: plan, context.inputs, leavingPayloads: context.leavesPayloads)
            end = try copier.copy(
                part,
                of: file,
                after: end?.lastDecodingTime,
                isFollowed: index < plan.parts.count - 1,
                lead: plan.even?.overtaking ?? 0,
                into: sink,
                &presentation
            )
        }
        // Only the last part's end is the track's.
        outcome.withLock { $0 = CopiedOutcome(hiddenTail: end?.hiddenTail, presentation: presentation) }
    }
}
