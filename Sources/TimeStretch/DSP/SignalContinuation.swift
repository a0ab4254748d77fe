/// Makes up what would follow the end of a signal, had it gone on.
///
/// What can be predicted from the signal goes on as it was, in its phase: tones sound on, and what dies away goes on to. What cannot,
/// noise, is made of the errors of the prediction, from the last one back. So noise keeps its spectrum and its level. An error that
/// stands out, of a hit, is not played once more.
struct SignalContinuation {
    /// So much of the signal is looked at, in seconds.
    private static let history = 0.170
    /// From so much of it each sample is predicted, in seconds, and from so many samples at most.
    private static let order = 512.0 / 48_000
    private static let highestOrder = 1024
    /// It lasts so long, in seconds: a few frames of any engine. From half of that on it becomes silence.
    private static let duration = 0.350
    /// An error stands out from so many times the median of all on: that is three standard deviations of noise.
    private static let outstanding = 4.45
    /// The parts whose levels are compared, in seconds.
    private static let part = 0.010

    /// As many samples at a signal's end are looked at, at sample rates up to 192 kHz.
    static let longestHistory = Int(history * 192_000)

    private let history: Int
    private let order: Int
    private let count: Int
    private let part: Int

    /// - Parameter sampleRate: In hertz.
    init(sampleRate: Int) {
        let rate = Double(sampleRate)
        history = Int(Self.history * rate)
        order = min(Self.highestOrder, Int(Self.order * rate))
        count = Int(Self.duration * rate)
        part = Int(Self.part * rate)
    }

    /// What follows a signal.
    ///
    /// - Complexity: O(history · order).
    func callAsFunction(_ signal: ArraySlice<Float>) -> [Float] {
        let known = signal.suffix(history).map(Double.init)
        guard known.contains(where: { $0 != 0 }) else { return [] }
        let prediction = LinearPrediction(of: known, order: order)
        var samples = prediction.continuation(of: known, errors: errors(from: prediction.errors))
        bound(&samples, below: known)
        let half = count / 2
        return samples.enumerated().map { index, sample in
            Float(index < half ? sample : sample * Double(count - index) / Double(count - half))
        }
    }

    /// The errors that are left behind the end: those before it, from the last one back and to the last one again.
    private func errors(from errors: [Double]) -> [Double] {
        let most = Self.outstanding * (errors.map(\.magnitude).sorted()[errors.count / 2])
        return (0..<count).map { index in
            let place = index % (2 * errors.count)
            let error = errors[place < errors.count ? errors.count - 1 - place : place - errors.count]
            return max(-most, min(most, error))
        }
    }

    /// Makes what is louder than the loudest part of the signal as loud as that: what swells, or wavers in pitch, may be predicted to grow.
    private func bound(_ samples: inout [Double], below signal: [Double]) {
        let powers = stride(from: signal.count % part, to: signal.count, by: part).map { power(of: signal, from: $0) }
        let highest = powers.max() ?? power(of: signal, from: 0)
        let gains = stride(from: 0, to: samples.count, by: part).map { start in
            min(1, (highest / power(of: samples, from: start)).squareRoot())
        }
        for index in samples.indices {
            let (place, rest) = index.quotientAndRemainder(dividingBy: part)
            let first = min(gains[max(0, place - 1)], gains[place])
            let second = min(gains[place], gains[min(place + 1, gains.count - 1)])
            samples[index] *= first + (second - first) * Double(rest) / Double(part)
            if !samples[index].isFinite { samples[index] = 0 }
        }
    }

    /// The mean power of a part.
    private func power(of samples: [Double], from start: Int) -> Double {
        let part = samples[start..<min(start + part, samples.count)]
        return part.reduce(0) { $0 + $1 * $1 } / Double(max(1, part.count))
    }
}
