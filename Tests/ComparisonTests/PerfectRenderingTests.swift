import Glibc
import MediaTime
import Testing
import TimeStretch

@testable import Comparison

@Suite struct PerfectRenderingTests {
    @Test func `The program itself is perfect at rate 1, but for its floor`() throws {
        let result = try Example.measure(Example.program.samples)
        #expect(result.lengthErrorSamples == 0)
        #expect(try #require(result.sync).worstMilliseconds < 1e-4)
        #expect(result.events == .init(expected: 24, missing: 0, doubled: 0))
        #expect(result.attack == .init(levelDecibels: 0, lowestLevelDecibels: 0, preEchoDecibels: 0))
        #expect(result.stereo == .init(sideMidErrorDecibels: 0, coherenceError: 0))
        #expect(result.noiseLevelDecibels == 0)
        for hits in [result.earlyHit, result.softHits] {
            let hits = try #require(hits)
            #expect(hits.missing == 0)
            #expect(try #require(hits.worstMilliseconds).magnitude < 1e-5)
            #expect(hits.lowestLevelDecibels == 0)
        }
        let chord = try #require(result.chord)
        #expect(chord.lostPercent == 0)
        #expect(chord.wobbleDecibels < 1e-5)
        #expect(try #require(result.vibratoWobbleDecibels) < 0.05)
        #expect(try #require(result.spectralConvergenceDecibels) < -120)
        // Tones of −3.1, −6.1 and −7.3 dB over a floor of −60 dB.
        for (tone, ceiling) in zip(result.tones, [56.9, 53.9, 52.7]) { try expectClean(tone, ceiling: ceiling) }
    }

    @Test(arguments: [(1, 4), (1, 2), (5, 4), (2, 1)] as [(Int64, Int64)])
    func `An ideal rendering at another tempo is perfect, too`(n: Int64, d: Int64) throws {
        let rate = PlaybackRate(n, d)
        let result = try Example.program.measure(
            rendering: Example.program.ideal(at: rate),
            through: .constant(rate)
        )
        #expect(result.lengthErrorSamples == 0)
        #expect(result.events == .init(expected: 24, missing: 0, doubled: 0))
        // Places are rounded to samples of 1/8 ms, and a copied burst sets in as fast as the source's.
        #expect(try #require(result.sync).worstMilliseconds < 0.125 * max(1, 1 / rate.approximation))
        let attack = try #require(result.attack)
        #expect(attack.levelDecibels.magnitude < 0.1 && attack.lowestLevelDecibels > -0.1)
        #expect(attack.preEchoDecibels.magnitude < 1)
        for hits in [result.earlyHit, result.softHits] {
            let hits = try #require(hits)
            #expect(hits.missing == 0)
            #expect(try #require(hits.worstMilliseconds).magnitude < 0.3)
            #expect(try #require(hits.lowestLevelDecibels).magnitude < 0.5)
        }
        let chord = try #require(result.chord)
        // Two of the chord's partials are so near to each other that they beat, at another instant of the bar.
        #expect(chord.lostPercent < 0.5)
        #expect(chord.wobbleDecibels < 0.3)
        #expect(try #require(result.vibratoWobbleDecibels) < 0.1)
        #expect(try #require(result.stereo).sideMidErrorDecibels.magnitude < 0.3)
        #expect(try #require(result.stereo).coherenceError < 0.05)
        #expect(try #require(result.noiseLevelDecibels).magnitude < 0.3)
        #expect(result.tones.map(\.name) == TestProgram.Tone.allCases)
        for (tone, ceiling) in zip(result.tones, [56.9, 53.9, 52.7]) { try expectClean(tone, ceiling: ceiling) }
    }

    @Test(arguments: [(1, 2), (4, 5)] as [(Int64, Int64)])
    func `A tape machine is perfect but for its pitch`(n: Int64, d: Int64) throws {
        let rate = PlaybackRate(n, d)
        // At a sample rate whose half lies far above everything in an attack.
        let program = TestProgram(sampleRate: 32000)
        let rendering = try program.rendered(.varispeed, through: .constant(rate))
        let result = try program.measure(rendering: rendering, through: .constant(rate))
        #expect(result.events == .init(expected: 24, missing: 0, doubled: 0))
        #expect(try #require(result.sync).worstMilliseconds < 0.05)
        #expect(try #require(result.attack).levelDecibels.magnitude < 0.3)
        #expect(try #require(result.stereo).sideMidErrorDecibels.magnitude < 0.1)
        let cents = 1200 * log2(rate.approximation)
        for tone in result.tones {
            #expect(tone.sinadDecibels > 50)
            #expect((try #require(tone.pitchErrorCents) - cents).magnitude < 0.01)
            #expect(try #require(tone.flutterCents) < 0.1)
        }
    }

    private func expectClean(_ tone: Measurements.Tone, ceiling: Double) throws {
        #expect((tone.sinadDecibels - ceiling).magnitude < 1)
        #expect(try #require(tone.pitchErrorCents).magnitude < 0.01)
        #expect(try #require(tone.flutterCents) < 0.1)
    }
}
