import Glibc
import MediaTime
import SignalMeasures
import Testing

@testable import TimeStretch

@Suite struct FrameConsistencyTests {
    private static let sampleRate = 48_000
    private static let unrefined: StretchTuning = {
        var tuning = StretchTuning()
        tuning.locking.refinedBelow = 0
        tuning.locking.refinedNearAttacks = 0
        return tuning
    }()

    /// Tones with vibrato and noise that stays below 4 kHz.
    private func signal(seed: UInt64) -> [Float] {
        let count = 2 * Self.sampleRate
        var low = Float(0)
        let noise = Signals.noise(count: count, level: 0.3, seed: seed)
        return (0..<count).map { index in
            low += 0.2 * (noise[index] - low)
            let time = Double(index) / Double(Self.sampleRate)
            let phase = 2 * .pi * 440 * time + 4 * sin(2 * .pi * 5 * time)
            return low + Float(0.05 * (sin(phase) + sin(2 * phase) + sin(3 * phase)))
        }
    }

    /// How far the magnitudes of a rendering at half speed are from those of its source at the mapped instants, in decibels.
    private func distance(of output: [Float], from source: [Float]) throws -> Double {
        try SpectrumDistance(size: 4096, hop: 1024, margin: 20_000).decibels(of: output, from: source, rate: 0.5)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `Spectra are nearer to the source's where frames agree`(seed: UInt64) throws {
        let source = signal(seed: seed)
        let map = SampleMap.constant(PlaybackRate(1, 2))
        let refined = try distance(of: stretch(.spectral, [source], map).channels[0], from: source)
        let alone = try distance(
            of: stretch(.spectral, [source], map, tuning: Self.unrefined).channels[0],
            from: source
        )
        #expect(refined < alone - 1)
    }

    @Test(arguments: [(1, 4), (1, 2), (4, 5), (3, 2)] as [(Int64, Int64)])
    func `What wavers keeps its level`(rate: (Int64, Int64)) throws {
        let source = signal(seed: 4)
        let output = try stretch(.spectral, [source], .constant(PlaybackRate(rate.0, rate.1))).channels[0]
        let middle = output[output.count / 8..<output.count * 7 / 8]
        let change = Measures.level(middle) - Measures.level(source[12_000..<84_000])
        #expect(change.magnitude < 0.3)
    }

    @Test func `A steady tone is left as it is`() throws {
        let tone = Signals.tone([440, 1320], count: 96_000, sampleRate: Self.sampleRate)
        let map = SampleMap.constant(PlaybackRate(1, 2))
        let refined = try stretch(.spectral, [tone], map).channels[0]
        let alone = try stretch(.spectral, [tone], map, tuning: Self.unrefined).channels[0]
        let differences = zip(refined, alone).map { $0 - $1 }[48_000..<144_000]
        #expect(Measures.level(differences) < Measures.level(alone[48_000..<144_000]) - 100)
    }

    @Test func `The same in both channels stays the same`() throws {
        let source = signal(seed: 5)
        let output = try stretch(.spectral, [source, source], .constant(PlaybackRate(1, 2)))
        #expect(output.channels[0] == output.channels[1])
    }

    @Test func `Recent spectra are those of exactly the same place`() {
        let spectra = ChannelSpectra(size: 16, channelCount: 1)
        let result = ChannelSpectra(size: 16, channelCount: 1)
        var recent = RecentSpectra(size: 16, channelCount: 1)
        let places = (0..<5).map { SourcePosition(whole: 100 * Int64($0), fraction: 0.5, rate: 0.5) }
        for (index, place) in places.enumerated() {
            unsafe spectra.channel(0)[4] = Float(index)
            recent.remember(spectra, around: place)
        }
        let isFound = recent.recall(around: places[1], into: result)
        let value = result[0, 2].x
        #expect(isFound && value == 1)
        let isOldestFound = recent.recall(around: places[0], into: result)
        #expect(!isOldestFound)
        let between = SourcePosition(whole: 100, fraction: 0.25, rate: 0.5)
        let isBetweenFound = recent.recall(around: between, into: result)
        #expect(!isBetweenFound)
        recent.forget()
        let isForgottenFound = recent.recall(around: places[1], into: result)
        #expect(!isForgottenFound)
    }
}
