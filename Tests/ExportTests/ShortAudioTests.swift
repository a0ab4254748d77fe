import Export
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Audio that ends before the video does.
@Suite struct ShortAudioTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Matroska says it in a tag.
    @Test(arguments: [("mov", "pcm_s16le"), ("mkv", "flac")])
    func `What is said of it ends with it`(container: String, encoder: String) throws {
        var clip = Clip(container, frames: 90, at: .fps(30))
        clip.audioTracks = [Clip.Audio(encoder, samples: 48_000)]
        let path = try clip.write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        #expect(media.tracks.map { $0.range?.end.seconds.rounded() } == [3, 1])
        let end = try #require(media.tracks[1].range?.end)
        #expect(abs(end.seconds - 1) <= 0.001)
        // What is copied or rendered is all there is, as before.
        for rate in [PlaybackRate.normal, .rate(1, 2)] {
            let result = scratch.file("\(rate == .normal ? "whole" : "slow").mov")
            var retime = Retime(rate)
            retime.settings.audio = AudioEncoding(codec: .pcm)
            try retime.run(path, to: result)
            let samples = try ClipReader(result).audio(ofStream: 1).channels[0]
            #expect(samples.count == (rate == .normal ? 48_000 : 96_000))
        }
    }
}
