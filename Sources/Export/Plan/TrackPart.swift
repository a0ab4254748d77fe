internal import Composition
public import MediaTime

/// What an output track takes from one input, in one go.
public struct TrackPart: Sendable {
    /// The file, by its place in ``ExportPlan/inputs``.
    public let input: Int
    /// The track of that file.
    public let source: MediaTrack
    /// Which parts of the track (asset time) go where (target time), in target order.
    public let segments: [TimeMapping]
    /// The last segment ends where the track ends, wherever that turns out to be: headers can be wrong.
    public let isOpenEnded: Bool
}

extension TrackPart {
    /// The part without what is played backwards; `nil` where nothing is left.
    var withoutReversals: TrackPart? {
        let forwards = segments.filter(\.isForward)
        guard !forwards.isEmpty else { return nil }
        return TrackPart(input: input, source: source, segments: forwards, isOpenEnded: isOpenEnded)
    }

    /// What a composition's track takes, file by file. Only the very last segment may be open: behind every other one
    /// something follows at a fixed place.
    ///
    /// - Complexity: O(n) in the number of segments.
    static func parts(of track: Track, in inputs: [MediaDescription]) -> [TrackPart] {
        var parts: [TrackPart] = []
        var segments: [TimeMapping] = []
        var current: (input: Int, track: Int)?
        func finish(isLast: Bool) {
            guard let current, let last = segments.last,
                let source = inputs[current.input].tracks.first(where: { $0.index == current.track })
            else { return }
            let reachesEnd = last.rate != nil && last.source.end == source.range?.end
            parts.append(
                TrackPart(
                    input: current.input,
                    source: source,
                    segments: segments,
                    isOpenEnded: isLast && reachesEnd
                )
            )
            segments = []
        }
        for case .media(let media) in track.segments {
            guard let input = inputs.firstIndex(where: { $0.path == media.path }) else { continue }
            if let current, current != (input, media.trackIndex) { finish(isLast: false) }
            current = (input, media.trackIndex)
            segments.append(media.mapping)
        }
        finish(isLast: true)
        return parts
    }
}
