internal import Composition
internal import MediaFormats
internal import MediaTime

/// What becomes of subtitles and of sensor readings, which have times and are neither frames nor samples.
extension ExportPlanner {
    /// What becomes of a track of them. `parts` are those of ``inOrder(_:)``.
    func copyPlan(_ track: MediaTrack, _ parts: [TrackPart]) -> (TrackPlan.Treatment, String) {
        let obstacle = cueObstacle(track, parts)
        let isText = ([track] + parts.map(\.source)).allSatisfy { TextCodec.isReadable(codec: $0.codec) }
        let text = isText ? container.traits.texts : nil
        if let obstacle, text == nil { return (.leaveOut, obstacle) }
        guard !parts.isEmpty else { return (.leaveOut, "all of it is played backwards") }
        if let obstacle, let text { return (.rewriteText(text, timescale: timescale(of: parts)), obstacle) }
        return (.copy(timescale: timescale(of: parts)), "only timestamps change")
    }

    /// What is played forwards of them, in parts of which each goes through its source once. What is repeated is shown again, as a part of
    /// its own. What is reversed is left out, and ends what is shown; while an instant is held, what is there is shown.
    ///
    /// - Complexity: O(n) in the number of segments.
    func inOrder(_ parts: [TrackPart]) -> [TrackPart] {
        parts.map { $0.holdingLast(before: inputs[$0.input].asset.duration) }.flatMap { part in
            var runs: [[TimeMapping]] = []
            var goesOn = false
            for segment in part.segments {
                guard !segment.isReversed else {
                    goesOn = false
                    continue
                }
                if goesOn, let last = runs.last?.last, last.source.end <= segment.source.start {
                    runs[runs.count - 1].append(segment)
                } else {
                    runs.append([segment])
                }
                goesOn = true
            }
            return runs.map { part.with($0, isOpenEnded: part.isOpenEnded && $0.last == part.segments.last) }
        }
    }

    /// That something of them is not shown where the edit plays backwards.
    func reversalWarnings(_ tracks: [TrackPlan]) -> [String] {
        tracks.filter { $0.lacksReversals && $0.treatment.isCarried }
            .map { "\($0.source.label) is left out where the edit plays backwards" }
    }

    /// Why packets cannot be copied as they are; `nil` where they can.
    private func cueObstacle(_ track: MediaTrack, _ parts: [TrackPart]) -> String? {
        if !container.canCopy(track) { return container.copyingObstacle(track) }
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

extension TrackPart {
    /// The part with holds at the end of the file a tick earlier: they show its last frame, and so they do what ends with it.
    fileprivate func holdingLast(before end: RationalTime) -> TrackPart {
        guard segments.contains(where: { $0.course == .hold && $0.source.start >= end }),
            let instant = try? end - source.tick
        else { return self }
        var moved: [TimeMapping] = []
        for segment in segments {
            guard segment.course == .hold, segment.source.start >= end else {
                moved.append(segment)
                continue
            }
            var start = segment.target.start
            if let last = moved.last, last.isForward, last.source.end > instant {
                moved.removeLast()
                let rest = (try? last.part(ofSourceFrom: last.source.start, to: instant)) ?? nil
                if let rest { moved.append(rest) }
                start = rest?.target.end ?? last.target.start
            }
            let target = (try? TimeRange(start: start, end: segment.target.end)) ?? segment.target
            moved.append(.hold(instant, for: target))
        }
        return with(moved, isOpenEnded: isOpenEnded)
    }
}
