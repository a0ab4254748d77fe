/// Measures attacks: their peaks, and what is heard before them.
enum AttackMeter {
    /// The least distance of two attacks, in seconds of target time, at which what comes before each can be measured: twice
    /// ``before``.
    private static let shortestGap = 0.04
    /// Pre-echo is measured from `before` to `edge` ahead of an attack, in seconds of target time. What is nearer than
    /// `edge` belongs to the attack.
    private static let (before, edge) = (0.02, 0.001)

    /// - Parameters:
    ///   - attacks: Where they begin, in source samples.
    ///   - source: The program's middle.
    ///   - rendering: The rendered program.
    /// - Returns: `nil` where the map puts attacks too close together, or where the rendering is too short for any.
    static func measure(
        _ attacks: [Int],
        of source: [Float],
        in rendering: MappedRendering
    ) -> Measurements.Attack? {
        let sampleRate = Double(rendering.sampleRate)
        let expected = attacks.map { Int(rendering.position(ofSource: Double($0)).rounded()) }
        let gap = zip(expected.dropFirst(), expected).map { $0 - $1 }.min() ?? 0
        guard Double(gap) >= shortestGap * sampleRate else { return nil }
        var levels: [Double] = []
        var (heard, right) = (0.0, 0.0)
        for (attack, place) in zip(attacks, expected) {
            let reach = gap / 2
            guard
                let played = Peak(in: source, around: attack, reach: Int(before * sampleRate)),
                let shown = Peak(in: rendering.mid, around: place, reach: reach)
            else { continue }
            levels.append(Decibels.amplitude(shown.magnitude, over: played.magnitude))
            heard += power(before: shown.onset, in: rendering.mid, sampleRate: sampleRate)
            right += power(before: played.onset, in: source, sampleRate: sampleRate)
        }
        guard !levels.isEmpty else { return nil }
        levels.sort()
        return .init(
            levelDecibels: (levels[(levels.count - 1) / 2] + levels[levels.count / 2]) / 2,
            lowestLevelDecibels: levels[0],
            preEchoDecibels: Decibels.power(heard, over: right)
        )
    }

    private static func power(before onset: Int, in samples: [Float], sampleRate: Double) -> Double {
        let range = onset - Int(before * sampleRate)..<onset - Int(edge * sampleRate)
        return samples[range.clamped(to: samples.indices)].energy / Double(range.count)
    }
}

/// The greatest magnitude in a range, and the first sample that reaches a quarter of it.
private struct Peak {
    let magnitude: Double
    let onset: Int

    /// `nil` where there are no samples.
    init?(in samples: [Float], around centre: Int, reach: Int) {
        let range = (centre - reach..<centre + reach).clamped(to: samples.indices)
        guard let peak = range.max(by: { samples[$0].magnitude < samples[$1].magnitude }) else { return nil }
        magnitude = Double(samples[peak].magnitude)
        let threshold = samples[peak].magnitude / 4
        onset = range.first { samples[$0].magnitude >= threshold } ?? peak
    }
}
