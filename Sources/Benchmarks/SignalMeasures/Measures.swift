internal import Glibc

/// What is measured in a signal.
package enum Measures {
    /// The power of the best fit of tones of the given frequencies to a Hann-windowed signal over the power of the
    /// rest, in decibels.
    package static func signalToNoise(_ samples: ArraySlice<Float>, frequencies: [Double], sampleRate: Int) -> Double {
        let columns = frequencies.flatMap { frequency in
            [0.0, 0.25].map { turn in tone(frequency / Double(sampleRate), turn: turn, count: samples.count) }
        }
        var rest = samples.enumerated().map { window($0.offset, samples.count) * Double($0.element) }
        let total = power(rest)
        // Gram-Schmidt: each tone's part is taken out of the tones that follow and of the signal.
        var orthogonal: [[Double]] = []
        for var column in columns {
            for other in orthogonal { subtract(other, from: &column) }
            subtract(column, from: &rest)
            orthogonal.append(column)
        }
        return 10 * log10((total - power(rest)) / power(rest))
    }

    /// The position of the greatest magnitude in a range.
    package static func peak(_ samples: [Float], in range: Range<Int>) -> Int {
        range.clamped(to: samples.indices).max { samples[$0].magnitude < samples[$1].magnitude } ?? range.lowerBound
    }

    package static func level(_ samples: ArraySlice<Float>) -> Double { 10 * log10(power(samples.map(Double.init))) }

    /// The amplitude of a sinusoid among others, under Hann's window. The frequency is in cycles a sample.
    package static func amplitude(_ samples: ArraySlice<Float>, frequency: Double) -> Double {
        let products = [0, 0.25].map { turn in
            zip(samples, tone(frequency, turn: turn, count: samples.count)).reduce(0) { $0 + Double($1.0) * $1.1 }
        }
        return 4 * hypot(products[0], products[1]) / Double(samples.count)
    }

    /// The level of the side over that of the middle of a stereo signal, in decibels.
    package static func width(_ channels: [[Float]]) -> Double {
        let mid = zip(channels[0], channels[1]).map { $0 + $1 }
        let side = zip(channels[0], channels[1]).map { $0 - $1 }
        return level(side[...]) - level(mid[...])
    }

    /// Where the level over 4 ms has its peaks: those of a fifth of the highest and more that stand out from what lies
    /// between them and a higher one by two thirds of themselves.
    package static func events(_ samples: [Float], sampleRate: Int) -> [Int] {
        let cell = sampleRate / 1000
        let powers = stride(from: 0, to: samples.count - cell, by: cell).map { start in
            samples[start..<start + cell].reduce(0) { $0 + $1 * $1 }
        }
        let levels = powers.indices.dropLast(3).map { powers[$0..<$0 + 4].reduce(0, +).squareRoot() }
        let highest = levels.max() ?? 0
        var events: [Int] = []
        var (peak, valley) = (0, Float.infinity)
        var isRising = true
        for index in levels.indices {
            if isRising {
                if levels[index] > levels[peak] { peak = index }
                if levels[index] < levels[peak] / 3 {
                    if levels[peak] > highest / 5 { events.append(peak * cell + 2 * cell) }
                    (isRising, valley) = (false, levels[index])
                }
            } else {
                valley = min(valley, levels[index])
                if levels[index] > 3 * valley + highest / 20 { (isRising, peak) = (true, index) }
            }
        }
        return events
    }

    private static func tone(_ frequency: Double, turn: Double, count: Int) -> [Double] {
        (0..<count).map { window($0, count) * cos(2 * .pi * (frequency * Double($0) - turn)) }
    }

    private static func window(_ n: Int, _ count: Int) -> Double {
        0.5 - 0.5 * cos(2 * .pi * Double(n) / Double(count))
    }

    private static func power(_ samples: [Double]) -> Double {
        samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
    }

    private static func subtract(_ column: [Double], from samples: inout [Double]) {
        var (product, norm) = (0.0, 0.0)
        for index in column.indices {
            product += column[index] * samples[index]
            norm += column[index] * column[index]
        }
        for index in column.indices { samples[index] -= product / norm * column[index] }
    }
}
