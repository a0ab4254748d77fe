import Glibc
import MediaTime
import TimeStretch

/// Test signals whose instants and frequencies are known.
enum Signals {
    static func tone(_ frequencies: [Double], count: Int, sampleRate: Int, level: Double = 0.5) -> [Float] {
        (0..<count).map { n in
            let time = Double(n) / Double(sampleRate)
            return Float(frequencies.reduce(0) { $0 + level / Double(frequencies.count) * sin(2 * .pi * $1 * time) })
        }
    }

    /// Single samples of 0.9 at the given positions.
    static func clicks(at positions: [Int], count: Int) -> [Float] {
        var samples = [Float](repeating: 0, count: count)
        for position in positions { samples[position] = 0.9 }
        return samples
    }

    /// White noise, the same for the same seed.
    static func noise(count: Int, level: Float = 0.1, seed: UInt64 = 1) -> [Float] {
        var generator = SplitMix(seed: seed)
        return (0..<count).map { _ in .random(in: -level...level, using: &generator) }
    }
}

/// Steele, Lea & Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014).
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Runs a whole signal through a stretcher, in blocks of odd lengths.
func stretch(
    _ algorithm: PitchAlgorithm,
    _ channels: [[Float]],
    _ map: SampleMap,
    sampleRate: Int = 48000,
    blockLength: Int = 1537
) throws -> PlanarSamples {
    let stretcher = try TimeStretcher(
        algorithm,
        map: map,
        sampleRate: sampleRate,
        channelCount: channels.count
    )
    var output = PlanarSamples(channelCount: channels.count)
    var start = 0
    while start < channels[0].count {
        let end = min(start + blockLength, channels[0].count)
        stretcher.push(PlanarSamples(channels: channels.map { Array($0[start..<end]) }))
        while let block = stretcher.pull() { output.append(block) }
        start = end
    }
    stretcher.finish()
    while let block = stretcher.pull() { output.append(block) }
    return output
}

/// Bursts of noise that die away in 4 ms, at uneven distances.
struct Bursts {
    let positions: [Int]
    let samples: [Float]

    init(count: Int, sampleRate: Int) {
        var generator = SplitMix(seed: 7)
        let gap = sampleRate * 3 / 10
        positions = (0..<count).map { gap / 2 + gap * $0 + .random(in: 0..<gap / 10, using: &generator) }
        var samples = [Float](repeating: 0, count: gap * (count + 1))
        for position in positions {
            for n in 0..<sampleRate / 20 {
                let envelope = exp(-Float(n) / (0.004 * Float(sampleRate)))
                samples[position + n] = 0.7 * envelope * .random(in: -1...1, using: &generator)
            }
        }
        self.samples = samples
    }
}
