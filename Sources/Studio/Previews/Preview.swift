public import Export
public import MediaTime

/// The result of an edit before it is exported: which frame is shown when, and how it sounds.
public struct Preview: Sendable {
    /// The session's number for it.
    public let id: Int
    /// What the export would do.
    public let plan: ExportPlan
    /// `nil` where nothing is heard.
    let sound: PlannedSound?
    private let clips: [OpenedClip]

    init(id: Int, plan: ExportPlan, clips: [OpenedClip]) {
        (self.id, self.plan, self.clips) = (id, plan, clips)
        sound = PlannedSound(plan)
    }

    /// How long it lasts (target time).
    public var duration: RationalTime { plan.duration }

    /// Samples a second, and channels; `nil` where nothing is heard.
    public var soundFormat: (sampleRate: Int, channels: Int)? { sound.map { ($0.sampleRate, $0.channelCount) } }

    /// What stands for a frame where none is shown.
    static let none: Int32 = -1
    /// What stands for a frame as long as it is not known: its clip is being read.
    static let unknown: Int32 = -2

    /// The frames that are shown at evenly spaced instants, by their numbers in a clip; -1 where none is shown, and -2 where it is not
    /// known yet which.
    ///
    /// - Parameters:
    ///   - start: The first instant, in seconds of target time.
    ///   - rate: Instants a second.
    ///   - count: How many instants.
    ///   - input: The number of the clip among those of the edit, from 0.
    /// - Returns: A number for each instant.
    public func frames(from start: Double, rate: Double, count: Int, input: Int = 0) -> [Int32] {
        let segments = plan.video?.shownParts.filter { $0.input == input }.flatMap(\.segments) ?? []
        guard let path = plan.inputs.indices.contains(input) ? plan.inputs[input].path : nil,
            let clip = clips.first(where: { $0.media.path == path })
        else { return Array(repeating: Self.none, count: max(0, count)) }
        let choice = FrameChoice(plan, input: input)
        let rounding = rounding(of: clip, choice)
        var place = 0
        return (0..<max(0, count)).map { number -> Int32 in
            guard let instant = instant(start + Double(number) / rate), instant < plan.duration else {
                return Self.none
            }
            while place < segments.count, segments[place].target.end <= instant { place += 1 }
            guard let shown = Self.shown(at: instant, of: segments, place) else { return Self.none }
            return Self.frame(at: shown.instant, in: shown.segment, clip.index, choice, rounding)
                .map { Int32(clamping: $0) } ?? Self.unknown
        }
    }

    /// The segment that is shown at an instant, and the instant in it: the one at `place`, which is the first that ends later, or in a short gap
    /// the end of the one before it. `nil` where nothing is shown.
    private static func shown(
        at instant: RationalTime,
        of segments: [TimeMapping],
        _ place: Int
    ) -> (segment: TimeMapping, instant: RationalTime)? {
        guard place < segments.count else { return nil }
        let next = segments[place]
        if next.target.start <= instant { return (next, instant) }
        guard place > 0, case let before = segments[place - 1], let gap = try? next.target.start - before.target.end,
            gap <= TrackPlan.bridgedGap, let last = try? before.target.end - RationalTime(1, 1_000_000)
        else { return nil }
        return (before, max(before.target.start, last))
    }

    /// So much before its timestamp a frame is shown: where each keeps its own, which the clip's clock has rounded, steps as even as its
    /// frames would else show one twice and another not at all. It is less than what frames are apart. A clock that counts the clip's frames
    /// in whole ticks, as those of AVI and MXF do, has rounded none.
    private func rounding(of clip: OpenedClip, _ choice: FrameChoice) -> RationalTime {
        if case .constantFrameRate = plan.timing { return .zero }
        guard clip.meanRate > 0 else { return .zero }
        if let format = clip.video?.video, format.claimsConstantRate, let rate = format.claimedFrameRate,
            rate.frameDuration.isMultiple(of: choice.tick)
        {
            return .zero
        }
        return min(choice.tick, RationalTime(Int64(250_000 / clip.meanRate), 1_000_000))
    }

    /// An instant that was given in seconds: of a constant rate the beginning of the frame that is shown then.
    private func instant(_ seconds: Double) -> RationalTime? {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return nil }
        // Up, so that it is never before a frame that begins there.
        let time = RationalTime(Int64((seconds * 1_000_000).rounded(.up)), 1_000_000)
        guard case .constantFrameRate(let rate) = plan.timing else { return time }
        let number = Int64(((seconds + 0.000_001) * rate.approximation).rounded(.down))
        return try? rate.frameDuration.scaled(by: number, over: 1)
    }

    /// The source instant that is played at an instant. Powers of the instants in a ramp may be too fine for a time: then it is rounded
    /// down to a nanosecond.
    private static func source(of segment: TimeMapping, at instant: RationalTime) -> RationalTime? {
        if let exact = try? segment.sourceTime(ofTarget: instant) { return exact }
        let ticks = try? segment.sourceTicks(ofTarget: instant, over: 1_000_000_000, rounding: .down)
        return ticks.map { RationalTime($0, 1_000_000_000) }
    }

    private static func frame(
        at instant: RationalTime,
        in segment: TimeMapping,
        _ index: FrameIndex,
        _ choice: FrameChoice,
        _ rounding: RationalTime
    ) -> Int? {
        guard var source = source(of: segment, at: instant) else { return nil }
        // What lies beyond the segment is not shown in it.
        switch segment.course {
        case .constant, .ramp:
            if let later = try? source + rounding, later < segment.source.end { source = later }
        case .reverse:
            if let earlier = try? source - rounding, earlier > segment.source.start { source = earlier }
        case .hold: break
        }
        let isComplete = index.isComplete
        guard let number = index.number(at: source, by: choice) else {
            // Before the first frame that one is shown.
            return isComplete || index.start(of: 0, by: choice).map { source < $0 } ?? false ? 0 : nil
        }
        guard case .reverse = segment.course else { return number }
        // Backwards a frame is left at its beginning, so that instant shows the one before it.
        return index.start(of: number, by: choice) == source ? max(0, number - 1) : number
    }
}

extension RationalTime {
    /// Whether it is so many whole ticks.
    fileprivate func isMultiple(of tick: RationalTime) -> Bool {
        let (own, other) = (Int128(value) * Int128(tick.timescale), Int128(tick.value) * Int128(timescale))
        return other != 0 && own.isMultiple(of: other)
    }
}
