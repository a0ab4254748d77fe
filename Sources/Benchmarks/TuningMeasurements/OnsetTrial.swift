internal import SignalMeasures
internal import TimeStretch

/// Which attacks are found, and where none is.
struct OnsetTrial: Trial {
    private static let sampleRate = 48_000
    private static let levels: [Float] = [0.7, 0.1, 0.02]

    var description: String {
        "bursts in silence, over a chord and over noise; steady noise, pulses of 70 to 200 Hz, a voice of 90 Hz, vibrato"
    }

    /// Bursts that are not found, of how many; onsets in steady audio, in 8 s; the mean distance of an onset before its
    /// burst; pairs of bursts 15, 25 and 40 ms apart that are found as two, of three.
    var columns: [String] { ["missed", "of", "false", "early ms", "pairs"] }

    func measure(_ tuning: StretchTuning) throws -> [Double?] {
        func onsets(_ samples: [Float]) throws -> [Int64] {
            try tuning.onsets.onsets(in: PlanarSamples(channels: [samples]), sampleRate: Self.sampleRate)
        }
        var (missed, count, early) = (0, 0, 0.0)
        for (kind, level) in Bursts.Kind.allCases.flatMap({ kind in Self.levels.map { (kind, $0) } }) {
            let bursts = Bursts(kind, count: 4, sampleRate: Self.sampleRate, level: level)
            let length = bursts.samples.count
            // As loud as the bursts: the chord; 14 dB softer: the noise.
            let chord = Signals.tone([220, 440, 660], count: length, sampleRate: Self.sampleRate, level: Double(level))
            let noise = Signals.noise(count: length, level: level / 5)
            for bed in [[Float](repeating: 0, count: length), chord, noise] {
                let found = try onsets(zip(bed, bursts.samples).map { $0 + $1 })
                for position in bursts.positions {
                    count += 1
                    let near = found.first { ($0 - Int64(position)).magnitude < 480 }
                    if let near { early += Double(Int64(position) - near) / 48 } else { missed += 1 }
                }
            }
        }
        return [
            Double(missed), Double(count), Double(try falseOnsets(onsets)), early / Double(max(1, count - missed)),
            Double(try pairs(onsets)),
        ]
    }

    private func falseOnsets(_ onsets: ([Float]) throws -> [Int64]) throws -> Int {
        let count = 48_000
        var steady = [Signals.noise(count: count), Signals.noise(count: count, seed: 2)]
        for frequency in [70, 90, 120, 200] {
            steady.append(Signals.clicks(at: Array(stride(from: 0, to: count, by: 48_000 / frequency)), count: count))
        }
        steady.append(Signals.tone(Signals.harmonics(of: 90), count: count, sampleRate: Self.sampleRate))
        steady.append(Signals.vibrato(440, count: count, sampleRate: Self.sampleRate))
        // Audio that begins and ends is no steady audio.
        return try steady.reduce(0) { sum, samples in
            sum + (try onsets(samples).filter { $0 > 6000 && $0 < 46_000 }.count)
        }
    }

    private func pairs(_ onsets: ([Float]) throws -> [Int64]) throws -> Int {
        let burst = Bursts(count: 1, sampleRate: Self.sampleRate)
        return try [15, 25, 40].filter { milliseconds in
            var samples = burst.samples
            for index in burst.positions[0]..<samples.count - milliseconds * 48 {
                samples[index + milliseconds * 48] += burst.samples[index]
            }
            return try onsets(samples).count == 2
        }.count
    }
}
