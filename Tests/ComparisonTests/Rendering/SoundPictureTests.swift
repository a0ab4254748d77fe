import FFmpeg
import Testing
import TimeStretch

@testable import Comparison

@Suite struct SoundPictureTests {
    private func sound(_ samples: [Float]) -> Sound {
        Sound(PlanarSamples(channels: [samples]), sampleRate: 48_000, .init(channelCount: 1))
    }

    @Test(arguments: [0, 1, 100, 1024, 30_000, 200_000])
    func `Every column of a short sound shows what is around its middle`(count: Int) {
        let size = SoundPicture.spectrumSize
        let columns = SoundPicture.columns(of: sound((0..<count).map { Float($0 + 1) })).samples.channels[0]
        #expect(columns.count == SoundPicture.width * size)
        for column in stride(from: 0, to: SoundPicture.width, by: 37) {
            let first = (2 * column + 1) * count / (2 * SoundPicture.width) - size / 2
            let expected = (first..<first + size).map { (0..<count).contains($0) ? Float($0 + 1) : 0 }
            #expect(columns[column * size..<(column + 1) * size].elementsEqual(expected))
        }
    }

    @Test func `A long sound is read as it is`() {
        let long = sound(Array(repeating: 0.5, count: SoundPicture.width * SoundPicture.spectrumSize))
        #expect(SoundPicture.columns(of: long).samples == long.samples)
    }
}
