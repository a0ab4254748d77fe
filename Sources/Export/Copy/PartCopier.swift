internal import FFmpeg
internal import MediaFormats
internal import MediaSyntax
internal import MediaTime

/// Copies parts of a track, each through a chain of stages of its own. A packet goes through them in one direction:
/// ``PacketSource``, ``DecimationStage``, ``ParameterSetStage``, ``BrokenLinkStage``, ``RestartStage``,
/// ``EncoderVersionStage``, ``TimedTextStage`` or ``SilentHoleStage``, ``StyleNamesStage``, ``InnerTimesStage``, ``RetimingStage`` or ``PlacingStage``,
/// ``CueTextStage``, ``CueStage``, ``PictureEndStage``, ``OutPointStage``, ``PresentationStage``, ``SpacingStage``,
/// ``FirstDecodingStage``, ``WritingStage``. Stages that have nothing to do are left out.
struct PartCopier {
    let plan: TrackPlan
    let container: Container
    let damage: DamageLog
    /// Where the plan ends, in target time.
    let end: RationalTime
    /// The header that scripts of several clips share; `nil` where they do not.
    var scripts: ScriptHeader.Joined?

    /// How a copied part ends.
    struct End {
        /// Its last decoding time, in ticks of the output.
        let lastDecodingTime: Int64?
        /// Where the output must hide what comes after (target time); `nil` where nothing does.
        let hiddenTail: RationalTime?
        /// When its first and its last packet that are shown begin in the source (asset time); `nil` where none is.
        let shown: ClosedRange<RationalTime>?
    }

    /// Copies a part, and adds what it presents. With `isFollowed` others come behind it. `lead` says how much earlier frames of a constant
    /// rate are decoded.
    func copy(
        _ part: TrackPart,
        entry: CopyEntry = .whole,
        of file: consuming CopiedFile,
        after lastDecodingTime: Int64?,
        isFollowed: Bool,
        lead: Int,
        restart: FrameRestart? = nil,
        into sink: PacketSink,
        _ total: inout Presentation
    ) throws -> End {
        let reader = file.reader
        let durations = try ShownDurations(of: part.source, reader)
        let positions = SamplePositions(part.source, reader.stream, to: sink.timeBase)
        let encoderVersion = file.encoderVersion
        let parameterSets = file.parameterSets
        let translator = file.translator
        // Each stage is made with the next one, so the last comes first.
        var next: any PacketStage = WritingStage(
            sink: sink,
            input: part.input,
            countsFrames: plan.source.kind == .video
        )
        if container.traits.hasEditLists, plan.source.kind == .video { next = FirstDecodingStage(next: next) }
        if let decimation = plan.decimation { next = SpacingStage(decimation, next: next) }
        let presentation = PresentationStage(
            part,
            hides: container.traits.hasEditLists,
            syntax: FrameSyntax(reader.stream.parameters),
            next: next
        )
        let outPoint = OutPointStage(part, next: presentation)
        var retiming: RetimingStage?
        if let rate = part.placeRate {
            next = try PlacingStage(part, at: rate, lead: lead, timeBase: sink.timeBase, next: outPoint)
        } else {
            next = outPoint
            if plan.source.kind == .subtitle {
                let (timeBase, mayBeEqual) = (sink.timeBase, container.traits.takesEqualDecodingTimes)
                next =
                    try PictureEndStage(part, before: end, timeBase: timeBase, mayBeEqual: mayBeEqual, next: next)
                    ?? next
                next = try CueStage(
                    part,
                    timeBase: timeBase,
                    after: lastDecodingTime,
                    mayBeEqual: mayBeEqual,
                    next: next
                )
            }
            if let translator, case .rewriteText(let codec, _) = plan.treatment {
                next = CueTextStage(translator, to: codec, track: plan.source.index, damage: damage, next: next)
            }
            let stage = RetimingStage(
                PacketRetimer(
                    segments: part.segments,
                    clock: reader.clock,
                    timeBase: sink.timeBase,
                    // What was over before the part begins is not shown later for it: that is for the stage of cues to see.
                    after: plan.source.kind == .subtitle ? nil : lastDecodingTime,
                    mayBeEqual: container.traits.takesEqualDecodingTimes || translator != nil
                ),
                // An index counts from one decoded packet to the next, and the last one to the end of the track. Elsewhere a packet lasts as
                // long as its frame is presented.
                last: plan.source.kind != .video || container.traits.hasEditLists ? reader.lastPacket : nil,
                lastShown: part.source.lastFrame?.start,
                next: next
            )
            (retiming, next) = (stage, stage)
            if translator == nil, let inner = InnerTimesStage(part, damage: damage, next: next) { next = inner }
            if let names = scripts?.names[reader.stream.parameters.extradata] {
                next = StyleNamesStage(names, next: next)
            }
            if plan.source.kind == .subtitle {
                next = TimedTextStage(part, reader.clock, next: next) ?? next
            }
            if plan.source.kind == .audio, container.placesSamplesInARow(of: part.source) {
                let parameters = reader.stream.parameters
                next = SilentHoleStage(part.source, reader.clock, parameters, damage: damage, next: next) ?? next
            }
        }
        if let encoderVersion, let units = NALUnits(reader.stream.parameters) {
            next = EncoderVersionStage(encoderVersion, units: units, next: next)
        }
        if let restart {
            let configuration = reader.stream.parameters.extradata
            next = RestartStage(
                H264Restart(configuration: configuration, allowingGaps: restart.allowsGaps),
                next: next
            )
        }
        if entry == .broken, let syntax = FrameSyntax(reader.stream.parameters) {
            next = BrokenLinkStage(syntax, next: next)
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
            durations: durations,
            positions: positions,
            preroll: plan.preroll,
            hidesLeadIn: container.traits.hasEditLists,
            leavesOutEarlier: entry != .whole,
            isLater: lastDecodingTime != nil,
            isFollowed: isFollowed,
            decimation: plan.decimation,
            damage: damage
        )
        try source.run(into: next)
        try presentation.add(to: &total, hiddenTail: outPoint.hiddenTail)
        if let retiming { total.moved.add(retiming.moved) }
        // Audio that begins before the in point is heard from there on, which may be behind the beginning of its only packet.
        let shown = presentation.first.flatMap { first in
            presentation.last.flatMap { last in first <= last ? first...last : nil }
        }
        return End(
            lastDecodingTime: outPoint.lastDecodingTime ?? lastDecodingTime,
            hiddenTail: outPoint.hiddenTail,
            shown: shown
        )
    }
}
