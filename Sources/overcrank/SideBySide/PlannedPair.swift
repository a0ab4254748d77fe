internal import Composition
internal import Export
internal import MediaTime

/// Two clips that were opened, aligned and planned.
struct PlannedPair {
    let plan: ExportPlan
    /// How they are aligned, in words.
    let alignment: String

    /// Opens the clips of a request, aligns them, and plans the result.
    ///
    /// - Parameters:
    ///   - request: What is asked for.
    ///   - sources: Where the clips come from.
    /// - Throws: ``Failure`` where the request does not fit the clips; what the library throws.
    init(_ request: PairRequest, _ sources: ClipSources = ClipSources()) throws {
        let inputs = try (
            sources.media(request.first.path, captureRate: request.captureRate),
            sources.media(request.second.path, captureRate: request.captureRate)
        )
        try CaptureRateOption.requireImages(request.captureRate, in: [inputs.0, inputs.1])
        let planned = try PlannedPair(request, inputs, sources)
        let exact = request.namesInstants ? planned.plan.exactInputs(insteadOf: [inputs.0, inputs.1]) : nil
        // What is played there and back turns at frames that are shown: only the plan says whether fields become frames.
        let turns = request.first.edits.turns || request.second.edits.turns
        let counts = turns ? planned.plan.framesPerFrame : [:]
        self =
            exact == nil && counts.isEmpty
            ? planned
            : try PlannedPair(request, exact.map { ($0[0], $0[1]) } ?? inputs, sources, framesPerFrame: counts)
    }

    private init(
        _ request: PairRequest,
        _ inputs: (MediaDescription, MediaDescription),
        _ sources: ClipSources,
        framesPerFrame: [String: Int] = [:]
    ) throws {
        let clips = try (
            EditedClips([inputs.0], request.first.edits, sources, framesPerFrame: framesPerFrame),
            EditedClips([inputs.1], request.second.edits, sources, framesPerFrame: framesPerFrame)
        )
        var compositions = (clips.0.composition, clips.1.composition)
        try compositions.0.scale(by: request.rate)
        try compositions.1.scale(by: request.rate)
        let marks: (RationalTime, RationalTime)
        switch try Self.alignment(request, inputs) {
        case .none:
            let instants = try Self.instants(request, clips)
            marks = try (
                Self.mark(instants?.0, compositions.0, inputs.0), Self.mark(instants?.1, compositions.1, inputs.1)
            )
            alignment =
                instants == nil
                ? Self.together
                : "\(inputs.0.path) at \(Self.clock(instants?.0)) is \(inputs.1.path) at \(Self.clock(instants?.1))"
        case .some(let found):
            let hasDrift = found.hasDrift(within: compositions.1.duration)
            if hasDrift { try compositions.1.scale(by: found.rate) }
            let common = try Self.common(found, compositions, inputs)
            guard common != nil || request.isUsual else {
                throw Failure(
                    status: .usage,
                    message: "what is played of \(inputs.0.path) and \(inputs.1.path) has no instant in common",
                    hint: "let both begin together: --align start"
                )
            }
            marks = try (
                Self.mark(common?.0, compositions.0, inputs.0), Self.mark(common?.1, compositions.1, inputs.1)
            )
            alignment =
                common.map { common in
                    "\(inputs.0.path) at \(common.0.clock) is \(inputs.1.path) at \(common.1.clock)"
                        + (!hasDrift
                            ? ""
                            : "; its clock runs \(abs(Double(found.drift)) / 10) ppm "
                                + "\(found.drift < 0 ? "slower" : "faster")")
                } ?? Self.together
        }
        var plan = try ExportPlan(
            pairing: PairSide(compositions.0, of: inputs.0, mark: marks.0),
            with: PairSide(compositions.1, of: inputs.1, mark: marks.1),
            settings: request.settings,
            container: request.container
        )
        plan.warnings = clips.0.warnings + clips.1.warnings + plan.warnings + VainOptions(request, plan).warnings
        self.plan = plan
    }

    /// How clips are aligned of which no instants are known.
    private static let together = "both begin together"

    /// How the clips lie to each other; `nil` where instants of them are named, or both begin together.
    private static func alignment(
        _ request: PairRequest,
        _ inputs: (MediaDescription, MediaDescription)
    ) throws -> ClipAlignment? {
        switch request.alignment {
        case .none, .start: return nil
        case .audio: return try ClipAlignment.byAudio(inputs.0, inputs.1)
        case .clock:
            if let first = RecordedClock(inputs.0), let second = RecordedClock(inputs.1),
                let time = CommonTime(first, second)
            {
                return ClipAlignment(offset: try time.second(at: .zero))
            }
            guard request.isUsual else {
                throw Failure(
                    status: .usage,
                    message: "\(inputs.0.path) and \(inputs.1.path) do not say that one clock timed both",
                    hint: "--align audio, or name an instant of each: --at-a 2.4s --at-b 3.1s"
                )
            }
            return nil
        }
    }

    /// The instants that were named, in each clip's own time.
    private static func instants(
        _ request: PairRequest,
        _ clips: (EditedClips, EditedClips)
    ) throws -> (RationalTime, RationalTime)? {
        guard let first = request.first.edits.anchor, let second = request.second.edits.anchor else { return nil }
        return try (clips.0.clock.instant(first), clips.1.clock.instant(second))
    }

    /// The first instant of which both clips play something.
    private static func common(
        _ alignment: ClipAlignment,
        _ compositions: (Composition, Composition),
        _ inputs: (MediaDescription, MediaDescription)
    ) throws -> (RationalTime, RationalTime)? {
        guard let first = compositions.0.playedRange(of: inputs.0.path),
            let second = compositions.1.playedRange(of: inputs.1.path)
        else { return nil }
        let start = max(first.start, try alignment.first(at: second.start))
        let other = max(second.start, try alignment.second(at: start))
        return start < first.end && other < second.end ? (start, other) : nil
    }

    /// When an instant of a clip is played; the beginning for `nil`.
    private static func mark(
        _ instant: RationalTime?,
        _ composition: Composition,
        _ media: MediaDescription
    ) throws -> RationalTime {
        guard let instant else { return .zero }
        guard let mark = try composition.targetTime(ofSource: instant, in: media.path) else {
            throw Failure(
                status: .usage,
                message: "the instant \(instant.clock) of \(media.path) is not in the part that is played"
            )
        }
        return mark
    }

    private static func clock(_ time: RationalTime?) -> String { time?.clock ?? "its beginning" }
}
