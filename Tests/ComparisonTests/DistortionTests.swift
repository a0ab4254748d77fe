import Glibc
import MediaTime
import RandomNumbers
import Testing
import TimeStretch

@testable import Comparison

/// Every distortion of a known size reads as what it is.
@Suite struct DistortionTests {
    private let program = Example.program

    @Test(arguments: [3, -3, 40, 1600, -400])
    func `A delay is a bias of sync, and nothing else`(samples: Int) throws {
        let result = try Example.measure(delayed(by: samples))
        let sync = try #require(result.sync)
        let milliseconds = Double(samples) / 8
        #expect((sync.biasMilliseconds - milliseconds).magnitude < 1e-4)
        #expect((sync.meanMilliseconds - milliseconds.magnitude).magnitude < 1e-4)
        #expect((sync.worstMilliseconds - milliseconds.magnitude).magnitude < 1e-4)
        #expect(result.events == .init(expected: 24, missing: 0, doubled: 0))
        #expect(result.lengthErrorSamples == max(samples, 0) - max(-samples, 0))
        #expect(try #require(result.attack).levelDecibels == 0)
        #expect(result.tones.allSatisfy { $0.sinadDecibels > 50 })
    }

    @Test func `One burst that is late is the worst, and a twenty-fourth of the mean`() throws {
        let result = try Example.measure(
            Example.altered { mid, _ in
                let burst = program.bursts[5]
                let range = burst - 50..<burst + 300
                let moved = Array(mid[range.lowerBound - 40..<range.upperBound - 40])
                mid.replaceSubrange(range, with: moved)
            }
        )
        let sync = try #require(result.sync)
        #expect((sync.worstMilliseconds - 5).magnitude < 0.01)
        #expect((sync.meanMilliseconds - 5.0 / 24).magnitude < 0.01)
    }

    @Test(arguments: [(0.015, 0.7), (0.03, 0.7), (0.04, 0.7), (-0.03, 1), (-0.02, 1.2)] as [(Double, Float)])
    func `A repetition doubles every burst, and the nearest counts`(seconds: Double, gain: Float) throws {
        let result = try Example.measure(
            Example.altered { mid, _ in
                let source = mid
                let distance = Int(seconds * 8000)
                // A repetition may come before the first burst.
                for index in program.bursts[0] - 400..<program.range(of: .bursts).upperBound {
                    mid[index] += gain * source[index - distance]
                }
            }
        )
        #expect(result.events == .init(expected: 24, missing: 0, doubled: 24))
        #expect(try #require(result.sync).worstMilliseconds < 0.3)
    }

    @Test(arguments: [[3], [0, 23], [7, 8, 9]])
    func `Bursts that are silent are missing`(indices: [Int]) throws {
        let result = try Example.measure(
            Example.altered { mid, _ in
                for index in indices {
                    for offset in -10..<600 { mid[program.bursts[index] + offset] = 0 }
                }
            }
        )
        #expect(result.events == .init(expected: 24, missing: indices.count, doubled: 0))
        #expect(try #require(result.sync).worstMilliseconds < 0.01)
    }

