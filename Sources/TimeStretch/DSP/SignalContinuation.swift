internal import Glibc

/// Makes up what would follow the end of a signal, had it gone on. Of a signal in reverse, that is what would have come before it.
///
/// What can be predicted from the signal goes on as it was, in its phase: tones sound on, and what dies away goes on to. What cannot,
/// noise, is made of the errors of the prediction, from the last one back. So noise keeps its spectrum and its level. An error that
/// stands out, of a hit, is not played once more.
///
/// What stands out at the very end is left out of what is predicted from. The encoder of a lossy codec saw silence behind the end, and put a little
/// of that step before it: it would ring on, as loud as a hit that the prediction was made from.
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
    /// The last of the signal, in which what stands out is left out, in seconds.
    private static let end = 0.003
    /// No more than so many times the loudest that is there is expected in it.
    private static let expected = 3.0
    /// The parts whose levels are compared, in seconds.
    private static let part = 0.010
    /// It leads from the last sample to what follows for so long, in seconds.
    private static let joint = 0.0005

    /// The power of a signal's first part is more than so many times that of its settled part, where it begins with an attack.
    private static let attack = 4.0
    /// The settled part: so much of what is looked at, the last of it.
    private static let settled = 0.4

    /// As many samples at a signal's end are looked at, at sample rates up to 192 kHz.
    static let longestHistory = Int(history * 192_000)

    /// As many samples of a signal are looked at.
    let history: Int

    private let order: Int
    private let count: Int
    private let (end, part, joint): (Int, Int, Int)

    /// - Parameter sampleRate: In hertz.
    init(sampleRate: Int) {
        let rate = Double(sampleRate)
        history = Int(Self.history * rate)
        order = min(Self.highestOrder, Int(Self.order * rate))
        count = Int(Self.duration * rate)
        end = Int(Self.end * rate)
        part = Int(Self.part * rate)
        joint = Int(Self.joint * rate)
    }

    /// What follows a signal.
    ///
    /// - Complexity: O(history · order).
    func callAsFunction(_ signal: ArraySlice<Float>) -> [Float] {
        let known = signal.suffix(history).map(Double.init)
        guard known.contains(where: { $0 != 0 }) else { return [] }
        let prediction = LinearPrediction(of: known, order: order)
        let limit = Self.outstanding * prediction.errors.map(\.magnitude).sorted()[prediction.errors.count / 2]
        let calm = calm(known, prediction, limit: limit)
        var samples = prediction.continuation(of: calm.signal, errors: replay(calm.errors, limit: limit))
        let gain = bound(&samples, below: known)
        if let last = known.last, let calmLast = calm.signal.last { join(&samples, over: last - gain * calmLast) }
        let half = count / 2
        for index in half..<samples.count { samples[index] *= Double(count - index) / Double(count - half) }
        return samples.map(Float.init)
    }

    /// Whether a signal begins with an attack: it is loud there, and dies away. So it did not sound before.
    func beginsWithAttack(_ signal: ArraySlice<Float>) -> Bool {
        let known = signal.prefix(history).map(Double.init)
        let count = Int(Self.settled * Double(known.count))
        return power(of: known[..<min(part, known.count)]) > Self.attack * power(of: known.suffix(count))
    }

    /// A signal without what stands out at its end, and its errors. Where far more is predicted than there is, a sound has just ended, and nothing is
    /// left out: it would go on.
    private func calm(
        _ signal: [Double],
        _ prediction: LinearPrediction,
        limit: Double
    ) -> (signal: [Double], errors: [Double]) {
        let calm = prediction.calmed(signal, last: end, limit: limit)
        return loudest(calm.signal) <= Self.expected * loudest(signal) ? calm : (signal, prediction.errors)
    }

    /// The errors that are left behind the end: those before it, from the last one back and to the last one again.
    private func replay(_ errors: [Double], limit: Double) -> [Double] {
        (0..<count).map { index in
            let place = index % (2 * errors.count)
            let error = errors[place < errors.count ? errors.count - 1 - place : place - errors.count]
            return max(-limit, min(limit, error))
        }
    }

    /// Makes what is louder than the loudest part of the signal as loud as that: what swells, or wavers in pitch, may be predicted to grow.
    ///
    /// - Returns: The factor that it begins with.
    private func bound(_ samples: inout [Double], below signal: [Double]) -> Double {
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
        return gains[0]
    }

    /// Leads from the last sample to what follows it. That begins elsewhere where something was left out of what it is predicted from, and where it
    /// is bounded.
    private func join(_ samples: inout [Double], over step: Double) {
        guard step.isFinite else { return }
        for index in 0..<min(joint, samples.count) {
            samples[index] += step * 0.5 * (1 + cos(.pi * Double(index + 1) / Double(joint + 1)))
        }
    }

    /// The largest magnitude at the end.
    private func loudest(_ samples: [Double]) -> Double { samples.suffix(end).reduce(0) { max($0, $1.magnitude) } }

    /// The mean power of a part.
    private func power(of samples: [Double], from start: Int) -> Double {
        power(of: samples[start..<min(start + part, samples.count)])
    }

    /// The mean power of samples.
    private func power(of samples: ArraySlice<Double>) -> Double {
        samples.reduce(0) { $0 + $1 * $1 } / Double(max(1, samples.count))
    }
}
