internal import Composition
internal import FFmpeg
public import MediaTime

/// What an output track takes from one input without a break.
public struct TrackPart: Sendable {
    /// The index of the file in ``ExportPlan/inputs``.
    public internal(set) var input: Int
    /// The track of that file.
    public let source: MediaTrack
    /// Which parts of the track (asset time) go where (target time), in target order.
    public let segments: [TimeMapping]
    /// Whether the last segment goes on for as long as the track does. Headers can be wrong about where a track ends.
    public let isOpenEnded: Bool
    /// What frames go through before they are retimed; `nil` for nothing.
    public internal(set) var filters: SourceFilters?
    /// The constant rate at whose instants frames are shown though they may be copied; `nil`: each has its own instant.
    var placeRate: FrameRate?
    /// Whether of its frames only those are copied that begin at such an instant. Nothing refers to the others.
    var isThinned = false
}

extension TrackPart {
    /// The part without what is played backwards; `nil` where nothing is left.
    var withoutReversals: TrackPart? {
        let forwards = segments.filter(\.isForward)
        guard !forwards.isEmpty else { return nil }
        return TrackPart(input: input, source: source, segments: forwards, isOpenEnded: isOpenEnded)
    }

    /// The part between two source instants; an end of `nil` is the part's own. `nil` where nothing is between them.
    ///
    /// - Throws: `TimeOverflow` where a target instant cannot be expressed.
    func part(from start: RationalTime, to end: RationalTime?) throws(TimeOverflow) -> TrackPart? {
        var kept: [TimeMapping] = []
        for segment in segments {
            let part = try segment.part(ofSourceFrom: start, to: end ?? segment.source.end)
            if let part { kept.append(part) }
        }
        return kept.isEmpty ? nil : with(kept, isOpenEnded: isOpenEnded && end == nil)
    }

    /// Whether it ends with a hold, which shows what is at its instant until the part's end.
    var endsWithHold: Bool { segments.last?.course == .hold }

    /// The source instant from which on nothing is played; `nil` where all is that the track has. Of a track that hides what follows its
    /// range, packets lie behind that.
    var outPoint: RationalTime? { isOpenEnded && !source.hidden.areAfter ? nil : segments.last?.source.end }

    /// Whether all that it plays lies before a source instant; never of one that goes on for as long as the track does.
    func isOver(before instant: RationalTime) -> Bool {
        !isOpenEnded && segments.last.map { $0.isOver(before: instant, as: .start) } ?? false
    }

    /// The part with other segments.
    func with(_ segments: [TimeMapping], isOpenEnded: Bool) -> TrackPart {
        TrackPart(
            input: input,
            source: source,
            segments: segments,
            isOpenEnded: isOpenEnded,
            filters: filters,
            placeRate: placeRate,
            isThinned: isThinned
        )
    }

    /// When what begins at a source instant is presented first, or what ends there was presented last. Instants outside of all segments go by
    /// the nearest one's rate.
    func targetTime(
        ofSource instant: RationalTime,
        as bound: RangeBound = .start
    ) throws(TimeOverflow) -> RationalTime {
        if let placeRate { return try placeRate.time(ofFrame: place(ofSource: instant, at: placeRate)) }
        return switch segments.target(of: instant, as: bound) {
        case .edge(let time): time
        case .within(let segment): try segment.targetTime(ofSource: instant)
        case nil: instant
        }
    }

    /// The first place of a constant rate at or after the instant at which a frame is presented.
    func place(ofSource instant: RationalTime, at rate: FrameRate) throws(TimeOverflow) -> Int64 {
        guard let segment = segments.first(where: { instant < $0.source.end }) ?? segments.last else { return 0 }
        return try segment.place(ofSource: instant, at: rate)
    }

    /// Whether a frame is copied that begins at a source instant. What is said of frames is said of those that the part plays: others
    /// go along where they are needed.
    func keeps(_ instant: RationalTime) -> Bool {
        guard isThinned, let placeRate, let first = segments.first,
            instant >= first.source.start, outPoint.map({ instant < $0 }) ?? true,
            let segment = segments.first(where: { instant < $0.source.end }) ?? segments.last
        else { return true }
        return segment.stands(instant, at: placeRate)
    }

