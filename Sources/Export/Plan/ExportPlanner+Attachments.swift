internal import MediaFormats

/// Attachments that other files have besides the first, such as fonts.
extension ExportPlanner {
    /// A plan for each that the container carries.
    func furtherAttachments() throws(ExportError) -> [TrackPlan] {
        var plans: [TrackPlan] = []
        for (input, track) in othersAttachments {
            var plan = try plan(track, [])
            guard plan.treatment.isCarried else { continue }
            plan.attachedFrom = input
            plans.append(plan)
        }
        return plans
    }

    /// Which of them the container does not carry. Of the first file's that is said with its other tracks.
    var attachmentWarnings: [String] {
        let lost = othersAttachments.filter { !container.canCopy($0.track) }
        return inputs.indices.compactMap { input in
            let names = lost.filter { $0.input == input }.map { Attachment.name(of: $0.track) ?? $0.track.label }
            guard !names.isEmpty else { return nil }
            let (what, verb, object) =
                names.count == 1 ? ("the attachment", "is", "it") : ("the attachments", "are", "them")
            return "\(what) \(names.joined(separator: ", ")) of \(inputs[input].path) \(verb) left out: "
                + "\(container.rawValue) cannot carry \(object)"
        }
    }

    /// Those of which not the same is there already, each with the number of its file.
    private var othersAttachments: [(input: Int, track: MediaTrack)] {
        var known = Set(input.tracks.filter { $0.kind == .attachment }.map { Attachment($0, of: input) })
        var others: [(input: Int, track: MediaTrack)] = []
        for (number, other) in inputs.enumerated().dropFirst() {
            for track in other.tracks where track.kind == .attachment {
                if known.insert(Attachment(track, of: other)).inserted { others.append((number, track)) }
            }
        }
        return others
    }
}
