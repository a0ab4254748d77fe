import Glibc
import SignalMeasures
import Testing

@testable import TimeStretch

@Suite struct TonalSplitTests {
    private static let sampleRate = 48000

    /// The residual of a whole signal in silence, and all partials that were found.
    private func split(_ channels: [[Float]]) throws -> (residual: [[Float]], partials: [[Partial]]) {
        let transform = try FrameTransform(size: TonalSplitEngine.frameSize(sampleRate: Self.sampleRate))
        var split = TonalSplit(transform, channelCount: channels.count, from: 0)
        var source = SourceWindow(channelCount: channels.count)
        source.append(PlanarSamples(channels: channels))
        source.complete()
        var partials: [[Partial]] = []
        while split.residual.end < channels[0].count {
            let advanced = split.advance(in: source)
            try #require(advanced)
            partials.append(split.frame(split.next - 1)?.partials ?? [])
        }
        let residual = channels.indices.map { channel in
            var samples = Array(repeating: Float(0), count: channels[0].count)
            unsafe samples.withUnsafeMutableBufferPointer {
                unsafe split.residual.copy(channel: channel, from: 0, to: $0)
            }
            return samples
        }
        return (residual, partials)
    }

    @Test(arguments: [[100], [997], [440, 1000], [220, 440, 660, 880], [8000, 12_345.6]] as [[Double]])
    func `Tones are partials, one each, and leave nothing`(frequencies: [Double]) throws {
        let tones = Signals.tone(frequencies, count: 48_000, sampleRate: Self.sampleRate)
        let (residual, partials) = try split([tones])
        let level = Measures.level(tones[16_000..<32_000])
        #expect(Measures.level(residual[0][16_000..<32_000]) < level - 60)
        let middle = partials[partials.count / 2]
        let found = middle.map { $0.frequency / (2 * .pi) * Double(Self.sampleRate) }
        #expect(found.count == frequencies.count)
        for (frequency, expected) in zip(found, frequencies) { #expect((frequency - expected).magnitude < 0.05) }
        let tracks = Set(partials[partials.count / 3..<partials.count / 3 * 2].flatMap { $0.map(\.track) })
        #expect(tracks.count == frequencies.count)
    }

    @Test func `Noise, bursts and a vibrato are left as they are`() throws {
        let vibrato = (0..<48_000).map { n in
            let time = Double(n) / 48000
            return Float(0.5 * sin(2 * .pi * 440 * time + 6 * sin(2 * .pi * 6 * time)))
        }
        for audio in [Signals.noise(count: 48_000), Bursts(count: 3, sampleRate: Self.sampleRate).samples, vibrato] {
            let (residual, _) = try split([audio])
            let difference = zip(residual[0], audio).map { $0 - $1 }
            // Where the vibrato sets in and ends, it holds for a moment.
            let middle = difference[difference.count / 4..<difference.count * 3 / 4]
            #expect(middle.allSatisfy { $0.magnitude < 1e-6 })
        }
    }

    @Test func `A tone over noise is found, and the noise is left`() throws {
        let noise = Signals.noise(count: 48_000)
        let tone = Signals.tone([440], count: 48_000, sampleRate: Self.sampleRate)
        let (residual, _) = try split([zip(noise, tone).map { $0 + $1 }])
        let change = Measures.level(residual[0][16_000..<32_000]) - Measures.level(noise[16_000..<32_000])
        #expect(change.magnitude < 0.3)
    }

    /// Those of a chord and of a note lie within the reach of one another: a bin that two of them took was twice as loud.
    @Test(arguments: [[440, 554.37, 659.26], (1...10).map { 110 * Double($0) }])
    func `Partials that end together share no bin`(frequencies: [Double]) throws {
        let tones = Signals.tone(frequencies, count: 48_000, sampleRate: Self.sampleRate)
        let faded = tones.enumerated().map { $1 * Float(min(max(Double(33_600 - $0) / 2400, 0), 1)) }
        for partials in try split([faded]).partials {
            let bins = partials.map(\.bins).sorted { $0.lowerBound < $1.lowerBound }
            #expect(zip(bins, bins.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }, "\(bins)")
        }
    }

    @Test func `Channels are split alike, however many`() throws {
        let tones = [300, 500, 1234.5].map { Signals.tone([$0], count: 48_000, sampleRate: Self.sampleRate) }
        let (residual, _) = try split(tones)
        for (left, tone) in zip(residual, tones) {
            #expect(Measures.level(left[16_000..<32_000]) < Measures.level(tone[16_000..<32_000]) - 60)
        }
    }
}
