internal import Export
internal import TimeStretch

/// The options of a request that change nothing: because the result has no frames or no audio, or beside its other ones.
struct VainOptions {
    let warnings: [String]

    /// Those of `export`. `isReversed`: whether a part of it is played backwards.
    init(_ request: ExportRequest, _ plan: ExportPlan, isReversed: Bool) {
        let hasAudio = plan.carried.contains { $0.source.kind == .audio }
        warnings = [
            plan.video == nil ? Self.warning("no frames", Self.ofFrames(request)) : nil,
            hasAudio ? nil : Self.warning("no audio", Self.ofAudio(request, plan)),
            Self.fit(request.shape), Self.snap(request), Self.pitch(request.namedPitch, plan),
            request.mutesReversed && hasAudio && !isReversed
                ? "--mute-reversed changes nothing: nothing is played backwards" : nil,
        ].compactMap(\.self)
    }

    /// That options change nothing where something is not there; `nil` without any.
    static func warning(_ lack: String, _ names: [String]) -> String? {
        guard let list = ListText.line(names, "and") else { return nil }
        return "the result has \(lack): \(list) \(names.count > 1 ? "change" : "changes") nothing"
    }

    private static func fit(_ shape: FrameShape) -> String? {
        if case .exact = shape.size { return nil }
        guard shape.fit != .inside else { return nil }
        return "--fit \(shape.fit.rawValue) changes nothing without a --size of width and height"
    }

    private static func snap(_ request: ExportRequest) -> String? {
        if case .only = request.pitch.abilities.rates { return nil }
        return request.snaps ? "--snap changes nothing: \(request.pitch.rawValue) is not limited to a few rates" : nil
    }

    /// That an algorithm changes nothing; `nil` where it may.
    static func pitch(_ named: PitchAlgorithm?, _ plan: ExportPlan) -> String? {
        let audio = plan.carried.filter { $0.source.kind == .audio }
        let isCopied = audio.allSatisfy { if case .copy = $0.treatment { true } else { false } }
        guard named.map({ !$0.abilities.isSilent }) ?? false, !audio.isEmpty, isCopied else { return nil }
        return "--pitch changes nothing: audio is copied, as its time does not change"
    }

    private static func ofFrames(_ request: ExportRequest) -> [String] {
        let shape = request.shape
        let given: [(isGiven: Bool, name: String)] = [
            (request.timing != nil, "--frame-rate"), (request.inBetween != nil, "--in-between"),
            (shape.crop != nil, "--crop"), (shape.orientation != .upright, "--rotate or --flip"),
            (shape.size != nil, "--size"), (!request.zooms.isEmpty, "--zoom"), (!request.texts.isEmpty, "--text"),
            (!request.burned.isEmpty, "--burn"), (request.stabilisation != nil, "--stabilise"),
            (request.filter != nil, "--filter"), (request.deinterlacing != .automatic, "--deinterlace"),
            (request.dynamicRange != nil, "--hdr"), (request.isExact, "--exact"),
            (request.copiesFramesOnly, "--lossless-only"),
        ]
        return given.filter(\.isGiven).map(\.name) + request.encodingOptions
    }

    private static func ofAudio(_ request: ExportRequest, _ plan: ExportPlan) -> [String] {
        let pitch = request.pitch
        let given: [(isGiven: Bool, name: String)] = [
            (pitch != .standard && !pitch.abilities.isSilent, "--pitch"), (request.audio != nil, "--audio-codec"),
            (request.mutesReversed && !plan.tracks.contains(where: \.isMutedReversal), "--mute-reversed"),
        ]
        return given.filter(\.isGiven).map(\.name)
    }
}
