internal import Export
internal import TimeStretch

extension VainOptions {
    /// Those of `side-by-side`.
    init(_ request: PairRequest, _ plan: ExportPlan) {
        let hasAudio = plan.carried.contains { $0.source.kind == .audio }
        // A clip that is to be heard and has no audio is named where the other one has some.
        let isSilent = plan.inputs.allSatisfy { !$0.tracks.contains { $0.kind == .audio } }
        let given: [(isGiven: Bool, name: String)] = [
            (request.namedSound != nil && request.namedSound != PairSettings.Sound.none && isSilent, "--audio"),
            (request.namedPitch.map { !$0.abilities.isSilent } ?? false, "--pitch"),
            (request.settings.audio != nil, "--audio-codec"),
        ]
        warnings = [
            hasAudio ? nil : Self.warning("no audio", given.filter(\.isGiven).map(\.name)),
            Self.pitch(request.namedPitch, plan),
        ].compactMap(\.self)
    }
}
