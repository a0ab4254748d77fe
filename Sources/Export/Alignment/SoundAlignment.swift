internal import TimeStretch

/// How two sounds of one event lie to each other, found from the sounds alone.
///
/// Pieces of the shorter sound are looked for in all of the longer one. Where enough of them were found in step, pieces of both are
/// compared once more, finely, and a line is laid through the places: its height is the offset, its slope the drift of the
/// clocks.
struct SoundAlignment {
    /// When the second sound has what the first one has at its beginning, in seconds of the second.
    let offset: Double
    /// How much more time passes in the second sound than in the first, as a share of that: 1e-6 is a millionth.
    let drift: Double
    /// How many pieces lie on the line, of all that were compared.
    let agreeing: Int
    let compared: Int

    /// Samples a second that pieces are looked for in.
    private static let coarseStep = 4
    /// How many pieces are looked for.
    private static let pieceCount = 16
    /// How far a place may be from where it was found in step with others, in seconds. Clocks that drift by 300 millionths are
    /// apart by less within a minute.
    private static let tolerance = 0.03
    /// How far a place may be from the line, in seconds.
    private static let fineTolerance = 0.0005

    /// Whether it can be relied on: no coincidence has so many pieces in step.
    var isSure: Bool { agreeing >= 4 && 2 * agreeing >= compared }

    /// Compares two sounds of one sample rate; `nil` where not even a few pieces are in step.
    ///
    /// - Complexity: O(*n* log *n*) in their length.
    static func find(_ first: [Float], _ second: [Float], sampleRate: Int) throws(TimeStretchError) -> SoundAlignment? {
        // Of the longer one, few pieces might be in the other at all.
        if second.count < first.count { return try find(second, first, sampleRate: sampleRate)?.inverted }
        let coarse = (decimated(first), decimated(second))
        let places = try roughPlaces(coarse.0, coarse.1, sampleRate: Double(sampleRate / coarseStep))
        guard let group = largestGroup(of: places), group.count >= 3 else { return nil }
        let rough = line(through: group)
        return try refined(rough, first, second, sampleRate: sampleRate)
    }

    /// How the first sound lies to the second.
    private var inverted: SoundAlignment {
        let slope = 1 + drift
        return SoundAlignment(offset: -offset / slope, drift: -drift / slope, agreeing: agreeing, compared: compared)
    }

    /// A pair of instants, in seconds of either sound, that sound alike.
    private struct Pair {
        let first: Double
        let second: Double
    }

    private struct Line {
        let offset: Double
        let slope: Double

        func second(at first: Double) -> Double { offset + slope * first }
    }

    /// One of ``coarseStep`` samples, each the mean of those.
    private static func decimated(_ samples: [Float]) -> [Float] {
        (0..<samples.count / coarseStep).map { index in
            var sum: Float = 0
            for step in 0..<coarseStep { sum += samples[index * coarseStep + step] }
            return sum / Float(coarseStep)
        }
    }

    private static func roughPlaces(
        _ first: [Float],
        _ second: [Float],
        sampleRate: Double
    ) throws(TimeStretchError) -> [Pair] {
        let length = min(Int(8 * sampleRate), first.count / 4, second.count / 2)
        guard length > Int(sampleRate / 4) else { return [] }
        // The second sound has silence on both sides, so that a piece may lie at its edge.
        let match = try SoundMatch.make(samples: second.count + length)
        return (0..<pieceCount).compactMap { number in
            let start = (first.count - length) * number / (pieceCount - 1)
            let place = match.place(
                of: first[start..<start + length],
                in: second[...],
                apart: Int(sampleRate / 50)
            )
            guard let place, place.clarity > 1.05 else { return nil }
            return Pair(first: Double(start) / sampleRate, second: place.position / sampleRate)
        }
    }

    /// The most pairs that are in step with one of them.
    private static func largestGroup(of pairs: [Pair]) -> [Pair]? {
        pairs.map { pair in
            pairs.filter { abs(($0.second - $0.first) - (pair.second - pair.first)) < tolerance }
        }.max { $0.count < $1.count }
    }

    /// The line of least squares.
    private static func line(through pairs: [Pair]) -> Line {
        let count = Double(pairs.count)
        let (x, y) = (pairs.reduce(0) { $0 + $1.first } / count, pairs.reduce(0) { $0 + $1.second } / count)
        let spread = pairs.reduce(0) { $0 + ($1.first - x) * ($1.first - x) }
        // Differences are small: the slope is one and a little.
        let tilt = pairs.reduce(0) { $0 + ($1.first - x) * (($1.second - y) - ($1.first - x)) }
        let slope = 1 + (spread > 0 ? tilt / spread : 0)
        return Line(offset: y - slope * x, slope: slope)
    }

    private static func refined(
        _ rough: Line,
        _ first: [Float],
        _ second: [Float],
        sampleRate: Int
    ) throws(TimeStretchError) -> SoundAlignment? {
        let rate = Double(sampleRate)
        // What both sounds have, in seconds of the first.
        let start = max(0, -rough.offset / rough.slope)
        let end = min(Double(first.count) / rate, (Double(second.count) / rate - rough.offset) / rough.slope)
        let length = min(2, (end - start) / 4)
        guard length > 0.1 else { return nil }
        let reach = Int(2 * tolerance * rate)
        let samples = Int(length * rate)
        let match = try SoundMatch.make(samples: 2 * samples + 2 * reach)
        let count = min(48, max(pieceCount, Int((end - start) / length)))
        let pairs: [Pair] = (0..<count).compactMap { number in
            let from = start + (end - start - length) * Double(number) / Double(count - 1)
            let firstSample = Int(from * rate)
            let middle = Int((rough.second(at: Double(firstSample) / rate) * rate).rounded())
            let low = max(0, middle - reach)
            let high = min(second.count, middle + samples + reach)
            guard firstSample + samples <= first.count, high - low > samples else { return nil }
            let place = match.place(
                of: first[firstSample..<firstSample + samples],
                in: second[low..<high],
                fading: reach,
                apart: sampleRate / 500
            )
            guard let place else { return nil }
            return Pair(first: Double(firstSample) / rate, second: (Double(low) + place.position) / rate)
        }
        guard pairs.count >= 4 else { return nil }
        return fitted(pairs)
    }

    /// The line that most pairs lie on: through the two of them that have the most others on theirs, and then through all of those.
    private static func fitted(_ pairs: [Pair]) -> SoundAlignment {
        func near(_ line: Line) -> [Pair] {
            pairs.filter { abs($0.second - line.second(at: $0.first)) < fineTolerance }
        }
        var best: [Pair] = []
        for (index, one) in pairs.enumerated() {
            for other in pairs[(index + 1)...] {
                let slope = (other.second - one.second) / (other.first - one.first)
                guard abs(slope - 1) < 0.001 else { continue }
                let group = near(Line(offset: one.second - slope * one.first, slope: slope))
                if group.count > best.count { best = group }
            }
        }
        let line = line(through: best.isEmpty ? pairs : best)
        return SoundAlignment(
            offset: line.offset,
            drift: line.slope - 1,
            agreeing: best.isEmpty ? 0 : near(line).count,
            compared: pairs.count
        )
    }
}
