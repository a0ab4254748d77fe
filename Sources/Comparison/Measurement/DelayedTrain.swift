/// A train of bursts that may stand later or earlier than it should, as a whole.
struct DelayedTrain {
    /// How much later the train stands, to a millisecond, in samples.
    let delay: Double
    /// Where something stands out in what the train may lie in, in samples of the rendering.
    let peaks: [Int]

    /// Over which a burst's level is taken, in seconds; noise that is drawn out wavers more slowly.
    static let window = 0.004
    /// How far below the usual burst something is no burst, and how far below the source's, as amplitudes.
    private static let (faint, inaudible) = (Float(0.2), Float(0.01))
    /// What a shift must score, over the best, to be taken for being smaller.
    private static let alike = Float(0.7)
    /// How far off a whole train is looked for, in seconds: other programs put silence in front, or cut.
    private static let greatestDelay = 0.5
    /// How far single bursts of a train may stand off it and count fully or in part, in cells of a millisecond.
    private static let spread = 8

    /// - Parameters:
    ///   - expected: Where the bursts should be, in samples of the rendering.
    ///   - gap: The least distance between them.
    ///   - slowness: How much longer than the source's bursts may last.
    ///   - level: The root mean square of the source's over a window from their beginning on.
    ///   - rendering: Where they are looked for.
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

    /// The shift at which the train finds the most under it. The distances are uneven, so it is one; where all bursts
    /// are doubled it is the smallest of several.
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

    /// The level that a quarter of the bursts reach: neither one that is too loud nor many that are missing move it.
    private static func usualPeak(of levels: [Float], at cells: [Int], reach: Int) -> Float {
        let peaks = cells.map { levels[(($0 - reach)..<($0 + reach)).clamped(to: levels.indices)].max() ?? 0 }
        return peaks.sorted()[peaks.count * 3 / 4]
    }
}
