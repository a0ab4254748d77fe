/// Finds the bursts of a rendering: which there are, how many besides, and how far they stand from the map.
struct BurstMeter {
    let events: Measurements.Events
    /// `nil` where no burst was found.
    let sync: Measurements.Sync?
    /// How much later the bursts stand than the map puts them on the whole, in samples; 0 where few were found.
    let delay: Double

    /// The nearest in target time that bursts can be told apart.
    private static let shortestGap = 0.03
    /// How far from its place a burst may stand, in target time at rate 1 and above.
    private static let tolerance = 0.05
    /// How much of a burst's surroundings belongs to it, in target time at rate 1 and above.
    private static let reach = 0.01

    /// `nil` where the map puts bursts too close together.
    ///
    /// - Parameters:
    ///   - bursts: Where they set in, in source samples, at least two.
    ///   - source: The program's middle.
    ///   - rendering: What became of it.
    init?(_ bursts: [Int], of source: [Float], in rendering: MappedRendering) {
        let sampleRate = Double(rendering.sampleRate)
        let expected = bursts.map { rendering.position(ofSource: Double($0)) }
        let gap = zip(expected.dropFirst(), expected).map { $0 - $1 }.min() ?? 0
        guard gap >= Self.shortestGap * sampleRate else { return nil }
        // A slow rendering may draw out the bursts themselves.
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
        // The train is where it should be, unless more of it is found elsewhere: of doubled bursts the nearest count.
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

    /// The samples that belong to an event: twice as many behind it, and not what belongs to its neighbours.
    private static func surroundings(of index: Int, in events: [Int], reach: Int) -> Range<Int> {
        let event = events[index]
        // The one before has died away when three quarters of the way are gone.
        let start = index > 0 ? max(event - reach, event - (event - events[index - 1]) / 4) : event - reach
        let next = index + 1 < events.count ? events[index + 1] : .max
        return start..<max(min(event + 2 * reach, next - (next - event) / 4), start)
    }
}

/// Which peaks are bursts, if the train stands in a certain place.
private struct Finding {
    /// Those in the train's range.
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
    /// `nil` of none.
    fileprivate init?(errors: [Double]) {
        guard !errors.isEmpty else { return nil }
        let count = Double(errors.count)
        meanMilliseconds = errors.reduce(0) { $0 + $1.magnitude } / count
        worstMilliseconds = errors.reduce(0) { max($0, $1.magnitude) }
        biasMilliseconds = errors.reduce(0, +) / count
    }
}
