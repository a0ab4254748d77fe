internal import MediaFormats
internal import MediaTime

/// What becomes of subtitles and of sensor readings, which have times and are neither frames nor samples.
extension ExportPlanner {
    func copyPlan(_ track: MediaTrack, _ parts: [TrackPart]) -> (TrackPlan.Treatment, String) {
        let obstacle = cueObstacle(track, parts)
        let isText = ([track] + parts.map(\.source)).allSatisfy { TextCodec.isReadable(codec: $0.codec) }
        let text = isText ? container.traits.texts : nil
        if let obstacle, text == nil { return (.leaveOut, obstacle) }
        let isOrdered = parts.allSatisfy { part in
            part.segments.allSatisfy(\.isForward)
                && zip(part.segments, part.segments.dropFirst()).allSatisfy { $0.source.end <= $1.source.start }
        }
        guard isOrdered else { return (.leaveOut, "the edit plays it out of order") }
        if let obstacle, let text { return (.rewriteText(text, timescale: timescale(of: parts)), obstacle) }
        return (.copy(timescale: timescale(of: parts)), "only timestamps change")
    }

    /// Why packets cannot be copied as they are; `nil` where they can.
    private func cueObstacle(_ track: MediaTrack, _ parts: [TrackPart]) -> String? {
        if !container.canCopy(track) { return "\(container.rawValue) cannot carry \(track.codecName)" }
        return parts.contains { $0.source.codec != track.codec } ? "the inputs' kinds of it differ" : nil
    }

    /// What is lost of texts that are written anew. Only SubStation Alpha says more than the containers' own kinds.
    func textWarnings(_ tracks: [TrackPlan]) -> [String] {
        tracks.compactMap { track in
            guard case .rewriteText = track.treatment, track.source.codec == "ass" else { return nil }
            return "\(track.source.label) becomes plain text: where it stands and how it moves cannot be said in "
                + container.rawValue
        }
    }
}
