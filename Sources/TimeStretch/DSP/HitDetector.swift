internal import Glibc

/// Finds hits that follow one another so fast that little of the spectrum is new at each, as in the roll of a drum: where the
/// level above 800 Hz leaps.
///
/// What sounds below that is a tone by its ear, however sharp its periods are: a low string, a bass, a voice. So a hit
/// counts only where a good part of all power lies above. Noise does not leap by as much in any band this wide.
struct HitDetector: ~Copyable {
    /// Where the level leaps.
    struct Leap {
        /// Just before the amplitude rises most steeply.
        let sample: Int64
        /// By how much it rises there.
        let rise: Float
        /// Where it reaches half of its highest: what is heard as the place of an attack.
        let place: Int64
    }

    /// The lowest frequency that is looked at, in hertz.
    private static let lowest = 800.0
    /// Cells of half a millisecond over which the level of a hit is taken: 4 ms.
    private static let length = 8
    /// The cells before a hit that its level is compared with: from 12 to 1 ms before it.
    private static let before = 2..<24
    /// Cells within which only the highest leap is a hit: 12 ms.
    private static let separation = 24
    /// Cells on each side of a leap within which it is the highest: 4 ms.
    private static let leapSeparation = 8
    /// The cells around a leap among which the highest power is looked for: from 6 ms before it to 12 ms behind it.
    private static let top = -12..<24
    /// Cells of silence or less that are taken in before the first that may be a hit, so that the filter has settled.
    private static let lead = 80
    /// What is added to a cell's mean power: −90 dB. Below that nothing is a hit.
    private static let faintest: Float = 1e-9
    /// Onsets of the spectrum count more, as hits are less certain.
    private static let weight: Float = 0.5

    /// The hits found and not forgotten, by rising index.
    private(set) var hits: [Onset] = []
    /// Where the level leaps, hit or not, and was not forgotten: second blows and the periods of low voices among them. By rising
    /// index.
    private(set) var leaps: [Leap] = []
    /// All hits and leaps before this source sample are known.
    private(set) var horizon: Int64 = .min / 2

    private let cell: Int
    /// As it is before the first sample.
    private let filter: HighPass
    /// By what factor the power must leap, and the part of all power that must lie above ``lowest``.
    private let (rise, share): (Float, Float)
    /// By what factor it must leap to be a leap.
    private let leastLeap: Float
    /// Of each channel.
    private var filters: [HighPass]
    private var samples: [Float]
    /// The power of each cell, above ``lowest`` and all of it, from the cell `first` on.
    private var (high, all): ([Float], [Float]) = ([], [])
    private var first: Int64 = 0
    /// The cell that is decided on next.
    private var decided: Int64 = 0

    init(sampleRate: Int, channelCount: Int, tuning: StretchTuning.Locking) {
        cell = max(1, sampleRate / 2000)
        filter = HighPass(corner: Self.lowest, sampleRate: Double(sampleRate))
        rise = pow(10, tuning.hitRise / 10)
        share = tuning.hitShare
        leastLeap = pow(10, tuning.leapRise / 10)
        filters = Array(repeating: filter, count: channelCount)
        samples = Array(repeating: 0, count: cell)
    }

    /// How far apart hits are at least, in samples.
    var separation: Int64 { Int64(Self.separation * cell) }

    /// Forgets all audio and finds the hits from `position` on.
    mutating func restart(at position: Int64) {
        first = Int64((Double(position) / Double(cell)).rounded(.down)) - Int64(Self.lead)
        decided = first + Int64(Self.before.upperBound + Self.separation)
        (high, all, hits, leaps) = ([], [], [], [])
        horizon = .min / 2
        filters = filters.map { [filter] _ in filter }
    }

    /// The first source sample that the detector asks for.
    var earliestSourceNeeded: Int64 { (first + Int64(high.count)) * Int64(cell) }

    /// Finds all hits before `position`, as far as the source is there; whether it is.
    mutating func advance(to position: Int64, in source: SourceWindow) -> Bool {
        while horizon < position {
            let start = earliestSourceNeeded
            guard source.reaches(start + Int64(cell)) else { return false }
            if source.isComplete, start > source.end + Int64(2 * Self.lead * cell) {
                horizon = .max
                return true
            }
            appendCell(of: source, from: start)
            while decided + Int64(Self.separation + Self.length) < first + Int64(high.count) { decide() }
        }
        return true
    }

