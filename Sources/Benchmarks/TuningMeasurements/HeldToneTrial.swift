internal import Glibc
internal import MediaTime
internal import SignalMeasures
internal import TimeStretch

/// What becomes of tones that are held while something is struck, as chords are under drums.
struct HeldToneTrial: Trial {
    let algorithms: [PitchAlgorithm]
    var rates = [PlaybackRate(1, 4), PlaybackRate(1, 2), PlaybackRate(4, 5), PlaybackRate(3, 2)]
    private static let tones = [311.1, 523.3, 1244.5, 2489]
    private static let sampleRate = 48_000

    var description: String {
        "tones of 311 to 2489 Hz with bursts of noise 0.3 s apart; "
            + "\(algorithms.map(\.rawValue).joined(separator: ", ")) at \(rates.map(\.description).joined(separator: ", "))"
    }

    /// How much the level of the tones varies, as the standard deviation; the deepest dip of one; the worst change of a
    /// burst's peak.
    var columns: [String] { ["wobble dB", "dip dB", "peak dB"] }

    func measure(_ tuning: StretchTuning) throws -> [Double?] {
        let bursts = Bursts(count: 9, sampleRate: Self.sampleRate)
        let tone = Signals.tone(Self.tones, count: bursts.samples.count, sampleRate: Self.sampleRate, level: 0.3)
        let signal = zip(tone, bursts.samples).map { $0 + $1 }
        var (changes, dip, peak) = ([Double](), 0.0, 0.0)
        for algorithm in algorithms {
            for rate in rates {
                let output = try stretch(algorithm, [signal], .constant(rate), tuning: tuning).channels[0]
                for change in toneChanges(in: output) {
                    changes.append(change)
                    dip = min(dip, change)
                }
                for position in bursts.positions {
                    let place = Int((Double(position) / rate.approximation).rounded())
                    let change = 20 * log10(height(output, at: place) / height(signal, at: position))
                    if change.magnitude > peak.magnitude { peak = change }
                }
            }
        }
        let mean = changes.reduce(0, +) / Double(changes.count)
        let variance = changes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(changes.count)
        return [variance.squareRoot(), dip, peak]
    }

    /// The levels of the tones over 50 ms, every 25 ms, against those in the source.
    private func toneChanges(in output: [Float]) -> [Double] {
        let length = Self.sampleRate / 20
        let own = 0.3 / Double(Self.tones.count)
        return stride(from: 2 * length, to: output.count - 3 * length, by: length / 2).flatMap { start in
            Self.tones.map { frequency in
                let cycles = frequency / Double(Self.sampleRate)
                return 20 * log10(Measures.amplitude(output[start..<start + length], frequency: cycles) / own)
            }
        }
    }

    /// The height of the loudest sample within 10 ms.
    private func height(_ samples: [Float], at position: Int) -> Double {
        Double(samples[Measures.peak(samples, in: position - 480..<position + 480)].magnitude)
    }
}
