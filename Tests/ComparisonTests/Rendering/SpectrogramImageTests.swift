import FFmpeg
import Testing
import TimeStretch

@testable import Comparison

@Suite struct SpectrogramImageTests {
    private func audio(_ samples: [Float]) -> AudioSamples {
        AudioSamples(PlanarSamples(channels: [samples]), sampleRate: 48_000, .init(channelCount: 1))
    }

    @Test(arguments: [0, 1, 100, 1024, 30_000, 200_000])
    func `Every column of a short clip shows what is around its middle`(count: Int) {
        let size = SpectrogramImage.spectrumSize
        let columns = SpectrogramImage.columns(of: audio((0..<count).map { Float($0 + 1) })).samples.channels[0]
        #expect(columns.count == SpectrogramImage.width * size)
        for column in stride(from: 0, to: SpectrogramImage.width, by: 37) {
            let first = (2 * column + 1) * count / (2 * SpectrogramImage.width) - size / 2
            let expected = (first..<first + size).map { (0..<count).contains($0) ? Float($0 + 1) : 0 }
            #expect(columns[column * size..<(column + 1) * size].elementsEqual(expected))
        }
    }

    @Test(arguments: [0, 1, 100, 1599, 1600, 1601, 5000])
    func `Every column of a waveform has as many samples`(count: Int) {
        let source = (0..<count).map { Float($0 + 1) }
        let samples = SpectrogramImage.wholeColumns(of: audio(source)).samples.channels[0]
        #expect(samples.count > 0 && samples.count.isMultiple(of: SpectrogramImage.width))
        #expect(Set(samples) == (count > 0 ? Set(source) : [0]))
    }

    @Test func `Long audio is read as it is`() {
        let long = audio(Array(repeating: 0.5, count: SpectrogramImage.width * SpectrogramImage.spectrumSize))
        #expect(SpectrogramImage.columns(of: long).samples == long.samples)
    }
}