    /// The part's segments, those together that lead to one another.
    ///
    /// - Complexity: O(n) in the number of segments.
    var runs: [TrackPart] {
        var runs: [[TimeMapping]] = []
        for segment in segments {
            if let last = runs.last?.last, last.leads(to: segment) {
                runs[runs.count - 1].append(segment)
            } else {
                runs.append([segment])
            }
        }
        return runs.enumerated().map { with($1, isOpenEnded: isOpenEnded && $0 == runs.count - 1) }
    }

    /// The part whose frames are chosen by their exact instants. The edits know the timestamps, and where a range begins at one
    /// that was rounded down, it begins at the exact instant instead. What follows such a range is played as much later.
    ///
    /// - Throws: `TimeOverflow` where a source instant cannot be expressed.
    func atExactInstants() throws(TimeOverflow) -> TrackPart {
        guard let grid = source.grid else { return self }
        var moved: [TimeMapping] = []
        var delay = RationalTime.zero
        for (index, segment) in segments.enumerated() {
            if index == 0 || !segments[index - 1].leads(to: segment) { delay = grid.delay(of: segment.source.start) }
            // A range that is played backwards begins with the frame before its end.
            if case .reverse = segment.course { delay = .zero }
            moved.append(try segment.later(inSource: delay))
        }
        return with(moved, isOpenEnded: isOpenEnded)
    }

    /// What a composition's track takes, file by file. Only the very last segment may be open: after every other one
    /// something follows at a fixed place.
    ///
    /// - Throws: ``ExportError`` `.settings` where a segment's file is not among the inputs, or its track not in the file.
    /// - Complexity: O(n) in the number of segments.
    static func parts(of track: Track, in inputs: [MediaDescription]) throws(ExportError) -> [TrackPart] {
        var parts: [TrackPart] = []
        var segments: [TimeMapping] = []
        var current: (input: Int, track: MediaTrack)?
        func finish(isLast: Bool) {
            guard let (input, source) = current, let last = segments.last else { return }
            let reachesEnd = last.rate != nil && last.source.end == source.range?.end
            parts.append(
                TrackPart(
                    input: input,
                    source: source,
                    segments: segments,
                    isOpenEnded: isLast && reachesEnd
                )
            )
            segments = []
        }
        for case .media(let media) in track.segments {
            // A file that is several clips may be given once for all of them.
            let same = inputs.indices.filter { inputs[$0].path == media.path }
            guard let last = same.last else {
                throw ExportError(.settings, "the edits play \(media.path), which is not among the inputs")
            }
            let input = media.occurrence < same.count ? same[media.occurrence] : last
            guard let source = inputs[input].tracks.first(where: { $0.index == media.trackIndex }) else {
                throw ExportError(
                    .settings,
                    "the edits play track \(media.trackIndex) of \(media.path), which it lacks"
                )
            }
            if let current, (current.input, current.track.index) != (input, source.index) { finish(isLast: false) }
            current = (input, source)
            segments.append(media.mapping)
        }
        finish(isLast: true)
        return parts
    }
}

extension TimeMapping {
    /// The first place of a constant rate at or after the instant at which a source instant is played.
    func place(ofSource instant: RationalTime, at rate: FrameRate) throws(TimeOverflow) -> Int64 {
        try targetTicks(ofSource: instant, unit: rate.denominator, over: rate.numerator, rounding: .up)
    }

    /// Whether a source instant is played exactly at an instant of a constant rate.
    func stands(_ instant: RationalTime, at rate: FrameRate) -> Bool {
        let (unit, ticks) = (rate.denominator, rate.numerator)
        guard let later = try? targetTicks(ofSource: instant, unit: unit, over: ticks, rounding: .up),
            let earlier = try? targetTicks(ofSource: instant, unit: unit, over: ticks, rounding: .down)
        else { return false }
        return later == earlier
    }
}
