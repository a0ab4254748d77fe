internal import FFmpeg
internal import MediaFormats
internal import MediaTime
internal import Pipeline
internal import Synchronization

/// Writes a track of stretches: copied ones, and encoded ones that fit to them.
final class StitchPipeline: TrackPipeline {
    let description: Muxer.StreamDescription
    private let plan: TrackPlan
    private let stitching: Stitching
    private let context: PipelineContext
    private let copier: PartCopier
    private let settings: VideoEncoderSettings
    private let target: FrameTarget
    private let clock: TrackPlan.FrameClock
    private let outputRate: FrameRate
    /// That of the first stretch that is encoded.
    private let firstEncoder: OneShot<Encoder>
    /// The encoder's headers. Those of each stretch's encoder must be the same.
    private let headers: [UInt8]
    private let outcome = Mutex(CopiedOutcome())

    init(
        plan: TrackPlan,
        stitching: Stitching,
        clock: TrackPlan.FrameClock,
        in context: PipelineContext
    ) throws {
        (self.plan, self.stitching, self.context) = (plan, stitching, context)
        self.clock = clock
        guard let outputRate = clock.outputRate, let first = stitching.stretches.first else {
            throw ExportError(.fault, "a frame clock without a rate, or nothing to stitch")
        }
        self.outputRate = outputRate
        copier = PartCopier(
            plan: plan,
            container: context.container,
            damage: context.damage,
            end: context.end
        )
        let file = try CopiedFile.open(first.part, of: plan, context.inputs, leavingPayloads: false)
        let stream = file.reader.stream
        target = try FrameTarget(
            parameters: stream.parameters,
            encoding: stitching.encoding,
            recipe: nil,
            isBesideCopies: true
        )
        settings = VideoEncoderSettings(
            stitching.encoding,
            target,
            timeBase: outputRate.timeBase,
            frameRate: plan.statedRate(by: clock),
            pixelAspect: stream.sampleAspectRatio,
            options: plan.encoderOptions.map(\.entry),
            fieldOrder: plan.fieldOrder,
            container: context.container
        )
        let encoder = try Encoder(settings)
        headers = encoder.parameters.extradata
        firstEncoder = OneShot(encoder)
        guard let both = stitching.joint.headers(file.parameters.extradata, adding: headers) else {
            throw ExportError(.unsupported, "the encoder's parameter sets do not fit to the source's")
        }
        description = Muxer.StreamDescription(
            parameters: try file.parameters.replacing(extradata: both),
            timeBase: outputRate.timeBase,
            frameRate: (plan.timecodeRate ?? file.constantRate).map { TimeBase($0.numerator, $0.denominator) },
            sampleAspectRatio: stream.sampleAspectRatio,
            metadata: plan.metadata.map(\.entry),
            disposition: stream.disposition,
            sideData: stream.sideData
        )
    }

    /// As ``CopyPipeline/presentationEnd``.
    var presentationEnd: RationalTime? { outcome.withLock(\.hiddenTail) }

    var presentation: Presentation { outcome.withLock(\.presentation) }

    func run(into sink: PacketSink) throws {
        defer { sink.finish() }
        var presentation = Presentation()
        var lastDecodingTime: Int64?
        var hiddenTail: RationalTime?
        var frames = self.frames(ofStretch: 0, sink)
        for (index, stretch) in stitching.stretches.enumerated() {
            let own = frames
            frames = self.frames(ofStretch: index + 1, sink)
            switch stretch.action {
            case .copy:
                let file = try CopiedFile.open(
                    stretch.part,
                    of: plan,
                    context.inputs,
                    leavingPayloads: context.leavesPayloads
                )
                let end = try copier.copy(
                    stretch.part,
                    entry: index == 0 ? .alone : .broken,
                    of: file,
                    after: lastDecodingTime,
                    isFollowed: index < stitching.stretches.count - 1,
                    lead: stitching.lead.frames,
                    restart: stretch.restart,
                    into: sink,
                    &presentation
                )
                (lastDecodingTime, hiddenTail) = (end.lastDecodingTime, end.hiddenTail)
                if let shown = end.shown {
                    presentation.again.noteCopied(
                        from: ShownAgain.Shown(instant: shown.lowerBound, part: stretch.partIndex),
                        to: ShownAgain.Shown(instant: shown.upperBound, part: stretch.partIndex)
                    )
                }
            case .encode:
                guard let own else { throw ExportError(.fault, "a stretch without frames") }
                let part = stretch.partIndex
                lastDecodingTime = try encode(own, ofPart: part, after: lastDecodingTime, into: sink, &presentation)
                hiddenTail = nil
            }
        }
        outcome.withLock { $0 = CopiedOutcome(hiddenTail: hiddenTail, presentation: presentation) }
    }

