internal import SignalMeasures
internal import TimeStretch

/// What is split off as steady partials: tones should be, all else should not.
struct SplitTrial: Trial {
    private static let sampleRate = 48_000

    var description: String { "tones from 100 Hz to 12 kHz; a tone under noise 20 dB softer; noise, bursts, vibrato" }

    /// How much of the tones is left, at most, against their level; the same over noise, against the noise; how much of
    /// noise, of bursts and of a vibrato is taken, against their levels.
    var columns: [String] { ["tones dB", "noisy dB", "noise dB", "bursts dB", "vibrato dB"] }

    func measure(_ tuning: StretchTuning) throws -> [Double?] {
        let count = 48_000
        let middle = count / 3..<2 * count / 3
        func residual(_ samples: [Float]) throws -> [Float] {
            let samples = PlanarSamples(channels: [samples])
            return try tuning.partials.residual(of: samples, sampleRate: Self.sampleRate).channels[0]
        }
        func left(_ samples: [Float], against reference: [Float]) throws -> Double {
            Measures.level(try residual(samples)[middle]) - Measures.level(reference[middle])
        }
        func taken(_ samples: [Float]) throws -> Double {
            let taken = zip(samples, try residual(samples)).map { $0 - $1 }
            let range = samples.count / 4..<samples.count * 3 / 4
            return max(-200, Measures.level(taken[range]) - Measures.level(samples[range]))
        }
        let tones: [[Double]] = [[100], [130, 164], [440, 1000], [220, 440, 660, 880], [8000, 12_345.6]]
        let signals = tones.map { Signals.tone($0, count: count, sampleRate: Self.sampleRate) }
        let noise = Signals.noise(count: count, level: 0.06)
        let noisy = zip(signals[2], noise).map { $0 + $1 }
        return [
            try signals.map { try left($0, against: $0) }.max(),
            try left(noisy, against: noise),
            try taken(Signals.noise(count: 4 * count)),
            try taken(Bursts(.castanet, count: 4, sampleRate: Self.sampleRate).samples),
            try taken(Signals.vibrato(440, count: count, sampleRate: Self.sampleRate)),
        ]
    }
}
