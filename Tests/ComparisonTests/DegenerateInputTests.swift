import FoundationEssentials
import MediaTime
import Testing
import TimeStretch

@testable import Comparison

/// Renderings that say little are measured for the little they say.
@Suite struct DegenerateInputTests {
    private let program = Example.program

    @Test(arguments: [0, 1, 100, 700])
    func `A stump has a length`(count: Int) throws {
        let stump = PlanarSamples(channels: program.samples.channels.map { Array($0.prefix(count)) })
        let result = try Example.measure(stump)
        #expect(result.lengthErrorSamples == count - program.frameCount)
        #expect(result.events == .init(expected: 24, missing: 24, doubled: 0))
        #expect(result.tones.isEmpty)
        #expect(result.stereo == nil && result.noiseLevelDecibels == nil)
    }

    @Test func `Silence has no bursts and no tones`() throws {
        let result = try Example.measure(PlanarSamples(channelCount: 2, frameCount: program.frameCount))
        #expect(result.events == .init(expected: 24, missing: 24, doubled: 0))
        #expect(result.sync == nil && result.stereo == nil)
        #expect(result.tones.allSatisfy { $0.sinadDecibels == -150 && $0.pitchErrorCents == nil })
        #expect(result.attack?.levelDecibels == -150)
        #expect(result.noiseLevelDecibels == -150)
        #expect(try #require(result.spectralConvergenceDecibels).magnitude < 0.001)
    }

    @Test(arguments: [Float.nan, .infinity])
    func `What is no number is silence`(nonsense: Float) throws {
        let result = try Example.measure(
            Example.altered { mid, _ in
                for offset in 0..<600 { mid[program.bursts[3] + offset] = nonsense }
            }
        )
        #expect(result.events == .init(expected: 24, missing: 1, doubled: 0))
        #expect(try #require(result.sync).worstMilliseconds < 0.01)
    }

    @Test func `Through a map with pieces of every length, everything is a number`() throws {
        let (slow, fast) = (PlaybackRate(1, 32), PlaybackRate(2))
        let segments: [SampleMap.Segment] = [
            .init(.constant(fast), lasting: RationalTime(1, 100)),
            .init(.smooth(from: fast, to: slow), lasting: RationalTime(1, 50)),
            .init(.constant(slow), lasting: RationalTime(1, 10)),
        ]
        let map = try program.map(resembling: SampleMap(segments, sampleRate: program.sampleRate))
        let result = try program.measure(rendering: program.samples, through: map)
        #expect(try JSONEncoder().encode(result).count > 100)
    }

    @Test func `A mono file says nothing about stereo, and all of the rest`() throws {
        let result = try Example.measure(PlanarSamples(channels: [program.samples.middle]))
        #expect(result.stereo == nil)
        #expect(result.events == .init(expected: 24, missing: 0, doubled: 0))
        #expect(result.noiseLevelDecibels == 0)
    }

    @Test func `At rate 32 events and tones run into one another`() throws {
        let map = SampleMap.constant(PlaybackRate(32))
        let result = try program.measure(rendering: program.ideal(at: PlaybackRate(32)), through: map)
        #expect(result.lengthErrorSamples == 0)
        #expect(result.events == nil && result.sync == nil && result.attack == nil && result.tones.isEmpty)
    }

    /// Less than 20 ms are between two of them from rate 12 on.
    @Test(arguments: [5, 8, 12, 16, 32] as [Int64])
    func `At high rates no soft blow is taken for its neighbour`(rate: Int64) throws {
        let map = SampleMap.constant(PlaybackRate(rate))
        let whole = try program.measure(rendering: program.ideal(at: PlaybackRate(rate)), through: map)
        var channels = program.ideal(at: PlaybackRate(rate)).channels
        let place = Int(map.targetPosition(ofSource: Double(program.softHits[1])))
        for channel in channels.indices {
            for index in place - 4..<place + Int(0.05 * 8000) / Int(rate) { channels[channel][index] = 0 }
        }
        let lacking = try program.measure(rendering: PlanarSamples(channels: channels), through: map)
        #expect(whole.softHits.map { $0.missing } == (rate > 10 ? nil : 0))
        #expect(lacking.softHits.map { $0.missing } == (rate > 10 ? nil : 1))
    }

    @Test func `The names in JSON are these`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let measurements = Measurements(
            lengthErrorSamples: 0,
            sync: .init(meanMilliseconds: 1, worstMilliseconds: 2, biasMilliseconds: 3),
            events: .init(expected: 24, missing: 1, doubled: 2),
            attack: .init(levelDecibels: 1, lowestLevelDecibels: 2, preEchoDecibels: 3),
            tones: [
                .init(
                    name: .single,
                    sinadDecibels: 50,
                    lowestPartialDecibels: -1,
                    pitchErrorCents: nil,
                    flutterCents: 1
                )
            ],
            stereo: .init(sideMidErrorDecibels: 1, coherenceError: 0),
            spectralConvergenceDecibels: 4,
            noiseLevelDecibels: 5
        )
        let text = String(decoding: try encoder.encode(measurements), as: UTF8.self)
        #expect(
            text
                == #"{"attack":{"levelDecibels":1,"lowestLevelDecibels":2,"preEchoDecibels":3},"#
                + #""events":{"doubled":2,"expected":24,"missing":1},"lengthErrorSamples":0,"noiseLevelDecibels":5,"#
                + #""spectralConvergenceDecibels":4,"stereo":{"coherenceError":0,"sideMidErrorDecibels":1},"#
                + #""sync":{"biasMilliseconds":3,"meanMilliseconds":1,"worstMilliseconds":2},"#
                + #""tones":[{"flutterCents":1,"lowestPartialDecibels":-1,"name":"single","sinadDecibels":50}]}"#
        )
        #expect(try JSONDecoder().decode(Measurements.self, from: Data(text.utf8)) == measurements)
    }
}
