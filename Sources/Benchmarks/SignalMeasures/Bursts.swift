internal import Glibc
internal import RandomNumbers

/// Bursts at uneven distances, whose instants are known.
package struct Bursts: Sendable {
    /// What a burst is made of.
    package enum Kind: String, Sendable, CaseIterable {
        /// Noise that dies away in 4 ms.
        case noise
        /// Two resonances as of a castanet, 1.9 and 3.3 kHz, that die away in 12 ms, struck by a millisecond of noise.
        case castanet
        /// The beginning of a note of 440 Hz, which dies away in 80 ms.
        case pluck

        /// How long a burst lasts, in seconds; by then it is silent.
        fileprivate var duration: Double {
            switch self {
            case .noise: 0.050
            case .castanet: 0.100
            case .pluck: 0.250
            }
        }

        /// A burst's sample at `time` seconds from its onset, 1 at most.
        fileprivate func sample(at time: Double, _ noise: Float) -> Float {
            switch self {
            case .noise:
                return Float(exp(-time / 0.004)) * noise
            case .castanet:
                let ring = sin(2 * .pi * 1900 * time) + sin(2 * .pi * 3300 * time)
                return Float(0.4 * (1 - time / duration) * exp(-time / 0.012) * ring) + (time < 0.001 ? 0.2 * noise : 0)
            case .pluck:
                return Float((1 - time / duration) * exp(-time / 0.080) * sin(2 * .pi * 440 * time + .pi / 2))
            }
        }
    }

    /// The samples at which the bursts begin.
    package let positions: [Int]
    /// The signal, in silence but for the bursts.
    package let samples: [Float]

    /// `count` bursts about `spacing` seconds apart, of which the loudest sample is about `level`.
    package init(_ kind: Kind = .noise, count: Int, sampleRate: Int, level: Float = 0.7, spacing: Double = 0.3) {
        var generator = SplitMix64(seed: 7)
        let gap = Int((Double(sampleRate) * spacing).rounded())
        positions = (0..<count).map { gap / 2 + gap * $0 + .random(in: 0..<gap / 10, using: &generator) }
        var samples = [Float](repeating: 0, count: gap * (count + 1))
        for position in positions {
            for n in 0..<Int(kind.duration * Double(sampleRate)) {
                let noise = Float.random(in: -1...1, using: &generator)
                samples[position + n] += level * kind.sample(at: Double(n) / Double(sampleRate), noise)
            }
        }
        self.samples = samples
    }
}
