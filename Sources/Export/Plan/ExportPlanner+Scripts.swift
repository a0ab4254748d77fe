internal import FFmpeg
internal import MediaSyntax

/// Clips whose texts are SubStation Alpha, played one behind the other: a track has one list of styles.
extension TrackPlan {
    /// The header of all the scripts that a track is copied from; `nil` where it has one, or none.
    func joinedScripts(_ inputs: [MediaDescription]) -> ScriptHeader.Joined? {
        guard case .copy = treatment, source.codec == "ass", let first = parts.first else { return nil }
        func header(of part: TrackPart) -> [UInt8]? {
            let streams = inputs[part.input].streams
            return streams.indices.contains(part.source.index) ? streams[part.source.index].parameters.extradata : nil
        }
        guard let own = header(of: first) else { return nil }
        let others = parts.dropFirst().compactMap(header).filter { $0 != own }
        return others.isEmpty ? nil : ScriptHeader.joined(own, others)
    }
}

extension ExportPlanner {
    /// What of a clip's texts looks otherwise behind another clip.
    func scriptWarnings(_ tracks: [TrackPlan]) -> [String] {
        tracks.flatMap { track -> [String] in
            guard let joined = track.joinedScripts(inputs) else { return [] }
            var warnings: [String] = []
            if !joined.incomplete.isEmpty {
                let names = joined.incomplete.map { "'\($0)'" }.joined(separator: ", ")
                let isOne = joined.incomplete.count == 1
                warnings.append(
                    "\(track.source.label) loses the style\(isOne ? "" : "s") \(names) of a later clip's texts, which "
                        + "\(isOne ? "does" : "do") not say all that its first clip's styles say: lines of \(isOne ? "it" : "them") "
                        + "look as another clip defines the name, or as the player has it"
                )
            }
            if joined.hasOtherSize {
                warnings.append(
                    "the clips' texts count places in other sizes (PlayResX, PlayResY): all of \(track.source.label) is placed as "
                        + "its first clip says"
                )
            }
            return warnings
        }
    }
}
