internal import Glibc
internal import MediaTime
internal import SignalMeasures
internal import TimeStretch

/// What becomes of attacks: bursts in silence, at several levels and rates.
struct AttackTrial: Trial {
    let algorithms: [PitchAlgorithm]
    var rates = [PlaybackRate(1, 4), PlaybackRate(1, 2), PlaybackRate(5, 4)]
    var kinds = Bursts.Kind.allCases
    /// From burst to burst, in seconds.
    var spacing = 0.3
    private static let levels: [Float] = [0.7, 0.02]
    private static let sampleRate = 48_000

    var description: String {
        "\(kinds.map(\.rawValue).joined(separator: ", ")) at 0.7 and 0.02 of full scale, \(spacing) s apart; "
            + "\(algorithms.map(\.rawValue).joined(separator: ", ")) at \(rates.map(\.description).joined(separator: ", "))"
    }

    /// The worst change of a peak, and the mean one; the loudest audio from 18 to 2 ms before an attack, against its peak;
    /// the largest distance of an attack from its place; attacks that are missing or doubled.
    var columns: [String] { ["peak dB", "mean dB", "before dB", "place ms", "wrong"] }

    func measure(_ tuning: StretchTuning) throws -> [Double?] {
        var changes: [Double] = []
        var (before, place) = (-200.0, 0.0)
        var wrong = 0
        for algorithm in algorithms {
            for rate in rates {
                for (kind, level) in kinds.flatMap({ kind in Self.levels.map { (kind, $0) } }) {
                    let bursts = Bursts(kind, count: 4, sampleRate: Self.sampleRate, level: level, spacing: spacing)
                    let map = SampleMap.constant(rate)
                    let output = try stretch(algorithm, [bursts.samples], map, tuning: tuning).channels[0]
                    let places = bursts.positions.map { Int((Double($0) / rate.approximation).rounded()) }
                    let events = Measures.events(output, sampleRate: Self.sampleRate)
                    let source = Measures.events(bursts.samples, sampleRate: Self.sampleRate)
                    wrong += abs(events.count - source.count)
                    for (position, target) in zip(bursts.positions, places) {
                        let (original, played) = (peak(bursts.samples, at: position), peak(output, at: target))
                        changes.append(20 * log10(played.height / original.height))
                        let lead = output[target - 18 * 48..<target - 2 * 48]
                        before = max(before, Measures.level(lead) - 20 * log10(original.height))
                        let error = Double(played.place - target - (original.place - position))
                        place = max(place, error.magnitude / Double(Self.sampleRate) * 1000)
                    }
                }
            }
        }
        let worst = changes.max { $0.magnitude < $1.magnitude }
        return [worst, changes.reduce(0, +) / Double(changes.count), before, place, Double(wrong)]
    }

    /// The loudest sample from 10 ms before an attack to 10 ms behind it.
    private func peak(_ samples: [Float], at position: Int) -> (place: Int, height: Double) {
        let place = Measures.peak(samples, in: position - 480..<position + 480)
        return (place, Double(samples[place].magnitude))
    }
}
