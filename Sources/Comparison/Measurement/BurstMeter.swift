/// Finds the bursts of a rendering: which are missing, which are doubled, and how far they are from the map.
struct BurstMeter {
    let events: Measurements.Events
    /// `nil` where no burst was found.
    let sync: Measurements.Sync?
    /// The mean delay of all bursts against the map, in samples; 0 where half of them or fewer were found.
    let delay: Double

    /// The least distance of two bursts that can be told apart, in seconds of target time.
    private static let shortestGap = 0.03
    /// How far a burst may be from its place, in seconds of target time at rate 1 and above.
    private static let tolerance = 0.05
    /// How far before a burst its energy is summed, in seconds of target time at rate 1 and above. After it: twice as far.
    private static let reach = 0.01

    /// `nil` where the map puts bursts too close together.
    ///
    /// - Parameters:
    ///   - bursts: Where they begin, in source samples; at least two.
    ///   - source: The program's middle.
    ///   - rendering: The rendered program.
    init?(_ bursts: [Int], of source: [Float], in rendering: MappedRendering) {
        let sampleRate = Double(rendering.sampleRate)
        let expected = bursts.map { rendering.position(ofSource: Double($0)) }
        let gap = zip(expected.dropFirst(), expected).map { $0 - $1 }.min() ?? 0
        guard gap >= Self.shortestGap * sampleRate else { return nil }
        // At a slow rate a burst may itself last longer.
        let slowness = max((expected[bursts.count - 1] - expected[0]) / Double(bursts[bursts.count - 1] - bursts[0]), 1)

        let beginning = bursts[0]..<bursts[0] + Int(DelayedTrain.window * sampleRate)
        let search = DelayedTrain(
            expected,
            gap: gap,
            slowness: slowness,
            level: source[beginning].meanSquare.squareRoot(),
            in: rendering
        )
        func finding(delayedBy delay: Double) -> Finding {
            Finding(
                of: expected.map { $0 + delay },
                among: search.peaks,
                around: gap / 2,
                tolerance: min(gap / 2, Self.tolerance * sampleRate * slowness)
            )
        }
        // A delayed train is taken only if it has more bursts. So of doubled bursts the nearest ones count.
        let (here, elsewhere) = (finding(delayedBy: 0), finding(delayedBy: search.delay))
        let best = elsewhere.assignment.missing < here.assignment.missing ? elsewhere : here
        let (peaks, assignment) = (best.peaks, best.assignment)
        events = .init(expected: bursts.count, missing: assignment.missing, doubled: assignment.surplus)

        let reach = Self.reach * sampleRate
        let milliseconds = assignment.pairs.compactMap { pair -> Double? in
            let found = Onset.instant(
                in: rendering.mid,
                over: Self.surroundings(of: pair.found, in: peaks, reach: Int(reach * slowness))
            )
            let played = Onset.instant(
                in: source,
                over: Self.surroundings(of: pair.expected, in: bursts, reach: Int(reach))
            )
            guard let found, let played else { return nil }
            return (found - rendering.position(ofSource: played)) / sampleRate * 1000
        }
        sync = .init(errors: milliseconds)
        delay = 2 * milliseconds.count > bursts.count ? (sync?.biasMilliseconds ?? 0) / 1000 * sampleRate : 0
    }

    /// The samples that belong to an event: `reach` before it and twice as many after it, without those of its neighbours.
    private static func surroundings(of index: Int, in events: [Int], reach: Int) -> Range<Int> {
        let event = events[index]
        // The burst before has decayed after three quarters of the distance.
        let start = index > 0 ? max(event - reach, event - (event - events[index - 1]) / 4) : event - reach
        let next = index + 1 < events.count ? events[index + 1] : .max
        return start..<max(min(event + 2 * reach, next - (next - event) / 4), start)
    }
}

/// Which peaks are bursts, if the train is at a certain place.
private struct Finding {
    /// The peaks in the range of the train.
    let peaks: [Int]
    let assignment: EventAssignment

    init(of train: [Double], among peaks: [Int], around margin: Double, tolerance: Double) {
        self.peaks = peaks.filter {
            Double($0) > train[0] - margin && Double($0) < train[train.count - 1] + margin
        }
        assignment = EventAssignment(expected: train, found: self.peaks.map(Double.init), tolerance: tolerance)
    }
}

extension Measurements.Sync {
    /// `nil` where there are no errors.
    fileprivate init?(errors: [Double]) {
        guard !errors.isEmpty else { return nil }
        let count = Double(errors.count)
        meanMilliseconds = errors.reduce(0) { $0 + $1.magnitude } / count
        worstMilliseconds = errors.reduce(0) { max($0, $1.magnitude) }
        biasMilliseconds = errors.reduce(0, +) / count
    }
}
