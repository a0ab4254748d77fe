internal import Benchmark
internal import MediaTime
internal import TimeStretch

/// Each algorithm at half speed, without decoding and encoding: seconds of stereo source audio per second of work on one core,
/// in per cent. `relativeCost` of an algorithm's abilities is the quotient of two of these.
func stretchSuite() throws -> BenchmarkSuite {
    let suite = BenchmarkSuite(name: "stretch", settings: Iterations(5), TimeUnit(.ms))
    let audio = Audio(seconds: 30)
    let map = SampleMap.constant(PlaybackRate(1, 2))
    for algorithm in PitchAlgorithm.allCases where !algorithm.abilities.isSilent {
        var factors: [Double] = []
        suite.benchmark("\(algorithm.rawValue) at half speed") { state in
            let elapsed = try ContinuousClock().measure { try audio.stretch(algorithm, along: map) }
            factors.append(Duration.seconds(audio.seconds) / elapsed)
            state.counters["% of real time"] = 100 * median(factors)
        }
    }
    return suite
}

/// Stereo noise with bursts: audio that no algorithm can take a short cut with.
private struct Audio {
    static let sampleRate = 48_000
    private static let blockLength = 4096

    let seconds: Int
    private let block: PlanarSamples

    init(seconds: Int) {
        self.seconds = seconds
        var state: UInt32 = 1
        let channels = (0..<2).map { _ in
            (0..<Self.blockLength).map { index -> Float in
                // A linear congruential generator (Numerical Recipes): the same noise in every run.
                state = state &* 1_664_525 &+ 1_013_904_223
                let noise = Float(Int32(bitPattern: state)) / Float(Int32.max)
                return noise * (index < Self.blockLength / 16 ? 0.5 : 0.05)
            }
        }
        block = PlanarSamples(channels: channels)
    }

    func stretch(_ algorithm: PitchAlgorithm, along map: SampleMap) throws {
        let stretcher = try TimeStretcher(
            algorithm,
            map: map,
            sampleRate: Self.sampleRate,
            channelCount: block.channelCount
        )
        for _ in 0..<seconds * Self.sampleRate / Self.blockLength {
            stretcher.push(block)
            while stretcher.pull() != nil {}
        }
        stretcher.finish()
        while stretcher.pull() != nil {}
    }
}