    /// Lets go of the hits before `position`.
    mutating func forget(before position: Int64) {
        while let hit = hits.first, hit.sample < position { hits.removeFirst() }
    }

    /// Hands over the leaps found since it was last asked.
    mutating func takeLeaps() -> [Leap] {
        defer { leaps.removeAll() }
        return leaps
    }

    private mutating func appendCell(of source: SourceWindow, from start: Int64) {
        var (above, power) = (Float(0), Float(0))
        for channel in filters.indices {
            unsafe samples.withUnsafeMutableBufferPointer { samples in
                unsafe source.copy(channel: channel, from: start, to: samples)
            }
            var filter = filters[channel]
            for sample in samples {
                let filtered = filter.next(sample)
                above += filtered * filtered
                power += sample * sample
            }
            filters[channel] = filter
        }
        high.append(above / Float(cell))
        all.append(power / Float(cell))
    }

    private mutating func decide() {
        defer {
            decided += 1
            horizon = decided * Int64(cell)
            forgetCells()
        }
        // What the source begins with has nothing before it to be compared with.
        guard decided >= Int64(Self.before.upperBound) else { return }
        let leap = leap(at: decided)
        guard leap > min(rise, leastLeap) else { return }
        if leap > leastLeap, isHighest(leap, within: Self.leapSeparation) {
            let steepest = steepest(near: decided)
            let sample = (steepest - 1) * Int64(cell)
            leaps.append(Leap(sample: sample, rise: rise(at: steepest), place: halfway(near: decided)))
        }
        guard leap > rise, isHighest(leap, within: Self.separation) else { return }
        let length = Int64(Self.length)
        let power = mean(all, decided - length..<decided + length)
        guard mean(high, decided..<decided + length) > share * power else { return }
        let strength = Self.weight * (1 - 1 / leap.squareRoot())
        hits.append(Onset(sample: (steepest(near: decided) - 1) * Int64(cell), strength: strength))
    }

    /// Whether the leap at the cell that is decided on is the highest of so many cells on each side.
    private func isHighest(_ leap: Float, within cells: Int) -> Bool {
        (1...Int64(cells)).allSatisfy {
            self.leap(at: decided - $0) < leap && self.leap(at: decided + $0) <= leap
        }
    }

    /// The factor by which the power leaps at a cell.
    private func leap(at cell: Int64) -> Float {
        let before = mean(high, cell - Int64(Self.before.upperBound)..<cell - Int64(Self.before.lowerBound))
        return mean(high, cell..<cell + Int64(Self.length)) / (before + Self.faintest)
    }

    /// The cell near another at which the amplitude rises most over the four before it.
    private func steepest(near centre: Int64) -> Int64 {
        (centre - 4...centre + Int64(Self.length)).max { rise(at: $0) < rise(at: $1) } ?? centre
    }

    /// By how much the amplitude of a cell exceeds that of the four before it.
    private func rise(at cell: Int64) -> Float {
        mean(high, cell..<cell + 1).squareRoot() - mean(high, cell - 4..<cell).squareRoot()
    }

    /// The sample at which the amplitude first reaches half of its highest near a cell. What rises slowly reaches it between the middles
    /// of two cells, what sets in at once up to half a cell later: a quarter of one is between them.
    private func halfway(near centre: Int64) -> Int64 {
        func power(_ cell: Int64) -> Float { mean(high, cell..<cell + 1) }
        let cells = centre + Int64(Self.top.lowerBound)..<centre + Int64(Self.top.upperBound)
        let quarter = 0.25 * cells.reduce(Float(0)) { max($0, power($1)) }
        guard let first = cells.first(where: { power($0) >= quarter }) else { return centre * Int64(cell) }
        let (below, above) = (power(first - 1), power(first))
        let part = below < quarter && first > cells.lowerBound ? (quarter - below) / (above - below) : 0
        return Int64((Double(first) - 0.25 + Double(part)) * Double(cell))
    }

    private func mean(_ powers: [Float], _ cells: Range<Int64>) -> Float {
        let range = Int(cells.lowerBound - first)..<Int(cells.upperBound - first)
        guard range.lowerBound >= 0 else { return 0 }
        return powers[range].reduce(0, +) / Float(range.count)
    }

    /// Lets go of cells that are not looked at any more, many at a time.
    private mutating func forgetCells() {
        let spent = Int(decided - first) - 2 * Self.lead
        guard spent > 20 * Self.lead else { return }
        high.removeFirst(spent)
        all.removeFirst(spent)
        first += Int64(spent)
    }
}
