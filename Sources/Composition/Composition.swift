public import MediaTime

/// Tracks that play together, edited as one: a value, after AVFoundation's `AVMutableComposition`.
///
/// The functions here work in the composition's own (target) time. They are exact, and change all tracks alike, so that
/// these stay in step. One that fails leaves the composition as it was.
public struct Composition: Hashable, Sendable {
    /// In the order in which they were first needed.
    public private(set) var tracks: [Track] = []

    /// An empty composition.
    public init() {}

    /// Assets as a whole, one after another. Where several are the same file, each is a clip by itself: ``Asset/occurrence`` is counted
    /// anew.
    ///
    /// - Throws: ``CompositionError``, code `.rangeOutside`, where one of them is empty; `.timeOverflow`.
    public init(_ assets: [Asset]) throws(CompositionError) {
        var counts: [String: Int] = [:]
        for var asset in assets {
            asset.occurrence = counts[asset.path, default: 0]
            counts[asset.path] = asset.occurrence + 1
            let whole: TimeRange
            do { whole = try TimeRange(start: .zero, end: asset.duration) } catch { throw CompositionError(error) }
            try insert(whole, of: asset, at: duration)
        }
    }

    /// The end of the track that ends last, in target time.
    public var duration: RationalTime { tracks.map(\.duration).max() ?? .zero }

    /// The first track of a kind, by itself: empty where there is none.
    public func firstTrack(of kind: TrackKind) -> Composition {
        var single = Composition()
        single.tracks = tracks.first { $0.kind == kind }.map { [$0] } ?? []
        return single
    }

    /// Inserts a range of an asset (asset time), all its tracks, at a target instant; what comes after moves back.
    ///
    ///     before   |---- A ----|---- B ----|
    ///     after    |---- A ----|== new ==|---- B ----|
    ///
    /// A track that has no content in part of the range gets a gap there. The asset's *n*-th track of a kind goes to
    /// the composition's *n*-th track of that kind, which is made where there is none yet.
    ///
    /// - Throws: ``CompositionError``, code `.rangeOutside`, where the instant is beyond the end or the range beyond
    ///   the asset; `.timeOverflow` where a time cannot be expressed.
    public mutating func insert(
        _ range: TimeRange,
        of asset: Asset,
        at time: RationalTime
    ) throws(CompositionError) {
        guard !range.start.isNegative, range.end <= asset.duration, !range.isEmpty else {
            let clock = ClockText(tellingApart: [range.start, range.end, asset.duration])
            throw CompositionError(
                .rangeOutside,
                "\(clock(range)) is not within \(asset.path), which lasts \(clock(asset.duration))"
            )
        }
        try requireWithin(time)
        var ordinals: [TrackKind: Int] = [:]
        var places: [Int: AssetTrack] = [:]
        var edited = self
        for track in asset.tracks {
            let ordinal = ordinals[track.kind, default: 0]
            ordinals[track.kind] = ordinal + 1
            places[edited.indexOfTrack(of: track.kind, ordinal: ordinal)] = track
        }
        try edited.rebuild { index, old throws(TimeOverflow) in
            let new = try Self.segments(of: places[index], in: range, asset: asset, at: time)
            return try old.replacing(try TimeRange(start: time, duration: .zero), by: new, padTo: time)
        }
        self = edited
    }

    /// Inserts a gap at a target range; what comes after moves back. A composition without tracks stays empty, because
    /// gaps lie in tracks.
    ///
    /// - Throws: ``CompositionError``, code `.rangeOutside`, where the start is beyond the end; `.timeOverflow`.
    public mutating func insertGap(_ range: TimeRange) throws(CompositionError) {
        try requireWithin(range.start)
        try rebuild { _, old throws(TimeOverflow) in
            let point = try TimeRange(start: range.start, duration: .zero)
            return try old.replacing(point, by: [.gap(range)], padTo: range.start)
        }
    }

    /// Takes a target range out; what comes after moves forward.
    ///
    ///     before   |---- A ----|== out ==|---- B ----|
    ///     after    |---- A ----|---- B ----|
    ///
    /// - Throws: ``CompositionError``, code `.rangeOutside`, where the range is not within the composition;
    ///   `.timeOverflow`.
    public mutating func remove(_ range: TimeRange) throws(CompositionError) {
        try requireWithin(range)
        try rebuild { _, old throws(TimeOverflow) in try old.replacing(range, by: [], padTo: nil) }
    }

