import MediaTime
import SignalMeasures
import Testing
import TimeStretch

/// What holds for every algorithm.
@Suite struct TimeStretcherTests {
    static let rates: [(Int64, Int64)] = [
        (1, 32), (1, 10), (1, 4), (1, 3), (1, 2), (4, 5), (1, 1), (5, 4), (2, 1), (8, 1), (32, 1),
    ]
    static let formats: [(sampleRate: Int, channelCount: Int)] = [
        (8000, 1), (22050, 2), (44100, 1), (48000, 2), (48000, 6), (96000, 1),
    ]

    @Test(arguments: PitchAlgorithm.allCases, rates)
    func `The length is exact at every rate`(algorithm: PitchAlgorithm, rate: (Int64, Int64)) throws {
        let map = SampleMap.constant(algorithm.snapped(PlaybackRate(rate.0, rate.1)))
        for (sampleRate, channelCount) in Self.formats {
            let count = sampleRate / 19
            let source = Array(repeating: Signals.noise(count: count), count: channelCount)
            let output = try stretch(algorithm, source, map, sampleRate: sampleRate)
            #expect(output.channelCount == channelCount)
            #expect(Int64(output.frameCount) == map.outputLength(sourceLength: Int64(count)))
        }
    }

    @Test(arguments: PitchAlgorithm.allCases, [0, 1, 10, 100, 1000])
    func `Short and odd input gives the right length of finite audio`(algorithm: PitchAlgorithm, count: Int) throws {
        let choices: [(Int64, Int64, sampleRate: Int)] = [
            (1, 32, 48_000), (1, 2, 8000), (1, 1, 44_100), (3, 1, 22_050),
        ]
        for (n, d, sampleRate) in choices {
            let map = SampleMap.constant(algorithm.snapped(PlaybackRate(n, d)))
            for value in [Float(0), 1, -1, .nan, .infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude] {
                var source = [Float](repeating: value, count: count)
                if count > 10 { source[5] = .nan }
                let output = try stretch(algorithm, [source, source], map, sampleRate: sampleRate, blockLength: 64)
                #expect(Int64(output.frameCount) == map.outputLength(sourceLength: Int64(count)))
                #expect(output.channels.allSatisfy { $0.allSatisfy(\.isFinite) })
            }
        }
    }

    /// All of it was kept until the source came near the last part, and lost where it ended before.
    @Test(arguments: PitchAlgorithm.allCases)
    func `What lies before the last part is given as it comes, also where the source ends there`(
        algorithm: PitchAlgorithm
    ) throws {
        let map = try SampleMap(
            [
                .init(.constant(algorithm.snapped(PlaybackRate(1, 2))), lasting: RationalTime(40, 1)),
                .init(.constant(algorithm.snapped(PlaybackRate(1, 4))), lasting: nil),
            ],
            sampleRate: 8000
        )
        let stretcher = try TimeStretcher(algorithm, map: map, sampleRate: 8000, channelCount: 1)
        var (given, atEnd) = (0, 0)
        for second in 0..<3 {
            stretcher.push(PlanarSamples(channels: [Signals.noise(count: 8000, seed: UInt64(second))]))
            while let block = stretcher.pull() { given += block.frameCount }
        }
        stretcher.finish()
        while let block = stretcher.pull() { atEnd += block.frameCount }
        #expect(given > 32_000)
        #expect(given + atEnd == 48_000)
    }

    /// The largest that counts as audio, and one beyond that.
    @Test(arguments: PitchAlgorithm.allCases, [Float(1e9), 1e20])
    func `A lone enormous sample gives finite audio`(algorithm: PitchAlgorithm, value: Float) throws {
        var source = Signals.noise(count: 12_000)
        source[6000] = value
        let output = try stretch(algorithm, [source, source], .constant(algorithm.snapped(PlaybackRate(1, 2))))
        #expect(output.channels.allSatisfy { $0.allSatisfy(\.isFinite) })
    }

    @Test(arguments: PitchAlgorithm.allCases)
    func `Silence stays silent`(algorithm: PitchAlgorithm) throws {
        let silence = [Float](repeating: 0, count: 9000)
        let output = try stretch(algorithm, [silence, silence], .constant(algorithm.snapped(PlaybackRate(2, 5))))
        #expect(output.channels.allSatisfy { $0.allSatisfy { $0 == 0 } })
    }

