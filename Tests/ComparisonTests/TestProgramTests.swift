import MediaTime
import Testing
import TimeStretch

@testable import Comparison

@Suite struct TestProgramTests {
    @Test(arguments: [8000, 44100, 96000])
    func `The program has every section once, in order, apart, and does not clip`(sampleRate: Int) {
        let program = TestProgram(sampleRate: sampleRate)
        #expect(program.sections.map(\.name) == TestProgram.Section.Name.allCases)
        for (section, next) in zip(program.sections, program.sections.dropFirst()) {
            #expect(next.range.lowerBound - section.range.upperBound == sampleRate / 10)
        }
        #expect((13..<15).contains(program.frameCount / sampleRate))
        #expect(program.samples.channels.joined().allSatisfy { $0.magnitude < 1 })
    }

    @Test func `It is the same every time`() {
        #expect(TestProgram(sampleRate: 8000) == TestProgram(sampleRate: 8000))
    }

    @Test func `Events are where they are said to be`() {
        let program = Example.program
        for (events, name) in [
            (program.bursts, TestProgram.Section.Name.bursts), (program.attacks, .attacks), (program.softHits, .soft),
            ([program.earlyHit], .beginning),
        ] {
            for event in events {
                #expect(program.range(of: name).contains(event))
                let (before, behind) = (event - 40..<event - 1, event..<event + 40)
                let middle = program.samples.middle
                #expect(middle[behind].energy > 100 * middle[before].energy)
            }
        }
    }

    @Test func `The side of the noise is 10 dB below the middle`() throws {
        let range = Example.program.range(of: .noise)
        let image = try StereoImage(of: Example.program.samples, over: range, sampleRate: 8000)
        #expect(((image?.sideMidDecibels ?? 0) + 10).magnitude < 0.3)
    }

    @Test func `The map of one rate is that rate`() throws {
        let half = PlaybackRate(1, 2)
        let closed = try SampleMap([.init(.constant(half), lasting: RationalTime(3, 1))], sampleRate: 8000)
        #expect(try Example.program.map(resembling: .constant(half)) == .constant(half))
        let lasting = try Example.program.map(resembling: closed)
        #expect(lasting.outputLength(sourceLength: 1_000_000) == 2_000_000)
    }

    @Test(arguments: [1, 60, 3600] as [Int64])
    func `Every section meets every rate and every ramp of a map, however long`(seconds: Int64) throws {
        let (one, quarter) = (PlaybackRate.normal, PlaybackRate(1, 4))
        let down = RateCurve.smooth(from: one, to: quarter)
        let segments: [SampleMap.Segment] = [
            .init(.constant(one), lasting: RationalTime(seconds, 1)), .init(down, lasting: RationalTime(1, 5)),
            .init(.constant(quarter), lasting: RationalTime(seconds, 1)),
            .init(.constant(one), lasting: RationalTime(seconds, 1)),
        ]
        let program = Example.program
        let map = try program.map(resembling: SampleMap(segments, sampleRate: program.sampleRate))
        #expect(map.rates == quarter...one)
        let ramps = map.pieces.filter { $0.curve == down }
        #expect(ramps.allSatisfy { $0.length == 1600 })
        for section in program.sections where section.range.count > 8000 {
            let rates = stride(from: section.range.lowerBound, to: section.range.upperBound, by: 50)
                .map { map.rate(atSource: Double($0)) }
            #expect(rates.contains(1) && rates.contains(0.25) && rates.contains { $0 > 0.3 && $0 < 0.9 })
        }
    }
}