    /// Plays a target range in another duration; what comes after moves. (`scaleTimeRange(_:toDuration:)`.)
    ///
    ///     before   |---- A ----|== 2 s ==|---- B ----|
    ///     after    |---- A ----|======= 4 s =======|---- B ----|        (half speed)
    ///
    /// - Throws: ``CompositionError``, code `.rangeOutside`, where the range is empty or not within the composition;
    ///   `.durationNotPositive`; `.timeOverflow`.
    public mutating func scale(_ range: TimeRange, to duration: RationalTime) throws(CompositionError) {
        try requireWithin(range)
        guard !range.isEmpty else {
            throw CompositionError(.rangeOutside, "there is nothing to scale at \(range.start.clock)")
        }
        guard duration > .zero else {
            throw CompositionError(
                .durationNotPositive,
                "\(ClockText(tellingApart: [range.start, range.end])(range)) cannot be played in \(duration.clock): a duration is above zero"
            )
        }
        guard let rate = PlaybackRate(source: range.duration, target: duration) else {
            throw CompositionError(TimeOverflow("\(range.duration) ÷ \(duration)"))
        }
        try rebuild { _, old throws(TimeOverflow) in
            var scaled: [Segment] = []
            for piece in try old.pieces(in: range) {
                let target = piece.target
                let lasting = try rate.targetDuration(of: target.duration)
                scaled.append(try piece.moved(to: TimeRange(start: target.start, duration: lasting)))
            }
            return try old.replacing(range, by: scaled, padTo: nil)
        }
    }

    /// Plays the whole at a rate.
    ///
    /// - Throws: as ``scale(_:to:)``.
    public mutating func scale(by rate: PlaybackRate) throws(CompositionError) {
        guard rate != .normal else { return }
        let whole: TimeRange
        let target: RationalTime
        do {
            whole = try TimeRange(start: .zero, end: duration)
            target = try rate.targetDuration(of: duration)
        } catch {
            throw CompositionError(error)
        }
        try scale(whole, to: target)
    }
}

extension Composition {
    private func requireWithin(_ time: RationalTime) throws(CompositionError) {
        guard !time.isNegative, time <= duration else {
            let clock = ClockText(tellingApart: [time, duration])
            throw CompositionError(
                .rangeOutside,
                "\(clock(time)) is not within the composition, which lasts \(clock(duration))"
            )
        }
    }

    private func requireWithin(_ range: TimeRange) throws(CompositionError) {
        guard !range.start.isNegative, range.end <= duration else {
            let clock = ClockText(tellingApart: [range.start, range.end, duration])
            throw CompositionError(
                .rangeOutside,
                "\(clock(range)) is not within the composition, which lasts \(clock(duration))"
            )
        }
    }

    private mutating func indexOfTrack(of kind: TrackKind, ordinal: Int) -> Int {
        let same = tracks.indices.filter { tracks[$0].kind == kind }
        if ordinal < same.count { return same[ordinal] }
        tracks.append(Track(kind: kind))
        return tracks.count - 1
    }

    mutating func replaceTrack(at index: Int, with track: Track) { tracks[index] = track }

    /// Replaces every track, or none.
    private mutating func rebuild(
        _ edit: (Int, Track) throws(TimeOverflow) -> Track
    ) throws(CompositionError) {
        var edited: [Track] = []
        for (index, track) in tracks.enumerated() {
            do { edited.append(try edit(index, track)) } catch { throw CompositionError(error) }
        }
        tracks = edited
    }

    /// The segments of a range of an asset's track: its content, and gaps where it has none.
    private static func segments(
        of track: AssetTrack?,
        in range: TimeRange,
        asset: Asset,
        at time: RationalTime
    ) throws(TimeOverflow) -> [Segment] {
        guard let track, let content = try range.intersection(track.range) else {
            return [.gap(try TimeRange(start: time, duration: range.duration))]
        }
        let lead = try content.start - range.start
        let start = try time + lead
        let mapping = try TimeMapping(
            source: content,
            target: TimeRange(start: start, duration: content.duration)
        )
        let end = try time + range.duration
        return [
            .gap(try TimeRange(start: time, end: start)),
            .media(
                MediaSegment(
                    path: asset.path,
                    trackIndex: track.index,
                    mapping: mapping,
                    occurrence: asset.occurrence
                )
            ),
            .gap(try TimeRange(start: mapping.target.end, end: end)),
        ]
    }
}

extension Track {
    /// The track with a range replaced by segments, which may last longer or shorter. A track that ends before `padTo`
    /// is filled with a gap up to there.
    fileprivate func replacing(
        _ range: TimeRange,
        by new: [Segment],
        padTo: RationalTime?
    ) throws(TimeOverflow) -> Track {
        var track = Track(kind: kind)
        try track.append(pieces(in: TimeRange(start: .zero, end: range.start)))
        if let padTo { try track.appendGap(until: padTo) }
        try track.append(new)
        try track.append(pieces(in: TimeRange(start: range.end, end: max(range.end, duration))))
        return track
    }
}
