internal import MediaTime
internal import TimeStretch

/// How an audio track is rendered: in runs. A run goes through one source without a jump, and fills the target without a
/// gap.
struct AudioLayout: Sendable {
    struct Run: Sendable {
        /// The index of the track's part that is played.
        let part: Int
        /// Samples a second of the source. All samples of the run are counted at this rate.
        let sampleRate: Int
        /// The first source sample that is decoded, counted from asset time zero.
        let firstSample: Int64
        /// One past the last sample; `nil` where the run goes on for as long as the audio does.
        let endSample: Int64?
        /// Whether the samples are given in reverse order.
        let isReversed: Bool
        /// Where each output sample comes from. Source samples are counted from the first one that is given.
        let map: SampleMap
        /// The first output sample.
        let firstOutput: Int64
        /// One past the last sample; `nil` where the run goes on for as long as the audio does.
        let endOutput: Int64?
        /// What of the source is played, in target order.
        fileprivate let segments: [TimeMapping]
    }

    /// The runs, in target order.
    let runs: [Run]

    /// The runs of a plan's parts, each counted in its own source's samples.
    init(parts: [TrackPart], sampleRates: [Int], pitch: PitchAlgorithm) throws {
        var runs: [Run] = []
        for (index, part) in parts.enumerated() {
            var group: [TimeMapping] = []
            for segment in part.segments where segment.course != .hold {
                if let last = group.last, !last.leads(to: segment) {
                    runs.append(try Self.run(group, part: index, isOpenEnded: false, sampleRates[index], pitch))
                    group = []
                }
                group.append(segment)
            }
            guard !group.isEmpty else { continue }
            runs.append(try Self.run(group, part: index, isOpenEnded: part.isOpenEnded, sampleRates[index], pitch))
        }
        self.runs = runs
    }

    private static func run(
        _ group: [TimeMapping],
        part: Int,
        isOpenEnded: Bool,
        _ sampleRate: Int,
        _ pitch: PitchAlgorithm
    ) throws -> Run {
        func shifted(by shift: RationalTime) throws -> Run {
            try run(group, part: part, isOpenEnded: isOpenEnded, sampleRate, pitch, by: shift)
        }
        do {
            return try shifted(by: shift(of: group, Int32(sampleRate)))
        } catch is TimeOverflow {
            return try shifted(by: .zero)
        }
    }

    /// The map begins behind the first sample: by the context that the algorithm makes use of, and a fraction of a sample where the segment
    /// begins between two. The source is played so much later.
    private static func run(
        _ group: [TimeMapping],
        part: Int,
        isOpenEnded: Bool,
        _ sampleRate: Int,
        _ pitch: PitchAlgorithm,
        by shift: RationalTime
    ) throws -> Run {
        let rate = Int32(sampleRate)
        let (first, last) = (group[0], group[group.count - 1])
        let start = try first.source.start + shift
        let end = try last.source.end + shift
        let isReversed = first.isReversed
        /// Source samples are counted from the first one, or backwards from the last one.
        func map(from firstSample: Int64, to endSample: Int64) throws -> SampleMap {
            if case .reverse(let playback) = first.course {
                return try SampleMap(
                    [.init(.constant(playback), lasting: first.target.duration)],
                    sampleRate: sampleRate,
                    sourceStart: RationalTime(endSample, rate) - end,
                    targetStart: first.target.start
                )
            }
            return try SampleMap(
                group,
                sampleRate: sampleRate,
                firstSampleAt: RationalTime(firstSample, rate) - shift,
                isOpen: isOpenEnded
            )
        }
        let played = try (start.ticks(over: rate, rounding: .down), end.ticks(over: rate, rounding: .up))
        let context = try pitch.context(of: map(from: played.0, to: played.1))
        let (before, behind) = isReversed ? (context.behind, context.before) : (context.before, context.behind)
        let firstSample = max(min(0, played.0), played.0 - before)
        let endSample = played.1 + behind
        return Run(
            part: part,
            sampleRate: sampleRate,
            firstSample: firstSample,
            endSample: isOpenEnded ? nil : endSample,
            isReversed: isReversed,
            map: try map(from: firstSample, to: endSample),
            firstOutput: try first.target.start.ticks(over: rate, rounding: .nearest),
            endOutput: isOpenEnded ? nil : try last.target.end.ticks(over: rate, rounding: .nearest),
            segments: group
        )
    }

    /// How much later, half a sample at most, the source is to be played throughout, so that the first part at its own rate consists of the source's
    /// samples: a cut between two samples is no reason to compute others.
    private static func shift(of group: [TimeMapping], _ rate: Int32) throws -> RationalTime {
        for segment in group {
            let offset: RationalTime
            switch segment.course {
            case .constant(.normal): offset = try segment.source.start - segment.target.start
            case .reverse(.normal): offset = try segment.source.end + segment.target.start
            case .constant, .reverse, .ramp, .hold: continue
            }
            return try RationalTime(offset.ticks(over: rate, rounding: .nearest), rate) - offset
        }
        return .zero
    }

    /// What is left of a run from a source sample on; `nil` where that is nothing, and for a run that goes backwards.
    static func rest(of run: Run, from sample: Int64, _ pitch: PitchAlgorithm) throws -> Run? {
        guard !run.isReversed else { return nil }
        let start = RationalTime(sample, Int32(run.sampleRate))
        var group: [TimeMapping] = []
        for segment in run.segments where segment.source.end > start {
            let target = segment.source.start < start ? try segment.targetTime(ofSource: start) : segment.target.start
            group.append(try segment.part(from: target, to: segment.target.end))
        }
        // Where the source is longer than its header says, the last segment goes on.
        if group.isEmpty, run.endSample == nil, let last = run.segments.last, let rate = last.rate {
            let second = RationalTime(1, 1)
            let target = try TimeRange(
                start: last.targetTime(ofSource: start),
                duration: rate.targetDuration(of: second)
            )
            group = [try TimeMapping(source: TimeRange(start: start, duration: second), target: target)]
        }
        guard !group.isEmpty else { return nil }
        return try Self.run(group, part: run.part, isOpenEnded: run.endSample == nil, run.sampleRate, pitch)
    }
}
