internal import Glibc
internal import RandomNumbers

/// Test signals whose instants and frequencies are known.
package enum Signals {
    package static func tone(_ frequencies: [Double], count: Int, sampleRate: Int, level: Double = 0.5) -> [Float] {
        (0..<count).map { n in
            let time = Double(n) / Double(sampleRate)
            return Float(frequencies.reduce(0) { $0 + level / Double(frequencies.count) * sin(2 * .pi * $1 * time) })
        }
    }

    /// Single samples of 0.9 at the given positions.
    package static func clicks(at positions: [Int], count: Int) -> [Float] {
        var samples = [Float](repeating: 0, count: count)
        for position in positions { samples[position] = 0.9 }
        return samples
    }

    /// White noise, the same for the same seed.
    package static func noise(count: Int, level: Float = 0.1, seed: UInt64 = 1) -> [Float] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in .random(in: -level...level, using: &generator) }
    }

    /// A tone whose frequency swings about its middle six times a second, by `depth` hertz either way.
    package static func vibrato(
        _ frequency: Double,
        by depth: Double = 36,
        count: Int,
        sampleRate: Int,
        level: Double = 0.5
    ) -> [Float] {
        (0..<count).map { n in
            let time = Double(n) / Double(sampleRate)
            return Float(level * sin(2 * .pi * frequency * time + depth / 6 * sin(2 * .pi * 6 * time)))
        }
    }

    /// The harmonics of a low voice, of equal strength up to 3 kHz.
    package static func harmonics(of frequency: Double) -> [Double] {
        (1...Int(3000 / frequency)).map { frequency * Double($0) }
    }
}