    /// The frames of a stretch, as of now being decoded; `nil` where it is copied, or there is none.
    private func frames(ofStretch index: Int, _ sink: PacketSink) -> StretchFrames? {
        guard stitching.stretches.indices.contains(index), stitching.stretches[index].action == .encode else {
            return nil
        }
        let part = stitching.stretches[index].part
        return StretchFrames(
            of: part,
            in: context.inputs[part.input],
            at: outputRate,
            rounding: clock.isInFrames,
            damage: context.damage,
            on: sink.workers
        )
    }

    /// Encodes a stretch, and returns its last decoding time in ticks of the output.
    private func encode(
        _ frames: StretchFrames,
        ofPart partIndex: Int,
        after lastDecodingTime: Int64?,
        into sink: PacketSink,
        _ presentation: inout Presentation
    ) throws -> Int64? {
        let encoder = try nextEncoder()
        guard encoder.parameters.extradata == headers else {
            throw ExportError(.unsupported, "the encoder's parameter sets differ from stretch to stretch")
        }
        let fitting = EncodedStretch(
            joint: stitching.joint,
            information: stitching.information,
            lead: try stitching.lead.ticks(unit: sink.timeBase.numerator, over: sink.timeBase.denominator),
            after: lastDecodingTime,
            mayBeEqual: copier.container.traits.takesEqualDecodingTimes
        )
        var converter = FrameConverter(plan, target, inputs: context.inputs, timeBase: encoder.timeBase).started()
        let writer = try FrameWriter.make(encoder, clock, into: sink) { packet in
            try fitting.adapt(packet)
        }
        var captions = SaidCaptions()
        let encodedBefore = presentation.encoded
        while let placed = try frames.next() {
            let places = placed.outputFrames
            if clock.isInFrames { presentation.again.note(placed) }
            try sink.pass(outputRate.time(ofFrame: places.lowerBound))
            let areSaid = captions.wereSaid(placed)
            var messages = FrameMessages()
            let frame: Frame
            switch placed.frame {
            case .some(let source):
                messages = FrameMessages(
                    captions: areSaid ? [] : source.captions,
                    timecode: frames.timecode(of: source)
                )
                frame = try converter.convert(source, ofPart: partIndex, view: nil)
            case .none:
                frame = try converter.black()
            }
            if areSaid { frame.removeCaptions() }
            try write(frame, at: places, messages, writer, fitting, &presentation)
        }
        try writer.finish()
        presentation.copied.add(fitting.instants)
        presentation.encodedStretches.append(presentation.encoded - encodedBefore)
        return fitting.lastDecodingTime
    }

    private func nextEncoder() throws -> Encoder {
        if let encoder = firstEncoder.take() { return encoder }
        return try Encoder(settings)
    }

    private func write(
        _ frame: borrowing Frame,
        at places: Range<Int64>,
        _ messages: FrameMessages,
        _ writer: borrowing FrameWriter,
        _ fitting: EncodedStretch,
        _ presentation: inout Presentation
    ) throws {
        let begin = try outputRate.time(ofFrame: places.lowerBound)
        let end = try outputRate.time(ofFrame: places.upperBound)
        frame.clearPictureType()
        if let order = plan.fieldOrder { frame.markFields(order) }
        guard clock.isInFrames else {
            presentation.shown += 1
            presentation.encoded += 1
            presentation.extend(from: begin, lastBegins: begin, to: end)
            fitting.note(messages)
            return try writer.write(frame, at: places.lowerBound, lasting: Int64(places.count))
        }
        presentation.shown += Int64(places.count)
        presentation.encoded += Int64(places.count)
        let last = try outputRate.time(ofFrame: places.upperBound - 1)
        presentation.extend(from: begin, lastBegins: last, to: end)
        var messages = messages
        for place in places {
            fitting.note(messages)
            try writer.write(frame, at: place, lasting: 1)
            messages.captions = []
            frame.removeCaptions()
        }
    }
}
