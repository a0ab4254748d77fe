internal import Glibc
internal import SignalMeasures
internal import TimeStretch

/// What is split off as steady partials: tones should be, all else should not.
struct SplitTrial: Trial {
    private static let sampleRate = 48_000

    var description: String {
        "tones of 100 Hz to 12 kHz, alone, in pairs, in noise, swinging and dying away; noise; bursts"
    }

    /// How much of the tones is left, at most, against their level. How much of a tone is left in noise of the same level. The
    /// lowest tone that is split from another a musical third above it. How much is taken of noise, of bursts, of a vibrato by
    /// 36 Hz and by 4 Hz, and of a tone that loses 40 dB a second.
    var columns: [String] {
        ["tones dB", "noisy dB", "third Hz", "noise dB", "bursts dB", "vibrato dB", "slight dB", "decay dB"]
    }

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
        let tones: [[Double]] = [[100], [440, 1000], [220, 440, 660, 880], [8000, 12_345.6]]
        let signals = tones.map { Signals.tone($0, count: count, sampleRate: Self.sampleRate) }
        let noise = Signals.noise(count: count, level: 0.6)
        let noisy = zip(Signals.tone([440], count: count, sampleRate: Self.sampleRate), noise).map { $0 + $1 }
        let third = try stride(from: 100.0, through: 400, by: 20).first { frequency in
            let pair = Signals.tone([frequency, 1.26 * frequency], count: count, sampleRate: Self.sampleRate)
            return try left(pair, against: pair) < -40
        }
        let slight = Signals.vibrato(440, by: 4, count: count, sampleRate: Self.sampleRate)
        let decay = Signals.tone([440], count: count, sampleRate: Self.sampleRate).enumerated().map { index, sample in
            sample * pow(10, -2 * Float(index) / Float(Self.sampleRate))
        }
        return [
            try signals.map { try left($0, against: $0) }.max(),
            // The noise itself stays; above it, what is left is the tone.
            try left(noisy, against: noise),
            third,
            try taken(Signals.noise(count: 4 * count)),
            try taken(Bursts(.castanet, count: 4, sampleRate: Self.sampleRate).samples),
            try taken(Signals.vibrato(440, count: count, sampleRate: Self.sampleRate)),
            try taken(slight),
            try taken(decay),
        ]
    }
}
