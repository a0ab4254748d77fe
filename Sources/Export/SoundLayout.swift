internal import MediaTime
internal import TimeStretch

/// How a track of sound is rendered: in runs, each of which goes through the source without a jump and fills the target
/// without a gap.
struct SoundLayout: Sendable {
    struct Run: Sendable {
        /// The first source sample that is decoded, counted from asset time zero.
        let firstSample: Int64
        /// One past the last; `nil`: as far as the sound goes.
        let endSample: Int64?
        /// Where each output sample comes from, the source being counted from `firstSample`.
        let map: SampleMap
        /// The first output sample.
        let firstOutput: Int64
        /// One past the last; `nil`: as far as the sound goes.
        let endOutput: Int64?
    }

    /// In target order.
    let runs: [Run]
    let sampleRate: Int

    init(plan: TrackPlan, sampleRate: Int) throws {
        self.sampleRate = sampleRate
        var runs: [Run] = []
        var group: [TimeMapping] = []
        for (index, segment) in plan.segments.enumerated() {
            if let last = group.last, last.source.end != segment.source.start || last.target.end != segment.target.start
            {
                runs.append(try Self.run(group, isOpenEnded: false, sampleRate))
                group = []
            }
            group.append(segment)
            if index == plan.segments.count - 1 {
                runs.append(try Self.run(group, isOpenEnded: plan.isOpenEnded, sampleRate))
            }
        }
        self.runs = runs
    }

    /// Boundaries between samples stay where they are: the map begins a fraction of a sample after the first one.
    private static func run(_ group: [TimeMapping], isOpenEnded: Bool, _ sampleRate: Int) throws -> Run {
        let rate = Int32(sampleRate)
        let (first, last) = (group[0], group[group.count - 1])
        let firstSample = try first.source.start.ticks(over: rate, rounding: .down)
        let segments = group.enumerated().map { index, mapping in
            let isLast = index == group.count - 1
            return SampleMap.Segment(
                .constant(mapping.rate),
                lasting: isLast && isOpenEnded ? nil : mapping.target.duration
            )
        }
        return Run(
            firstSample: firstSample,
            endSample: isOpenEnded ? nil : try last.source.end.ticks(over: rate, rounding: .up),
            map: try SampleMap(
                segments,
                sampleRate: sampleRate,
                sourceStart: first.source.start - RationalTime(firstSample, rate),
                targetStart: first.target.start
            ),
            firstOutput: try first.target.start.ticks(over: rate, rounding: .nearest),
            endOutput: isOpenEnded ? nil : try last.target.end.ticks(over: rate, rounding: .nearest)
        )
    }
}
