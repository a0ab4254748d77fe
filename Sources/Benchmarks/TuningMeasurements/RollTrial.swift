internal import Glibc
internal import MediaTime
internal import SignalMeasures
internal import TimeStretch

/// What becomes of hits that follow one another fast, and of a low tone whose periods are as sharp.
struct RollTrial: Trial {
    private static let sampleRate = 48_000
    private static let rates = [PlaybackRate(1, 4), PlaybackRate(1, 2), PlaybackRate(3, 2)]
    private static let distances = [0.014, 0.018, 0.025, 0.04]

    var description: String {
        "rolls of noise that dies away in 4 to 8 ms, 14 to 40 ms apart; a sawtooth of 41 Hz; white noise; at "
            + Self.rates.map(\.description).joined(separator: ", ")
    }

    /// Hits that are missing or doubled, of how many; by how much their level changes as a mean; the change of a sawtooth's
    /// harmonics above 800 Hz; the change of noise.
    var columns: [String] { ["wrong", "of", "level dB", "saw dB", "noise dB"] }

    func measure(_ tuning: StretchTuning) throws -> [Double?] {
        var (wrong, count) = (0, 0)
        var levels: [Double] = []
        for (distance, length) in Self.distances.flatMap({ distance in [0.004, 0.008].map { (distance, $0) } }) {
            let roll = roll(distance, length)
            let expected = Measures.events(roll, sampleRate: Self.sampleRate).count
            for rate in Self.rates {
                let output = try stretch(.spectral, [roll], .constant(rate), tuning: tuning).channels[0]
                wrong += abs(Measures.events(output, sampleRate: Self.sampleRate).count - expected)
                count += expected
                levels.append(Measures.level(output[...]) - Measures.level(roll[...]))
            }
        }
        return [
            Double(wrong), Double(count), levels.reduce(0, +) / Double(levels.count), try sawChange(tuning),
            try noiseChange(tuning),
        ]
    }

    private func roll(_ distance: Double, _ length: Double) -> [Float] {
        let noise = Signals.noise(count: Self.sampleRate / 16, level: 0.4, seed: 5)
        var samples = [Float](repeating: 0, count: Self.sampleRate)
        for hit in 0..<10 {
            let start = Self.sampleRate / 4 + Int(distance * Double(hit * Self.sampleRate))
            for (index, value) in noise.enumerated() {
                samples[start + index] += value * Float(exp(-Double(index) / Double(Self.sampleRate) / length))
            }
        }
        return samples
    }

    /// The largest change of the amplitude of a harmonic, at half speed.
    private func sawChange(_ tuning: StretchTuning) throws -> Double {
        let harmonics = (1...220).map { 41.2 * Double($0) }
        let count = 2 * Self.sampleRate
        let saw = (0..<count).map { index in
            let time = Double(index) / Double(Self.sampleRate)
            return Float(harmonics.reduce(0) { $0 + 8 / $1 * sin(2 * .pi * $1 * time) })
        }
        let output = try stretch(.spectral, [saw], .constant(PlaybackRate(1, 2)), tuning: tuning).channels[0]
        return harmonics[19..<60].map { frequency in
            let cycles = frequency / Double(Self.sampleRate)
            let played = Measures.amplitude(output[count - 12_000..<count + 12_000], frequency: cycles)
            return (20 * log10(played * frequency / 8)).magnitude
        }.max() ?? 0
    }

    private func noiseChange(_ tuning: StretchTuning) throws -> Double {
        let noise = Signals.noise(count: 2 * Self.sampleRate)
        let changes = try Self.rates.map { rate in
            let output = try stretch(.spectral, [noise], .constant(rate), tuning: tuning).channels[0]
            return Measures.level(output[9600..<output.count - 9600]) - Measures.level(noise[...])
        }
        return changes.max { $0.magnitude < $1.magnitude } ?? 0
    }
}
