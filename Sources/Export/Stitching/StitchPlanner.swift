internal import FFmpeg
internal import MediaFormats
internal import MediaSyntax
internal import MediaTime

/// Finds which frames of a track can be copied, and whether the others can be encoded like them.
struct StitchPlanner {
    private let inputs: [MediaDescription]
    private let plan: TrackPlan
    private var stretches: [Stretch] = []
    private var quantisers: [Int] = []
    private var setNumbers: Set<UInt32> = []
    private var coding: H264Coding?
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
        var planner = StitchPlanner(inputs: plan.inputs, plan: track)
        do {
            return try planner.outcome()
        } catch {
            throw ExportError(whileReading: plan.inputs[track.parts[0].input].path, error)
        }
    }

    private init(inputs: [MediaDescription], plan: TrackPlan) {
        (self.inputs, self.plan) = (inputs, plan)
    }

    private mutating func outcome() throws -> Outcome {
        guard plan.decimation == nil else { return .hindered("some of its frames are left out") }
        let parameters = inputs[plan.parts[0].input].streams[plan.source.index].parameters
        guard let units = NALUnits(parameters), let codec = VideoCodec(rawValue: parameters.codecName) else {
            return .hindered("frames of \(parameters.codecName) are not encoded to stand beside copied ones")
        }
        for (index, part) in plan.parts.enumerated() {
            for run in part.runs { try survey(run, index, units) }
        }
        if case .copy = plan.treatment, stretches.allSatisfy({ $0.action == .copy }) { return .whole }
        guard stretches.contains(where: { $0.action == .copy }), let lead else {
            return .hindered(Self.noBreak, VideoEncoding(codec: codec, quality: quality))
        }
        guard let joint = joint(parameters, units) else {
            return .hindered("its parameter sets cannot be read, or take the number of those that are added")
        }
        let encoding = VideoEncoding(codec: codec, quality: quality)
        if let mismatch = try mismatch(parameters, encoding, units) { return .hindered(mismatch) }
        return .stitched(Stitching(stretches: stretches, encoding: encoding, joint: joint, lead: lead))
    }

    /// Adds what becomes of a run of segments.
    private mutating func survey(_ run: TrackPart, _ index: Int, _ units: NALUnits) throws {
        guard let first = run.segments.first?.source.start else { return }
        switch run.segments[0].course {
        case .hold: return add(.encode, run, index, "a held frame is encoded")
        case .reverse: return add(.encode, run, index, "what is reversed is encoded")
        case .constant, .ramp: break
        }
        var survey = try StretchSurvey(run, of: inputs[run.input], units: units)
        guard let copy = try survey.run(isFirst: stretches.isEmpty) else {
            quantisers += survey.quantisers
            return add(.encode, run, index, Self.noBreak)
        }
        quantisers += survey.quantisers
        setNumbers.formUnion(survey.coding?.setNumbers ?? [])
        coding = coding ?? survey.coding?.coding
        lead = lead ?? copy.lead
        if copy.framesBefore > 0, let part = try run.part(from: first, to: copy.start) {
            let reason = "those before a key frame refer to frames before the in point"
            add(.encode, part, index, reason, copy.framesBefore)
        }
        if let part = try run.part(from: copy.start, to: copy.end) {
            add(.copy, part, index, "only timestamps change")
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
        _ frames: Int64? = nil
    ) {
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
        stretches.append(Stretch(action: action, reasons: [reason], frames: frames, part: part, partIndex: index))
    }

    private func joint(_ parameters: CodecParameters, _ units: NALUnits) -> (any JointEncoding)? {
        switch units.codec {
        case .h264: coding.flatMap { H264Joint($0, without: setNumbers, units: units) }
        case .hevc: HEVCJoint(headers: parameters.extradata, units: units)
        }
    }

    /// What of the source the encoder cannot do; `nil` where it can do all.
    private func mismatch(
        _ parameters: CodecParameters,
        _ encoding: VideoEncoding,
        _ units: NALUnits
    ) throws -> String? {
        if let coding, !H264Joint.profiles.contains(coding.profile) {
            return "frames of its profile (\(parameters.profileName ?? "\(coding.profile)")) are not encoded"
        }
        if units.codec == .hevc, parameters.isInterlaced { return "fields of HEVC are not encoded" }
        let stream = inputs[plan.parts[0].input].streams[plan.source.index]
        if stream.sideData.contains(where: \.isDolbyVision) {
            return "encoded frames would lack the data of Dolby Vision"
        }
        if case .lengths(let size) = units.framing, size < 3 {
            return "its units have lengths of \(size) bytes, and encoded ones may be longer"
        }
        let target = try FrameTarget(
            parameters: parameters,
            encoding: encoding,
            recipe: nil
        )
        if let format = parameters.pixelFormat, target.pixelFormat != format {
            return "no frames of \(format.name) are encoded"
        }
        if target.width != parameters.width || target.height != parameters.height {
            return "no frames of \(parameters.width)x\(parameters.height) are encoded"
        }
        return nil
    }

    /// The quality of x264 that is no worse than the source's quantisers. What was quantised before, by another encoder's choice of
    /// blocks, loses again: so the step is finer, and never coarser than that of a good copy.
    private var quality: Int {
        guard !quantisers.isEmpty else { return Self.coarsest }
        let mean = quantisers.reduce(0, +) / quantisers.count
        return max(0, min(mean - Self.finer, Self.coarsest))
    }

    private static let finer = 8
    private static let coarsest = 12
    private static let noBreak = "no frame in it is one that decoding can begin at (IDR)"
}
