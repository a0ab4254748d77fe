import Export
import TestSupport
import Testing

@testable import Studio

/// What is drawn of the sound is what is heard.
@Suite struct WaveformTests {
    @Test func `Peaks of a range are those of its samples, at every scale`() {
        // Of a saw whose teeth are no part of a piece.
        let samples = (0..<100_000).map { Float($0 * 7919 % 10_007) / 5003.5 - 1 }
        var pyramid = PeakPyramid()
        for start in stride(from: 0, to: samples.count, by: 777) {
            pyramid.add([Array(samples[start..<min(samples.count, start + 777)])])
        }
        #expect(pyramid.count == 100_000)
        for (start, length) in [(0, 256), (512, 1024), (0, 16_384), (4096, 65_536)] {
            let peak = pyramid.peak(from: Int64(start), to: Int64(start + length))
            let part = samples[start..<start + length].map(PeakPyramid.level)
            // Rounded to whole pieces, which are never finer than a quarter of the range.
            #expect(peak.low <= part.min() ?? 0 && peak.high >= part.max() ?? 0)
        }
        #expect(pyramid.peak(from: 200_000, to: 300_000) == .silence)
    }

    @Test func `A click is drawn where it is, as soon as it is looked at`() throws {
        let scratch = try ScratchDirectory()
        var clip = Clip("mkv", frames: 60, at: .fps(30))
        clip.audioTracks = [Clip.Audio("flac", samples: 96_000)]
        let (session, opened) = try StudioSession.opened(clip.write(to: scratch), in: scratch)
        defer { session.close() }
        let waveform = try #require(opened.waveform)
        let prompt = try waveform.peaks(from: 0, to: 2, count: 2000)
        try Patience.wait { waveform.isComplete }
        let audio = try ClipReader(opened.media.path).audio(ofStream: 1)
        for (place, samples) in zip(0..., stride(from: 0, to: 96_000, by: 48)) where place < 2000 {
            let part = audio.channels[0][samples..<samples + 48]
            #expect(abs(prompt[2 * place] - (part.min() ?? 0)) < 0.001)
            #expect(abs(prompt[2 * place + 1] - (part.max() ?? 0)) < 0.001)
        }
        // Parts that are finer than a sample are all of the one that they lie in.
        let sample = audio.channels[0][4800]
        #expect(try waveform.peaks(from: 0.100_005, to: 0.100_010, count: 16) == Array(repeating: sample, count: 32))
        let next = 0.100_005.nextUp
        #expect(try waveform.peaks(from: 0.100_005, to: next, count: 16_384) == Array(repeating: sample, count: 32_768))
        #expect(throws: StudioError.self) { try waveform.peaks(from: 1, to: 0, count: 10) }
    }
}
