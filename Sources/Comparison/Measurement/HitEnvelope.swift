internal import Glibc
internal import TimeStretch

/// The energy of a part of audio above 800 Hz over half a millisecond, and the hits in it: where it rises at once.
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

    /// Samples for each second of the audio as it sounded when it was recorded.
    private let sampleRate: Double
    /// The samples whose hits are wanted.
    private let range: Range<Int>
    /// The samples that are looked at.
    private let seen: Range<Int>
    /// One for each sample that is looked at.
    private let energy: [Float]
    /// Sums of the energy before each of them.
    private let sums: [Double]

    /// Energy is averaged over so long, in seconds.
    private static let width = 0.0005
    /// What comes after is taken over so long, and what comes before over so long up to so short before, in seconds.
    private static let (after, before, gap) = (0.004, 0.012, 0.001)
    /// How far around the wanted range is looked, in seconds: until the filter has settled, and as far as hits are told apart.
    private static let margin = 0.1
    /// The corner of the filter, in hertz.
    private static let corner = 800.0
    /// Energy that counts as silence, of a full scale of 1: hits in digital silence would rise without end.
    private static let silence = 1e-9

    /// The envelope of a part of the audio.
    ///
    /// - Parameters:
    ///   - samples: The audio, of which all channels are taken together.
    ///   - range: The samples whose hits are wanted. What is around them is looked at, too.
    ///   - sampleRate: Samples per second. Where audio is played at another speed with its pitch, divided by that speed: so a hit is the
    ///     same hit.
    init(of samples: PlanarSamples, over range: Range<Int>, sampleRate: Double) {
        let all = 0..<samples.frameCount
        let range = range.clamped(to: all)
        let margin = Int(Self.margin * sampleRate)
        let seen = (range.lowerBound - margin..<range.upperBound + margin).clamped(to: all)
        (self.sampleRate, self.range, self.seen) = (sampleRate, range, seen)
        var energy = [Float](repeating: 0, count: seen.count)
        for channel in samples.channels {
            var filter = HighPass(corner: Self.corner, sampleRate: sampleRate)
            for index in seen {
                let value = filter.next(channel[index])
                energy[index - seen.lowerBound] += value * value
            }
        }
        let width = max(1, Int(Self.width * sampleRate))
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

    /// The greatest energy in the range.
    var highest: Double { Double(greatest(in: range)) }

    /// The hits in the range.
    ///
    /// - Parameters:
    ///   - rise: The least rise, in decibels.
    ///   - distance: The least time between two, in seconds, at most 0.05; of nearer ones the one that rises most counts.
    /// - Returns: Them, in order.
    func hits(rising rise: Double, apart distance: Double) -> [Hit] {
        let step = max(1, Int(sampleRate / 2000))
        let reach = max(1, Int(distance * sampleRate) / step)
        // Places are whole steps from the beginning of the audio, wherever a range begins.
        func places(_ range: Range<Int>) -> Range<Int> {
            (range.lowerBound + step - 1) / step..<(range.upperBound + step - 1) / step
        }
        let wanted = places(range)
        let looked = (wanted.lowerBound - reach..<wanted.upperBound + reach).clamped(to: places(seen))
        let rises = looked.map { self.rise(at: $0 * step) }
        return wanted.compactMap { place in
            let index = place - looked.lowerBound
            let value = rises[index]
            let around = max(0, index - reach)...min(rises.count - 1, index + reach)
            guard value >= rise, rises[around].allSatisfy({ $0 <= value }),
                rises[around.lowerBound..<index].allSatisfy({ $0 < value })
            else { return nil }
            return hit(near: place * step, rise: value)
        }
    }

    /// The greatest energy in the range, and where it comes.
    ///
    /// - Returns: `nil` where there is silence.
    func strongest() -> Hit? {
        guard let top = range.max(by: { self[$0] < self[$1] }), self[top] > 0 else { return nil }
        return Hit(instant: crossing(in: range), peak: Double(self[top]), rise: rise(at: top))
    }

    /// The energy of a sample that is looked at.
    private subscript(_ index: Int) -> Float { energy[index - seen.lowerBound] }

    private func greatest(in range: Range<Int>) -> Float { range.reduce(0) { max($0, self[$1]) } }

    private func rise(at index: Int) -> Double {
        let after = mean(index..<index + Int(Self.after * sampleRate))
        let before = mean(index - Int(Self.before * sampleRate)..<index - Int(Self.gap * sampleRate))
        return 10 * log10((after + Self.silence) / (before + Self.silence))
    }

    private func mean(_ range: Range<Int>) -> Double {
        let inside = range.clamped(to: seen)
        guard !inside.isEmpty else { return 0 }
        let (first, end) = (inside.lowerBound - seen.lowerBound, inside.upperBound - seen.lowerBound)
        return (sums[end] - sums[first]) / Double(inside.count)
    }

    private func hit(near index: Int, rise: Double) -> Hit {
        let milliseconds = sampleRate / 1000
        let range = (index - Int(6 * milliseconds)..<index + Int(12 * milliseconds)).clamped(to: seen)
        return Hit(instant: crossing(in: range), peak: Double(greatest(in: range)), rise: rise)
    }

    /// Where the energy first reaches a quarter of its greatest value in a range.
    private func crossing(in range: Range<Int>) -> Double {
        let wanted = greatest(in: range) / 4
        guard let first = range.first(where: { self[$0] >= wanted }), first > range.lowerBound else {
            return Double(range.lowerBound)
        }
        let (low, high) = (self[first - 1], self[first])
        return Double(first - 1) + Double((wanted - low) / max(high - low, .leastNormalMagnitude))
    }
}
