internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

/// Finds which frames of a track can be copied, and whether the others can be encoded like them.
struct StitchPlanner {
    private let inputs: [MediaDescription]
    private let plan: TrackPlan
    /// The constant rate that is asked for; `nil` where each frame has its own instant.
    private let rate: FrameRate?
    private var stretches: [Stretch] = []
    private var lead: DecodingLead?

    enum Outcome {
        /// All of it can be copied, and nothing else would be in the file.
        case whole
        case stitched(Stitching)
        /// Why not, in words; and how all frames are encoded to be no worse than the source's, where that is known.
        case hindered(String, VideoEncoding? = nil)
    }

    /// What is to become of a track that could be copied.
    ///
    /// - Complexity: O(size of what is encoded).
    static func plan(_ track: TrackPlan, of plan: ExportPlan) throws(ExportError) -> Outcome {
        var planner = StitchPlanner(inputs: plan.inputs, plan: track, timing: plan.timing)
        do {
            return try planner.outcome(frames: plan.counts?.frames)
        } catch {
            throw ExportError(whileReading: plan.inputs[track.parts[0].input].path, error)
        }
    }

    private init(inputs: [MediaDescription], plan: TrackPlan, timing: ExportSettings.OutputTiming) {
        (self.inputs, self.plan) = (inputs, plan)
        rate = if case .constantFrameRate(let rate) = timing { rate } else { nil }
    }

    /// `frames` is how many the output has at a constant rate.
    private mutating func outcome(frames: Int64?) throws -> Outcome {
        guard plan.decimation == nil else { return .hindered("some of its frames are left out") }
        let parameters = inputs[plan.parts[0].input].streams[plan.source.index].parameters
        guard var coding = Self.coding(parameters) else {
            return .hindered("frames of \(parameters.codecName) are not encoded to stand beside copied ones")
        }
        for (index, part) in plan.parts.enumerated() {
            for run in part.runs { try survey(evenly: run, index, &coding) }
        }
        if case .copy = plan.treatment, stretches.allSatisfy({ $0.action == .copy }) { return .whole }
        count(of: frames)
        guard stretches.contains(where: { $0.action == .copy }), var lead else {
            return .hindered(Self.noBreak, coding.encodingAlone)
        }
        if stretches.contains(where: { $0.action == .encode }),
            plan.parts.contains(where: { $0.source.video?.hasAlphaBeside ?? false })
        {
            return .hindered("the transparency beside its frames is not encoded", coding.encodingAlone)
        }
        guard let joint = coding.joint(parameters, allowingGaps: allowsGaps) else {
            return .hindered("its parameter sets cannot be read, or take the number of those that are added")
        }
        let encoding = coding.encoding
        if let mismatch = try coding.mismatch(parameters) ?? mismatch(parameters, encoding) ?? formatMismatch() {
            return .hindered(mismatch)
        }
        if let rate { lead = .frames(plan.even?.overtaking ?? plan.source.video?.reorderDepth ?? 0, rate) }
        return .stitched(
            Stitching(
                stretches: stretches,
                encoding: encoding,
                joint: joint,
                lead: lead,
                information: coding.information
            )
        )
    }

    /// Adds what becomes of a run of segments. At a constant rate only frames with one place each may be copied.
    private mutating func survey(evenly run: TrackPart, _ index: Int, _ coding: inout any SourceCoding) throws {
        guard let rate, let start = run.segments.first?.source.start, run.segments[0].isForward else {
            return try survey(run, index, &coding)
        }
        var run = run
        run.placeRate = rate
        if case .copy = plan.treatment { return try survey(run, index, &coding) }
        let reason = "frames are chosen anew for \(rate) fps"
        var position = start
        for (even, isThinned) in run.evenRanges(plan.even?.runs ?? []) {
            if position < even.start, let part = try run.part(from: position, to: even.start) {
                add(.encode, part, index, reason)
            }
            let isLast = even.end == run.segments.last?.source.end
            if var part = try run.part(from: even.start, to: isLast ? nil : even.end) {
                part.isThinned = isThinned
                try survey(part, index, &coding)
            }
            position = even.end
        }
        if let part = try run.part(from: position, to: nil) { add(.encode, part, index, reason) }
    }

    /// Notes how many frames of a constant rate are encoded where the source has one for every place, `total` together.
    private mutating func count(of total: Int64?) {
        guard rate != nil else { return }
        // Time behind the last place is no frame's.
        defer { stretches.removeAll { $0.action == .encode && $0.places?.isEmpty == true } }
        // Where a track is said to end and where its frames do are not always the same.
        if let last = stretches.indices.last, stretches[last].part.isOpenEnded {
            stretches[last].endPlace = plan.even?.end
        }
        let counts = stretches.map { $0.places.map { Int64($0.count) } }
        let isComplete = !counts.contains(nil) && counts.reduce(0) { $0 + ($1 ?? 0) } == total
        for index in stretches.indices where stretches[index].action == .encode {
            stretches[index].frames = isComplete ? counts[index] : nil
        }
    }