    @Test(arguments: PitchAlgorithm.allCases.filter { !$0.abilities.isSilent }, [1, 2, 6])
    func `Rate 1 leaves every sample as it is`(algorithm: PitchAlgorithm, channelCount: Int) throws {
        let source = (0..<channelCount).map { Signals.noise(count: 20_000, level: 1, seed: UInt64($0)) }
        #expect(try isCopied(source, .constant(.normal)))
        let parts = try SampleMap(
            [.init(.constant(.normal), lasting: RationalTime(1, 10)), .init(.constant(.normal), lasting: nil)],
            sampleRate: 48000
        )
        #expect(try isCopied(source, parts))

        // The comparison alone, so that a failure does not print a signal.
        func isCopied(_ source: [[Float]], _ map: SampleMap) throws -> Bool {
            try stretch(algorithm, source, map).channels == source
        }
    }

    @Test(arguments: PitchAlgorithm.allCases)
    func `Blocks of any length give the same audio`(algorithm: PitchAlgorithm) throws {
        let source = [Signals.noise(count: 12_000)]
        let map = try SampleMap(
            [
                .init(
                    algorithm.abilities.playsRamps
                        ? .smooth(from: .normal, to: PlaybackRate(1, 2)) : .constant(PlaybackRate(3, 2)),
                    lasting: RationalTime(1, 10)
                ), .init(.constant(PlaybackRate(1, 2)), lasting: nil),
            ],
            sampleRate: 48000
        )
        let whole = try stretch(algorithm, source, map, blockLength: 12_000)
        let isSame = try stretch(algorithm, source, map, blockLength: 111) == whole
        #expect(isSame)
    }

    @Test(arguments: PitchAlgorithm.allCases)
    func `A map with an end of its own is filled, whatever the source's length`(algorithm: PitchAlgorithm) throws {
        let map = try SampleMap([.init(.constant(PlaybackRate(1, 2)), lasting: RationalTime(1, 4))], sampleRate: 48000)
        for count in [0, 500, 6000, 20_000] {
            #expect(try stretch(algorithm, [Signals.noise(count: count)], map).frameCount == 12_000)
        }
    }

    @Test func `What cannot be stretched is refused`() throws {
        let half = SampleMap.constant(PlaybackRate(1, 2))
        func code(_ map: SampleMap, _ sampleRate: Int, _ channelCount: Int) -> TimeStretchError.Code? {
            do {
                _ = try TimeStretcher(.spectral, map: map, sampleRate: sampleRate, channelCount: channelCount)
                return nil
            } catch { return error.code }
        }
        #expect(code(half, 48000, 2) == nil)
        #expect(code(half, 7999, 2) == .sampleRate)
        #expect(code(half, 192_001, 2) == .sampleRate)
        #expect(code(half, 48000, 0) == .channels)
        #expect(code(half, 48000, 65) == .channels)
        let open = SampleMap.Segment(.constant(PlaybackRate(1, 2)), lasting: nil)
        #expect(try code(SampleMap([open], sampleRate: 44_100), 48_000, 2) == nil)
        let first = SampleMap.Segment(.constant(.normal), lasting: RationalTime(1, 2))
        let own = try SampleMap([first, open], sampleRate: 44_100)
        #expect(code(own, 44_100, 2) == nil)
        #expect(code(own, 48_000, 2) == .map)
        #expect(code(.constant(PlaybackRate(1, 33)), 48000, 2) == .rate)
        #expect(code(.constant(PlaybackRate(33)), 48000, 2) == .rate)
        #expect(code(.constant(PlaybackRate(1, .max)), 48000, 2) == .rate)
    }

    @Test func `Low latency takes the nearest of its rates, and plays no other`() throws {
        for (asked, played) in [
            ((3, 5), (2, 3)), ((1, 32), (1, 2)), ((9, 10), (1, 1)), ((7, 4), (2, 1)), ((2, 3), (2, 3)),
        ]
            as [((Int64, Int64), (Int64, Int64))]
        {
            let rate = PlaybackRate(asked.0, asked.1)
            let snapped = PlaybackRate(played.0, played.1)
            #expect(PitchAlgorithm.lowLatency.snapped(rate) == snapped)
            #expect(PitchAlgorithm.spectral.snapped(rate) == rate)
        }
        #expect(throws: TimeStretchError.self) {
            try TimeStretcher(.lowLatency, map: .constant(PlaybackRate(3, 5)), sampleRate: 48000, channelCount: 2)
        }
        let ramp = try SampleMap(
            [.init(.linear(from: .normal, to: PlaybackRate(1, 2)), lasting: RationalTime(1, 1))],
            sampleRate: 48000
        )
        #expect(throws: TimeStretchError.self) {
            try TimeStretcher(.lowLatency, map: ramp, sampleRate: 48000, channelCount: 2)
        }
    }
}
