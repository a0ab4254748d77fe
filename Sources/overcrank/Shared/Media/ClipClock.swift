internal import Composition
internal import Export
internal import MediaTime

/// Finds the instants of time expressions in clips that are played one after another.
struct ClipClock {
    /// At least one.
    let inputs: [MediaDescription]
    /// The frames of each clip; `nil` for those without video.
    private let lookups: [FrameLookup?]
    /// How long all of them last.
    let duration: RationalTime
    /// The instant that `at` stands for.
    let anchor: TimeExpression?
    /// How that is named, where it is missing.
    private let anchorHint: String

    /// The clock of clips.
    ///
    /// - Parameters:
    ///   - inputs: The clips, at least one.
    ///   - duration: How long all of them last.
    ///   - asked: What is played of them.
    ///   - sources: What is known of them.
    ///   - framesPerFrame: How many frames are shown of one, by the paths of clips where it is more.
    init(
        _ inputs: [MediaDescription],
        lasting duration: RationalTime,
        _ asked: ClipEdits,
        _ sources: ClipSources,
        framesPerFrame: [String: Int] = [:]
    ) {
        self.inputs = inputs
        self.duration = duration
        (anchor, anchorHint) = (asked.anchor, asked.anchorHint)
        lookups = inputs.map { media in
            media.mainVideo.map { track in
                FrameLookup(
                    media: media,
                    track: track,
                    framesPerFrame: framesPerFrame[media.path] ?? 1,
                    known: sources.instants[media.path]
                )
            }
        }
    }

    /// What messages call the clips.
    var name: String { inputs.count == 1 ? inputs[0].path : "all that is played" }

    /// The instant of an expression, from the beginning of the first clip. Frames are counted in the first clip. An instant
    /// that lies less than a microsecond from a frame's timestamp stands for that.
    ///
    /// - Throws: ``Failure`` where the clip has no such frame, or no anchor was given.
    func instant(_ expression: TimeExpression) throws -> RationalTime {
        switch expression {
        case .time(let time): return try snapped(time)
        case .frame(let number): return try instant(ofFrame: number)
        case .anchor(let offset): return try snapped(anchorInstant() + offset)
        }
    }

    /// The clip that a chapter begins in, and when.
    ///
    /// - Throws: ``Failure`` as ``instant(_:)``, and for an instant behind the last clip.
    func chapter(_ mark: MarkExpression) throws -> ChapterMark {
        let instant = try instant(mark.time)
        var start = RationalTime.zero
        for (index, media) in inputs.enumerated() {
            let end = try start + media.asset.duration
            if instant < end { return ChapterMark(input: index, time: try instant - start, title: mark.title) }
            start = end
        }
        throw Failure(
            status: .usage,
            message:
                "the chapter '\(mark.title)' begins at \(instant.clock), behind the end of \(name), which lasts \(duration.clock)"
        )
    }

    /// What is played on the way back of a part that is played there and back: all but the frames at both ends, at which it
    /// turns.
    ///
    /// - Parameter track: The way there, of frames.
    /// - Returns: A range of the track's target time.
    /// - Throws: ``Failure`` where a clip cannot be read.
    func wayBack(_ track: Track) throws -> TimeRange {
        var start = RationalTime.zero
        var end = track.duration
        let (first, last) = (stretch(beginning: track.segments), stretch(beginning: track.segments.reversed()))
        if let lookup = lookup(of: first) { start = try lookup.endOfFirstFrame(in: first.map(\.mapping)) }
        if let lookup = lookup(of: last) { end = try lookup.startOfLastFrame(in: last.reversed().map(\.mapping)) }
        return try TimeRange(start: start, end: end)
    }

    /// The first media, and what follows it of the same clip without a break.
    private func stretch(beginning segments: [Segment]) -> [MediaSegment] {
        var stretch: [MediaSegment] = []
        for segment in segments {
            if case .media(let media) = segment, media.path == stretch.first?.path ?? media.path {
                stretch.append(media)
            } else if !stretch.isEmpty {
                break
            }
        }
        return stretch
    }

    private func lookup(of media: [MediaSegment]) -> FrameLookup? {
        guard let path = media.first?.path else { return nil }
        return inputs.firstIndex { $0.path == path }.flatMap { lookups[$0] }
    }

    private func snapped(_ instant: RationalTime) throws -> RationalTime {
        var start = RationalTime.zero
        for (media, lookup) in zip(inputs, lookups) {
            let end = try start + media.asset.duration
            if instant < end {
                guard let lookup, instant > start else { return instant }
                return try start + lookup.snapped(instant - start)
            }
            start = end
        }
        return instant
    }

    private func instant(ofFrame number: Int64) throws -> RationalTime {
        let media = inputs[0]
        guard let lookup = lookups[0] else {
            throw Failure(status: .usage, message: "\(media.path) has no video: there is no frame \(number)")
        }
        guard let instant = try lookup.instant(ofFrame: number) else {
            throw Failure(status: .usage, message: "\(media.path) has no frame \(number)")
        }
        return instant
    }

    private func anchorInstant() throws -> RationalTime {
        guard let anchor else {
            throw Failure(
                status: .usage,
                message: "a time is relative to the anchor, and no anchor was given",
                hint: anchorHint
            )
        }
        let instant = try instant(anchor)
        guard instant <= duration else {
            throw Failure(
                status: .usage,
                message: "the anchor \(instant.clock) is not in \(name), which lasts \(duration.clock)"
            )
        }
        return instant
    }
}
