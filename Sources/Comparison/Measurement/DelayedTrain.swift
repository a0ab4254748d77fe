/// A train of bursts that may be later or earlier than it should, as a whole.
struct DelayedTrain {
    /// How much later the train is, in samples, exact to a millisecond.
    let delay: Double
    /// The peaks in the range in which the train may lie, in samples of the rendering.
    let peaks: [Int]

    /// The window over which the level of a burst is taken, in seconds. At slow rates it is longer, because stretched noise
    /// fluctuates more slowly.
    static let window = 0.004
    /// A peak is no burst below `faint` of the usual burst's level, or below `inaudible` of the source's level (amplitudes).
    private static let (faint, inaudible) = (Float(0.2), Float(0.01))
    /// A smaller shift is preferred if its score is at least this part of the best score.
    private static let alike = Float(0.7)
    /// The greatest shift that is tried, in seconds: other programs may put silence in front, or cut the beginning.
    private static let greatestDelay = 0.5
    /// How far a burst may be from the shifted train and still add to its score, in cells of a millisecond.
    private static let spread = 8

    /// - Parameters:
    ///   - expected: Where the bursts should be, in samples of the rendering.
    ///   - gap: The least distance between them.
    ///   - slowness: How many times as long as in the source a burst may last.
    ///   - level: The root mean square of a burst of the source, over one window from its beginning.
    ///   - rendering: Where the bursts are looked for.
    init(_ expected: [Double], gap: Double, slowness: Double, level: Double, in rendering: MappedRendering) {
        guard let first = expected.first, let last = expected.last else {
            (delay, peaks) = (0, [])
            return
        }
        let reach = gap / 2 + Self.greatestDelay * Double(rendering.sampleRate)
        let envelope = EventEnvelope(
            rendering.mid,
            in: (Int(first - reach)..<Int(last + reach)).clamped(to: rendering.mid.indices),
            sampleRate: rendering.sampleRate,
            window: max(Self.window, Self.window / 4 * slowness)
        )
        let cells = expected.map(envelope.cell(ofSample:))
        let shift = Self.shift(of: envelope.levels, against: cells)
        let shown = cells.map { $0 + shift }
        let usual = Self.usualPeak(of: envelope.levels, at: shown, reach: Int(gap) / envelope.cell / 2)
        let threshold = max(Self.faint * usual, Self.inaudible * Float(level))
        delay = Double(shift * envelope.cell)
        peaks = envelope.peaks(above: threshold).map(envelope.sample(ofCell:))
    }

    /// The shift at which the train meets the most energy. Because the distances between bursts differ, there is one such
    /// shift. If all bursts are doubled there are several, and the smallest counts.
    private static func shift(of levels: [Float], against cells: [Int]) -> Int {
        let weights = (-spread...spread).map { Float(spread + 1 - abs($0)) }
        let blurred = levels.indices.map { index in
            weights.indices.reduce(Float(0)) { sum, tap in
                let other = index + tap - spread
                return levels.indices ~= other ? sum + weights[tap] * levels[other] : sum
            }
        }
        func score(_ shift: Int) -> Float {
            cells.reduce(0) { blurred.indices ~= $1 + shift ? $0 + blurred[$1 + shift] : $0 }
        }
        let greatest = Int(greatestDelay * 1000)
        let scores = (-greatest...greatest).map { (shift: $0, score: score($0)) }
        let enough = alike * (scores.map(\.score).max() ?? 0)
        let smallest = scores.filter { $0.score >= enough }.min { abs($0.shift) < abs($1.shift) }?.shift ?? 0
        return scores.filter { abs($0.shift - smallest) <= 2 * spread }.max { $0.score < $1.score }?.shift ?? 0
    }

    /// The upper quartile of the bursts' levels: one that is too loud, or many that are missing, hardly change it.
    private static func usualPeak(of levels: [Float], at cells: [Int], reach: Int) -> Float {
        let peaks = cells.map { levels[(($0 - reach)..<($0 + reach)).clamped(to: levels.indices)].max() ?? 0 }
        return peaks.sorted()[peaks.count * 3 / 4]
    }
}
