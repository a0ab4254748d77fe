import MediaTime
import Testing
import TimeStretch

@testable import Comparison

@Suite struct SelfSimilarityTests {
    private let clip = Example.program.samples

    @Test func `A clip is like itself`() throws {
        let result = try SelfSimilarity(of: clip, to: clip, through: Example.unity, sampleRate: 8000)
        #expect(result.lengthErrorSamples == 0)
        #expect(result.levelDecibels == 0)
        #expect(result.stereo == .init(sideMidErrorDecibels: 0, coherenceError: 0))
        #expect(try #require(result.spectralConvergenceDecibels) < -120)
    }

    @Test func `Only what the map plays counts`() throws {
        // The second half of the clip: tones, noise and the sweep.
        let start = clip.frameCount / 2
        let map = try SampleMap(
            [.init(.constant(.normal), lasting: nil)],
            sampleRate: 8000,
            sourceStart: RationalTime(Int64(start), 8000)
        )
        let half = PlanarSamples(channels: clip.channels.map { Array($0.dropFirst(start)) })
        let result = try SelfSimilarity(of: half, to: clip, through: map, sampleRate: 8000)
        #expect(result.lengthErrorSamples == 0)
        #expect(try #require(result.levelDecibels).magnitude < 0.001)
        #expect(try #require(result.stereo).coherenceError < 0.001)
        #expect(try #require(result.spectralConvergenceDecibels) < -30)
    }

    @Test func `Level, width and length differ by what they were changed by`() throws {
        var changed = Example.altered { mid, side in
            for index in mid.indices {
                mid[index] *= 0.5
                side[index] *= 0.25
            }
        }
        changed.append(PlanarSamples(channelCount: 2, frameCount: 7))
        let result = try SelfSimilarity(of: changed, to: clip, through: Example.unity, sampleRate: 8000)
        #expect(result.lengthErrorSamples == 7)
        #expect((try #require(result.levelDecibels) + 6.03).magnitude < 0.05)
        #expect((try #require(result.stereo).sideMidErrorDecibels + 6.02).magnitude < 0.01)
        #expect((try #require(result.spectralConvergenceDecibels) + 6.02).magnitude < 0.01)
    }

    @Test func `Nothing is like silence`() throws {
        let silence = PlanarSamples(channelCount: 2, frameCount: clip.frameCount)
        let result = try SelfSimilarity(of: clip, to: silence, through: Example.unity, sampleRate: 8000)
        #expect(result.levelDecibels == nil && result.spectralConvergenceDecibels == nil)
    }

    @Test(arguments: [0, 1, 500])
    func `Of next to nothing little is known`(count: Int) throws {
        let nothing = PlanarSamples(channelCount: 2, frameCount: count)
        let result = try SelfSimilarity(of: nothing, to: nothing, through: Example.unity, sampleRate: 8000)
        #expect(result.lengthErrorSamples == 0)
        #expect(result.levelDecibels == nil && result.stereo == nil && result.spectralConvergenceDecibels == nil)
    }
}
