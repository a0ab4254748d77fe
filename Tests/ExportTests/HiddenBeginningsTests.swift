import Composition
import Export
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Movies in fragments whose edit lists begin behind what comes first in their tracks.
@Suite struct HiddenBeginningsTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func fragmented(_ whole: String, from instant: String? = nil) throws -> String {
        let path = scratch.file("fragments.mp4")
        let outcome = try RunningCommand(
            ["ffmpeg", "-v", "error", "-nostdin", "-y"] + (instant.map { ["-ss", $0] } ?? []) + [
                "-i", whole, "-c", "copy", "-movflags", "frag_keyframe+empty_moov+delay_moov", path,
            ]
        ).wait()
        try #require(outcome.status == 0, "\(outcome.errors)")
        return path
    }

    private func clip() -> Clip {
        var clip = Clip("mp4", frames: 120, at: .fps(120))
        clip.frames?.bFrames = 2
        clip.frames?.keyInterval = 30
        clip.audioTracks = [Clip.Audio("aac", samples: 48_000)]
        return clip
    }

    /// AAC begins with a packet of its encoder's.
    @Test func `What comes before the sound is not heard, and video begins at zero`() throws {
        let whole = try clip().write(to: scratch, as: "whole")
        let path = try fragmented(whole)
        let media = try MediaDescription(ofFile: path)
        #expect(media.tracks.map { $0.range?.start } == [.zero, .zero])
        var clicks: [[Double]] = []
        for (index, source) in [whole, path].enumerated() {
            let result = scratch.file("half\(index).wav")
            _ = try Retime(.rate(1, 2)).run(source, to: result)
            let audio = try ClipReader(result).audio(ofStream: 0)
            clicks.append(ClickFinder.clicks(in: audio.channels[0], sampleRate: 48_000))
        }
        #expect(!clicks[0].isEmpty && clicks[0] == clicks[1])
        let result = scratch.file("half.mp4")
        var exporter = Exporter(plan: try Retime(.rate(1, 2)).plan(path, for: .mp4))
        exporter.verification = .decode
        _ = try exporter.run(to: result)
        #expect(try ClipReader(result).frames().first?.time == .zero)
    }

    /// What leads to an in point is shown with its sound.
    @Test func `Where video begins before zero, nothing is hidden`() throws {
        let path = try fragmented(clip().write(to: scratch, as: "whole"), from: "0.41")
        let result = scratch.file("part.mp4")
        var exporter = Exporter(plan: try Retime(.rate(1, 2)).plan(path, for: .mp4))
        exporter.verification = .decode
        let report = try exporter.run(to: result)
        #expect(report.frames.shown == 90)
        #expect(try ClipReader(result).frames().map(\.number) == (30..<120).map { $0 })
    }
}
