internal import Export
internal import Presets
internal import TimeStretch

/// The options of a request that change nothing: because the result has no frames or no audio, or beside its other ones. What a preset
/// says is no option that somebody gave.
struct VainOptions {
    let warnings: [String]

    /// Those of `export`. `isReversed`: whether a part of it is played backwards.
    init(_ request: ExportRequest, _ plan: ExportPlan, isReversed: Bool) {
        let hasAudio = plan.carried.contains { $0.source.kind == .audio }
        warnings = [
            plan.video == nil ? Self.warning("no frames", Self.ofFrames(request)) : nil,
            hasAudio ? nil : Self.warning("no audio", Self.ofAudio(request, plan)),
            Self.fit(request), Self.snap(request), Self.pitch(request.line.pitch, plan),
            request.line.mutesReversed ?? false && hasAudio && !isReversed
                ? "--mute-reversed changes nothing: nothing is played backwards" : nil,
        ].compactMap(\.self)
    }

    /// That options change nothing where something is not there; `nil` without any.
    static func warning(_ lack: String, _ names: [String]) -> String? {
        guard let list = ListText.line(names, "and") else { return nil }
        return "the result has \(lack): \(list) \(names.count > 1 ? "change" : "changes") nothing"
    }

    private static func fit(_ request: ExportRequest) -> String? {
        if case .exact = request.shape.size { return nil }
        guard let fit = request.line.fit, fit != .inside else { return nil }
        return "--fit \(fit.rawValue) changes nothing without a --size of width and height"
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
        let line = request.line
        let given: [(isGiven: Bool, name: String)] = [
            (line.timing != nil, "--frame-rate"), (line.inBetween != nil, "--in-between"),
            (line.crop != nil, "--crop"), (line.turn != nil, "--rotate"), (line.flip != nil, "--flip"),
            (line.size != nil, "--size"), (!line.zooms.isEmpty, "--zoom"), (!line.texts.isEmpty, "--text"),
            (!(line.burned ?? []).isEmpty, "--burn"), (line.stabilisation != nil, "--stabilise"),
            (line.filter != nil, "--filter"), (line.deinterlacing ?? .automatic != .automatic, "--deinterlace"),
            (line.dynamicRange != nil, "--hdr"), (request.isExact, "--exact"),
            (request.copiesFramesOnly, "--lossless-only"),
        ]
        return given.filter(\.isGiven).map(\.name) + request.encodingOptions
    }

    private static func ofAudio(_ request: ExportRequest, _ plan: ExportPlan) -> [String] {
        let line = request.line
        let pitch = line.pitch ?? .standard
        let isMuted = plan.tracks.contains(where: \.isMutedReversal)
        let given: [(isGiven: Bool, name: String)] = [
            (pitch != .standard && !pitch.abilities.isSilent, "--pitch"), (line.audioCodec != nil, "--audio-codec"),
            (line.mutesReversed ?? false && !isMuted, "--mute-reversed"),
        ]
        return given.filter(\.isGiven).map(\.name)
    }
}
