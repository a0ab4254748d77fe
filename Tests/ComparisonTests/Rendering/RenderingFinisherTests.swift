import Export
import FFmpeg
import TestSupport
import Testing
import TimeStretch

@testable import Comparison

/// What is made of a rendering once all of them exist.
@Suite struct RenderingFinisherTests {
    /// The page plays half of the long one, and as much silence behind the short one.
    @Test(arguments: [12_000, 48_000])
    func `Images have the page's axis of time`(length: Int) throws {
        let scratch = try ScratchDirectory()
        let ramp = (0..<length).map { Float($0 % 100) * Float($0) / Float(100 * length) }
        let audio = AudioSamples(PlanarSamples(channels: [ramp]), sampleRate: 24_000, .init(channelCount: 1))
        try AudioFile.write(audio, to: scratch.file("a.wav"), as: .wav)
        let rendering = ComparisonReport.Rendering(
            name: "a",
            audio: "a.wav",
            spectrogram: "a.webp",
            waveform: "a.png",
            samples: length,
            lengthErrorSamples: length - 24_000,
            matchingGainDecibels: 0
        )
        let finisher = RenderingFinisher(folder: scratch.path, matchesLevels: false, cancellation: Cancellation())
        _ = try finisher.finish(rendering)
        let shown = try AudioFile.read(scratch.file("a.wav")).fitted(to: 24_000)
        try SpectrogramImage.writeSpectrogram(of: shown, to: scratch.file("b.webp"))
        try SpectrogramImage.writeWaveform(of: shown, to: scratch.file("b.png"))
        for ending in ["webp", "png"] {
            #expect(
                try ScratchDirectory.bytes(of: scratch.file("a.\(ending)"))
                    == ScratchDirectory.bytes(of: scratch.file("b.\(ending)"))
            )
        }
    }
}
