internal import Glibc
internal import TimeStretch

/// The energy of audio above 800 Hz over half a millisecond, and the hits in it: where it rises at once.
///
/// Low tones would hide the beginning of a hit in their own swing.
struct HitEnvelope {
    /// A place where the energy rises.
    struct Hit {
        /// Where the energy first reaches a quarter of its peak, in samples, between two of them.
        var instant: Double
        /// The peak of the energy.
        var peak: Double
        /// How much more energy comes after than before, in decibels.
        var rise: Double
    }

    private let sampleRate: Int
    /// One for each sample.
    private let energy: [Float]
    /// Sums of the energy before each sample.
    private let sums: [Double]

    /// Energy is averaged over so long, in seconds.
    private static let width = 0.0005
    /// What comes after is taken over so long, and what comes before over so long up to so short before, in seconds.
    private static let (after, before, gap) = (0.004, 0.012, 0.001)
    /// The corner of the filter, in hertz.
    private static let corner = 800.0
    /// Energy that counts as silence, of a full scale of 1: hits in digital silence would rise without end.
    private static let silence = 1e-9

    /// All channels together.
    init(of samples: PlanarSamples, sampleRate: Int) {
        self.sampleRate = sampleRate
        var energy = [Float](repeating: 0, count: samples.frameCount)
        for channel in samples.channels {
            var filter = HighPass(corner: Self.corner, sampleRate: Double(sampleRate))
            for index in channel.indices {
                let value = filter.next(channel[index])
                energy[index] += value * value
            }
        }
        let width = max(1, Int(Self.width * Double(sampleRate)))
        var sum = 0.0
        var smooth = energy
        // The mean of the samples around each one.
        for index in 0..<energy.count + width / 2 {
            if index < energy.count { sum += Double(energy[index]) }
            if index >= width { sum -= Double(energy[index - width]) }
            if index >= width / 2 { smooth[index - width / 2] = Float(max(0, sum) / Double(width)) }
        }
        self.energy = smooth
        sums = smooth.reduce(into: [0]) { $0.append($0[$0.count - 1] + Double($1)) }
    }

    /// The hits.
    ///
    /// - Parameters:
    ///   - rise: The least rise, in decibels.
    ///   - level: The least level of the peak under the highest of all, in decibels.
    ///   - distance: The least time between two, in seconds; of nearer ones the one that rises most counts.
    /// - Returns: Them, in order.
    func hits(rising rise: Double, above level: Double, apart distance: Double) -> [Hit] {
        let step = max(1, sampleRate / 2000)
        let rises = stride(from: 0, to: energy.count, by: step).map(self.rise(at:))
        let highest = Double(energy.max() ?? 0)
        let reach = max(1, Int(distance * Double(sampleRate)) / step)
        var hits: [Hit] = []
        for (index, value) in rises.enumerated() where value >= rise {
            let around = max(0, index - reach)...min(rises.count - 1, index + reach)
            guard rises[around].allSatisfy({ $0 <= value }), rises[around.lowerBound..<index].allSatisfy({ $0 < value })
            else { continue }
            let hit = self.hit(near: index * step, rise: value)
            if Decibels.power(hit.peak, over: highest) >= level { hits.append(hit) }
        }
        return hits
    }

    /// The greatest energy near a place, and where it comes.
    ///
    /// - Parameters:
    ///   - place: In samples.
    ///   - seconds: How far to look to either side.
    /// - Returns: `nil` where there is silence.
    func hit(around place: Double, within seconds: Double) -> Hit? {
        let reach = seconds * Double(sampleRate)
        let range = (Int(place - reach)..<Int(place + reach) + 1).clamped(to: energy.indices)
        guard let top = range.max(by: { energy[$0] < energy[$1] }), energy[top] > 0 else { return nil }
        return Hit(instant: crossing(in: range), peak: Double(energy[top]), rise: rise(at: top))
    }

    private func rise(at index: Int) -> Double {
        let rate = Double(sampleRate)
        let after = mean(index..<index + Int(Self.after * rate))
        let before = mean(index - Int(Self.before * rate)..<index - Int(Self.gap * rate))
        return 10 * log10((after + Self.silence) / (before + Self.silence))
    }

    private func mean(_ range: Range<Int>) -> Double {
        let inside = range.clamped(to: 0..<energy.count)
        return inside.isEmpty ? 0 : (sums[inside.upperBound] - sums[inside.lowerBound]) / Double(inside.count)
    }

    private func hit(near index: Int, rise: Double) -> Hit {
        let milliseconds = Double(sampleRate) / 1000
        let range = (index - Int(6 * milliseconds)..<index + Int(12 * milliseconds)).clamped(to: energy.indices)
        return Hit(instant: crossing(in: range), peak: Double(energy[range].max() ?? 0), rise: rise)
    }

    /// Where the energy first reaches a quarter of its greatest value in a range.
    private func crossing(in range: Range<Int>) -> Double {
        let wanted = (energy[range].max() ?? 0) / 4
        guard let first = range.first(where: { energy[$0] >= wanted }), first > range.lowerBound else {
            return Double(range.lowerBound)
        }
        let (low, high) = (energy[first - 1], energy[first])
        return Double(first - 1) + Double((wanted - low) / max(high - low, .leastNormalMagnitude))
    }
}