    @Test(arguments: [-20.0, -30, -40])
    func `Noise below a tone is its SINAD`(level: Double) throws {
        let result = try Example.measure(
            Example.altered { mid, _ in
                var generator = SplitMix64(seed: 3)
                for (tone, power) in zip(TestTone.all, [0.245, 0.1225, 0.0935]) {
                    let amplitude = (power * pow(10, level / 10)).squareRoot()
                    for index in program.range(of: tone.name.section) {
                        mid[index] += Float(amplitude * generator.noise())
                    }
                }
            }
        )
        for tone in result.tones { #expect((tone.sinadDecibels + level).magnitude < 0.6) }
    }

    @Test(arguments: [5.0, -5, 30, -0.5])
    func `A detuned tone is off by as many cents`(cents: Double) throws {
        let result = try Example.measure(
            replacingTones { time, fundamental in
                2 * .pi * fundamental * exp2(cents / 1200) * time
            }
        )
        for tone in result.tones {
            #expect((try #require(tone.pitchErrorCents) - cents).magnitude < 0.005)
            #expect(tone.sinadDecibels > 60)
        }
    }

    @Test(arguments: [1.0, 10])
    func `A wavering tone flutters by the root mean square of its deviation`(cents: Double) throws {
        // Six times a second.
        let result = try Example.measure(
            replacingTones { time, fundamental in
                let deviation = 2.0.squareRoot() * (exp2(cents / 1200) - 1) * fundamental
                return 2 * .pi * fundamental * time + deviation / 6 * sin(2 * .pi * 6 * time)
            }
        )
        for tone in result.tones {
            // The window takes some of it, and not all periods are whole.
            #expect((try #require(tone.flutterCents) / cents - 1).magnitude < 0.15)
            #expect(try #require(tone.pitchErrorCents).magnitude < 0.2 * cents)
        }
    }

    @Test func `A partial that is lost is no noise, but it is lost`() throws {
        let result = try Example.measure(
            Example.altered { mid, _ in
                let pair = TestTone.all[1]
                let partial = pair.partials[1]
                for index in program.range(of: .pair) {
                    let phase = 2 * .pi * pair.fundamental * Double(partial.multiple) * Double(index) / 8000
                    mid[index] = Float(0.35 * sin(2 * phase / 3) + 0.0875 * sin(phase))
                }
            }
        )
        #expect((result.tones[1].lowestPartialDecibels + 12.04).magnitude < 0.01)
        #expect(result.tones[1].sinadDecibels > 60)
        #expect(result.tones[0].lowestPartialDecibels.magnitude < 0.01)
    }

    @Test func `Where there is noise instead of a tone, there is no pitch`() throws {
        let result = try Example.measure(
            Example.altered { mid, _ in
                var generator = SplitMix64(seed: 4)
                for tone in TestTone.all {
                    for index in program.range(of: tone.name.section) { mid[index] = Float(0.1 * generator.noise()) }
                }
            }
        )
        for tone in result.tones {
            #expect(tone.sinadDecibels < 0)
            #expect(tone.pitchErrorCents == nil && tone.flutterCents == nil)
        }
    }

    @Test(arguments: [-6.0, 3])
    func `What is softer is softer by as much`(level: Double) throws {
        let gain = Float(pow(10, level / 20))
        let result = try Example.measure(
            Example.altered { mid, side in
                for index in mid.indices {
                    mid[index] *= gain
                    side[index] *= gain
                }
            }
        )
        let attack = try #require(result.attack)
        #expect((attack.levelDecibels - level).magnitude < 0.001)
        #expect((attack.preEchoDecibels - level).magnitude < 0.001)
        #expect((try #require(result.noiseLevelDecibels) - level).magnitude < 0.001)
        #expect(result.tones.allSatisfy { ($0.lowestPartialDecibels - level).magnitude < 0.05 })
        #expect(result.events == .init(expected: 24, missing: 0, doubled: 0))
        // ‖|S| − g|S|‖ ÷ ‖|S|‖
        let convergence = 20 * log10(abs(1 - Double(gain)))
        #expect((try #require(result.spectralConvergenceDecibels) - convergence).magnitude < 0.001)
    }

    @Test func `The weakest attack is the lowest, and the median that of the others`() throws {
        let result = try Example.measure(
            Example.altered { mid, _ in
                for offset in 0..<400 { mid[program.attacks[2] + offset] *= 0.5 }
            }
        )
        let attack = try #require(result.attack)
        #expect((attack.lowestLevelDecibels + 6.02).magnitude < 0.01)
        #expect(attack.levelDecibels == 0)
    }

    @Test func `What sounds before an attack is a pre-echo`() throws {
        let result = try Example.measure(
            Example.altered { mid, _ in
                var generator = SplitMix64(seed: 5)
                // Ten times the power of the bed of −43 dB.
                let amplitude = pow(10, -33.01 / 20)
                for attack in program.attacks {
                    for index in attack - 160..<attack - 2 { mid[index] += Float(amplitude * generator.noise()) }
                }
            }
        )
        let attack = try #require(result.attack)
        // Eleven times, for the bed goes on.
        #expect((attack.preEchoDecibels - 10.41).magnitude < 0.5)
        #expect(attack.levelDecibels.magnitude < 0.5)
    }

    @Test func `A wider side is wider by as much, and less coherent`() throws {
        let stereo = try #require(
            Example.measure(Example.altered { _, side in for index in side.indices { side[index] *= 2 } }).stereo
        )
        #expect((stereo.sideMidErrorDecibels - 6.02).magnitude < 0.001)
        // (M − S) ÷ (M + S) was 0.9 ÷ 1.1 and is 0.6 ÷ 1.4.
        #expect((stereo.coherenceError - 0.39).magnitude < 0.05)
    }

    @Test func `A rendering of one signal has no side, and that is said`() throws {
        let stereo = try #require(
            Example.measure(Example.altered { _, side in for index in side.indices { side[index] = 0 } }).stereo
        )
        #expect(stereo.sideMidErrorDecibels < -100)
    }

    private func delayed(by samples: Int) -> PlanarSamples {
        PlanarSamples(
            channels: program.samples.channels.map { channel in
                samples > 0
                    ? [Float](repeating: 0, count: samples) + channel : Array(channel.dropFirst(-samples))
            }
        )
    }

    /// The program with pure tones whose fundamental has a phase of ours.
    private func replacingTones(phase: (_ time: Double, _ fundamental: Double) -> Double) -> PlanarSamples {
        Example.altered { mid, _ in
            for tone in TestTone.all {
                for index in program.range(of: tone.name.section) {
                    mid[index] = Float(tone.value(at: phase(Double(index) / 8000, tone.fundamental)))
                }
            }
        }
    }
}
