internal import MediaTime
internal import SignalMeasures
internal import TimeStretch

/// What becomes of tones: held ones, the harmonics of a low voice, and notes that begin and end.
struct ToneTrial: Trial {
    let algorithms: [PitchAlgorithm]
    var rates = [PlaybackRate(1, 4), PlaybackRate(1, 2), PlaybackRate(4, 5)]
    private static let tones: [[Double]] = [[220], [997], [3001], [440, 1000], Signals.harmonics(of: 110.3)]
    private static let sampleRate = 48_000

    var description: String {
        "tones of 220, 997 and 3001 Hz, 440 with 1000 Hz, harmonics of 110 Hz; "
            + "\(algorithms.map(\.rawValue).joined(separator: ", ")) at \(rates.map(\.description).joined(separator: ", "))"
    }

    /// The least and the mean ratio of a tone to all else; the largest change of a note's level over 50 ms from 30 ms
    /// behind its beginning to its end; the same while the rate goes from 1 to another and back.
    var columns: [String] { ["purity dB", "mean dB", "note dB", "seam dB"] }

    func measure(_ tuning: StretchTuning) throws -> [Double?] {
        var purities: [Double] = []
        var (note, seam) = (0.0, 0.0)
        for algorithm in algorithms {
            for rate in rates {
                for tones in Self.tones {
                    let signal = Signals.tone(tones, count: 60_000, sampleRate: Self.sampleRate)
                    let output = try stretch(algorithm, [signal], .constant(rate), tuning: tuning).channels[0]
                    let middle = output.count / 2
                    let part = output[middle - 6000..<middle + 6000]
                    purities.append(
                        Measures.signalToNoise(part, frequencies: tones, sampleRate: Self.sampleRate)
                    )
                }
                note = max(note, try noteChange(algorithm, rate, tuning))
                seam = max(seam, try seamChange(algorithm, rate, tuning))
            }
        }
        return [purities.min(), purities.reduce(0, +) / Double(purities.count), note, seam]
    }

    private func noteChange(_ algorithm: PitchAlgorithm, _ rate: PlaybackRate, _ tuning: StretchTuning) throws -> Double
    {
        let silence = [Float](repeating: 0, count: 12_000)
        let tone = Signals.tone([440], count: 36_000, sampleRate: Self.sampleRate)
        let output = try stretch(algorithm, [silence + tone + silence], .constant(rate), tuning: tuning).channels[0]
        let start = Int(12_000 / rate.approximation) + 1440
        let end = Int(48_000 / rate.approximation) - 2400
        return change(of: output, from: start, to: end, against: Measures.level(tone[...]))
    }

    private func seamChange(_ algorithm: PitchAlgorithm, _ rate: PlaybackRate, _ tuning: StretchTuning) throws -> Double
    {
        guard algorithm.abilities.playsRamps else { return 0 }
        let tone = Signals.tone([330], count: 120_000, sampleRate: Self.sampleRate)
        let map = try SampleMap(
            [
                .init(.constant(.normal), lasting: RationalTime(3, 4)),
                .init(.constant(rate), lasting: RationalTime(1, 2)),
                .init(.constant(.normal), lasting: RationalTime(3, 4)),
            ],
            sampleRate: Self.sampleRate
        )
        let output = try stretch(algorithm, [tone], map, tuning: tuning).channels[0]
        return change(of: output, from: 4800, to: output.count - 4800, against: Measures.level(tone[...]))
    }

    private func change(of samples: [Float], from start: Int, to end: Int, against level: Double) -> Double {
        stride(from: start, to: end, by: 600).map { (Measures.level(samples[$0..<$0 + 2400]) - level).magnitude }.max()
            ?? 0
    }
}
