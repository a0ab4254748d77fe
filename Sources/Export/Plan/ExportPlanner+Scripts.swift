internal import FFmpeg
internal import MediaFormats
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
            if !joined.otherwiseDefined.isEmpty {
                let names = joined.otherwiseDefined.map { "'\($0)'" }.joined(separator: ", ")
                warnings.append(
                    "the clips' texts define the style\(joined.otherwiseDefined.count == 1 ? "" : "s") \(names) otherwise: all of "
                        + "\(track.source.label) looks as its first clip says; under another name each keeps its own"
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

    /// Attachments that other files have besides the first, such as fonts: those of which not the same is there already.
    func furtherAttachments() throws(ExportError) -> [TrackPlan] {
        var known: Set<Attachment> = []
        for track in input.tracks where track.kind == .attachment { known.insert(Attachment(track, of: input)) }
        var plans: [TrackPlan] = []
        for (number, other) in inputs.enumerated().dropFirst() {
            for track in other.tracks where track.kind == .attachment {
                guard known.insert(Attachment(track, of: other)).inserted else { continue }
                var plan = try plan(track, [])
                // That a container carries none is said of the first file's.
                guard plan.treatment.isCarried else { continue }
                plan.attachedFrom = number
                plans.append(plan)
            }
        }
        return plans
    }
}

/// A file within a file.
private struct Attachment: Hashable {
    let name: String?
    let content: [UInt8]

    init(_ track: MediaTrack, of media: MediaDescription) {
        name = track.metadata.first { $0.key == "filename" }?.value
        let isThere = media.streams.indices.contains(track.index)
        content = isThere ? media.streams[track.index].parameters.extradata : []
    }
}
