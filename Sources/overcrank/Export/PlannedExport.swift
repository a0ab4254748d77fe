internal import Composition
internal import Export
internal import MediaTime
internal import TimeStretch

/// An export whose inputs were opened: the plan, with the warnings of all that led to it.
struct PlannedExport {
    let plan: ExportPlan

    /// Opens the inputs of a request and plans its export.
    ///
    /// - Parameters:
    ///   - request: What is asked for.
    ///   - sources: Where inputs come from.
    /// - Throws: ``Failure`` where the request does not fit the inputs; what the library throws.
    init(_ request: ExportRequest, _ sources: ClipSources = ClipSources()) throws {
        let inputs = try request.inputs.map { path in
            let media = try sources.media(path, captureRate: request.captureRate)
            return try request.tracks.map(media.keeping) ?? media
        }
        let planned = try PlannedExport(request, inputs, sources)
        // Frames that are named by their numbers mean the exact instants, as of any other clip.
        let exact = request.namesInstants ? planned.plan.exactInputs(insteadOf: inputs) : nil
        // What is played there and back turns at frames that are shown: only the plan says whether fields become frames.
        let counts = request.edits.turns ? planned.plan.framesPerFrame : [:]
        self =
            exact == nil && counts.isEmpty
            ? planned : try PlannedExport(request, exact ?? inputs, sources, framesPerFrame: counts)
    }

    private init(
        _ request: ExportRequest,
        _ inputs: [MediaDescription],
        _ sources: ClipSources,
        framesPerFrame known: [String: Int] = [:]
    ) throws {
        if case .rate = request.speed, request.captureRate != nil, !inputs.contains(where: \.isOfImages) {
            throw Failure(
                status: .usage,
                message: "--capture-rate has no effect without --conform",
                hint: CaptureRateOption.seriesHint(inputs)
                    ?? "say how many frames a second are to be played: --conform 30"
            )
        }
        let clips = try EditedClips(inputs, request.edits, sources, framesPerFrame: known)
        let speed = try SpeedChoice(request, inputs)
        var composition = clips.composition
        try composition.scale(by: speed.rate)
        var settings = ExportSettings()
        settings.mutesReversed = request.mutesReversed
        settings.pitch = request.pitch
        let played = composition.playedRange(of: inputs[0].path)
        let measures = request.timing == nil && request.delivery.traits.mostFramesPerSecond != nil
        let shown = try ShownRates(composition, of: inputs, measures: measures)
        var timing = try OutputRate(request, inputs[0], played, playedAt: speed.rate, shown: shown)
        settings.timing = timing.timing
        settings.plays = request.plays
        settings.delivery = request.delivery
        settings.shape = request.shape
        settings.deinterlacing = request.deinterlacing
        settings.stabilisation = request.stabilisation
        settings.inBetween = request.inBetween
        settings.filter = request.filter
        let zoom = try ZoomChoice(request.zooms, clips.clock, lasting: composition.duration)
        settings.zoom = zoom.zoom
        settings.chapters = try request.chapters.map { try clips.clock.chapter($0) }
        settings.metadata = request.metadata
        settings.texts = request.texts
        settings.burned = request.burned
        settings.dynamicRange = request.dynamicRange
        settings.video = request.video
        settings.effort = request.effort
        settings.copiesFramesOnly = request.copiesFramesOnly
        settings.audio = request.audio
        settings.timecode = request.timecode
        func planned() throws -> ExportPlan {
            do throws(ExportError) {
                return request.isExact
                    ? try ExportPlan.exact(composition, of: inputs, settings: settings, container: request.container)
                    : try ExportPlan.sparing(composition, of: inputs, settings: settings, container: request.container)
            } catch {
                // That option changes the rate of the whole, and no edit's.
                var options = HintedOptions.export
                if case .pitchNotPlayable(.rate(_, let rate)) = error.code {
                    options.snaps = !request.snaps && rate == speed.rate
                }
                throw Failure(error, options: options)
            }
        }
        var plan = try planned()
        // Only the plan says whether fields become frames.
        let counts = plan.framesPerFrame
        let framesPerFrame = counts.values.max() ?? 1
        if framesPerFrame > 1 {
            timing = try OutputRate(
                request,
                inputs[0],
                played,
                playedAt: speed.rate,
                shown: ShownRates(composition, of: inputs, framesPerFrame: counts, measures: measures),
                framesPerFrame: counts[inputs[0].path] ?? 1
            )
            if timing.timing != settings.timing {
                settings.timing = timing.timing
                plan = try planned()
            }
        }
        plan.warnings = clips.warnings + speed.warnings + zoom.warnings + timing.warnings + plan.warnings
        if request.timing == nil, timing.warnings.isEmpty, case .constantFrameRate(let rate) = settings.timing,
            let passedOver = plan.counts?.dropped, passedOver > 0
        {
            let frames = passedOver == 1 ? "a frame is" : "\(passedOver) frames are"
            plan.warnings.append(
                "\(frames) passed over, without a place at \(rate) fps: --frame-rate names another rate"
            )
        }
        if request.inBetween == nil, !timing.hasOwnDurations, let stalled = plan.counts?.stalled, stalled > 0 {
            let frames = stalled == 1 ? "a frame is" : "\(stalled) frames are"
            let hasFields = framesPerFrame == 1 && plan.video?.source.video?.firstField != nil
            let fields = hasFields ? "--deinterlace on shows each field at its own instant, " : ""
            let makes = plan.video?.inBetweenObstacle == nil
            let between = makes ? "--in-between motion makes frames between, and " : fields.isEmpty ? "" : "and "
            plan.warnings.append(
                "\(frames) shown again where time passes in the clip: \(fields)\(between)--in-between nearest asks for this"
            )
        }
        plan.warnings += VainOptions(request, plan, isReversed: composition.isReversed).warnings
        self.plan = plan
    }
}

extension Composition {
    /// Whether a part of it is played backwards.
    fileprivate var isReversed: Bool {
        tracks.flatMap(\.segments).contains { segment in
            if case .media(let media) = segment { media.mapping.isReversed } else { false }
        }
    }
}

/// The rate of the whole, after the edits: one for video and audio.
private struct SpeedChoice {
    let rate: PlaybackRate
    private(set) var warnings: [String] = []

    init(_ request: ExportRequest, _ inputs: [MediaDescription]) throws {
        let wanted: PlaybackRate
        switch request.speed {
        case .rate(let rate): wanted = rate
        case .conform(let frameRate, let captured):
            guard inputs.count == 1 else {
                throw Failure(status: .usage, message: "--conform takes one clip: each camera has a rate of its own")
            }
            let measured = try CaptureRate.measuring(inputs[0], stated: captured)
            warnings += measured.warnings
            if inputs[0].isMeantForFullRate == true {
                warnings.append("the camera means \(inputs[0].path) to be played at its full rate")
            }
            guard let rate = PlaybackRate(conforming: measured.rate, to: frameRate) else {
                throw Failure(
                    status: .usage,
                    message: "\(measured.rate) fps cannot be played at \(frameRate) exactly"
                )
            }
            wanted = rate
        }
        rate = request.snaps ? request.pitch.snapped(wanted) : wanted
        if rate != wanted {
            warnings.append("\(request.pitch.rawValue) plays rate \(rate) instead of \(wanted)")
        }
    }
}