    /// Adds what becomes of a run of segments.
    private mutating func survey(_ run: TrackPart, _ index: Int, _ coding: inout any SourceCoding) throws {
        guard let first = run.segments.first?.source.start else { return }
        switch run.segments[0].course {
        case .hold: return add(.encode, run, index, "a held frame is encoded")
        case .reverse: return add(.encode, run, index, "what is reversed is encoded")
        case .constant, .ramp: break
        }
        var survey = try StretchSurvey(run, of: inputs[run.input], coding: coding)
        let found = try survey.run(isFirst: stretches.isEmpty)
        coding = survey.coding
        guard let copy = found else { return add(.encode, run, index, Self.noBreak) }
        lead = lead ?? copy.lead
        if copy.framesBefore > 0, let part = try run.part(from: first, to: copy.start) {
            let reason = "those before a key frame refer to frames before the in point"
            add(.encode, part, index, reason, copy.framesBefore)
        }
        if let part = try run.part(from: copy.start, to: copy.end) {
            let reason = part.isThinned ? rate?.thinning : nil
            add(.copy, part, index, reason ?? "only timestamps change", restart: copy.restart)
        }
        if let end = copy.end, let part = try run.part(from: end, to: nil) {
            add(.encode, part, index, "those at the end refer to frames after the out point", copy.framesAfter)
        }
    }

    private mutating func add(
        _ action: Stretch.Action,
        _ part: TrackPart,
        _ index: Int,
        _ reason: String,
        _ frames: Int64? = nil,
        restart: FrameRestart? = nil
    ) {
        var part = part
        part.placeRate = rate
        if action == .encode { part.isThinned = false }
        if action == .encode, let last = stretches.last, last.action == .encode, last.partIndex == index {
            // They are encoded together.
            stretches[stretches.count - 1] = Stretch(
                action: .encode,
                reasons: last.reasons.filter { $0 != reason } + [reason],
                frames: nil,
                part: part.with(last.part.segments + part.segments, isOpenEnded: part.isOpenEnded),
                partIndex: index
            )
            return
        }
        stretches.append(
            Stretch(
                action: action,
                reasons: [reason],
                frames: frames,
                part: part,
                partIndex: index,
                restart: restart
            )
        )
    }

    /// Whether frames are left out that others may refer to.
    private var allowsGaps: Bool { stretches.contains { $0.restart?.allowsGaps ?? false } }

    /// What is known of a stream before its packets are looked at; `nil` for codecs that are not stitched.
    private static func coding(_ parameters: CodecParameters) -> (any SourceCoding)? {
        switch FrameSyntax(parameters) {
        case .units(let units):
            switch units.codec {
            case .h264: H264SourceCoding(units, parameters)
            case .hevc: HEVCSourceCoding(units)
            }
        case .vp9: VP9SourceCoding()
        case .av1: AV1SourceCoding(parameters)
        case nil: nil
        }
    }

    /// What of the source no encoder does, whatever its codec; `nil` where it does all.
    private func mismatch(_ parameters: CodecParameters, _ encoding: VideoEncoding) throws -> String? {
        let stream = inputs[plan.parts[0].input].streams[plan.source.index]
        if stream.sideData.contains(where: \.isDolbyVision) {
            return "encoded frames would lack the data of Dolby Vision"
        }
        let target = try FrameTarget(
            parameters: parameters,
            encoding: encoding,
            recipe: nil,
            isBesideCopies: true
        )
        if let format = parameters.pixelFormat, target.pixelFormat != format {
            return "no frames of \(format.name) are encoded"
        }
        if target.width != parameters.width || target.height != parameters.height {
            return "no frames of \(parameters.width)x\(parameters.height) are encoded"
        }
        return nil
    }

    /// Why frames that are encoded would not be like those next to them, by their format; `nil` where they would.
    private func formatMismatch() throws -> String? {
        let formats = StretchFormats(inputs: inputs)
        for stretch in stretches where stretch.action == .encode {
            if let mismatch = try formats.mismatch(of: stretch.part) { return mismatch }
        }
        return nil
    }

    private static let noBreak =
        "no frame in it is one that decoding can begin at (IDR, or a key frame), with some behind it"
}

extension SourceCoding {
    /// How all frames are encoded where none is copied beside them.
    fileprivate var encodingAlone: VideoEncoding {
        VideoEncoding(codec: encoding.codec, quality: encoding.quality.map { min($0, VideoEncoding.coarsest) })
    }
}

extension VideoEncoding {
    /// The coarsest CRF of H.264 and HEVC at which frames are no worse than the source's.
    static let coarsest = 10
}

extension TrackPart {
    /// The ranges of the source (asset time) in which frames have one place each, in order, and whether others between them are left
    /// out. Segments that lead to one another are taken together.
    fileprivate func evenRanges(_ runs: [EvenRun]) -> [(range: TimeRange, isThinned: Bool)] {
        var ranges: [(range: TimeRange, isThinned: Bool)] = []
        var last: EvenRun?
        for segment in segments {
            for run in runs.filter({ $0.mapping == segment }).sorted(by: { $0.start < $1.start }) {
                let start = max(run.start, segment.source.start)
                guard let range = try? TimeRange(start: start, end: min(run.end, segment.source.end)) else { continue }
                if let last, last.end == run.start, last.places.upperBound == run.places.lowerBound,
                    let before = ranges.last, before.range.end == start, before.isThinned == run.isThinned,
                    let both = try? TimeRange(start: before.range.start, end: range.end)
                {
                    ranges[ranges.count - 1].range = both
                } else {
                    ranges.append((range, run.isThinned))
                }
                last = run
            }
        }
        return ranges
    }
}
