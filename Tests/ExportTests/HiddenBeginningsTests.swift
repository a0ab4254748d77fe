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

    private func fragmented(_ whole: String, from instant: String? = nil, _ flags: String = "") throws -> String {
        let path = scratch.file("fragments.mp4")
        let outcome = try RunningCommand(
            ["ffmpeg", "-v", "error", "-nostdin", "-y"] + (instant.map { ["-ss", $0] } ?? []) + [
                "-i", whole, "-c", "copy", "-movflags", "frag_keyframe+empty_moov+delay_moov" + flags, path,
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

    /// The edit list hides frames from the key frame on to the in point, and begins in the midst of a frame.
    @Test(arguments: ["", "+negative_cts_offsets", "+dash"])
    func `Frames before the in point are not shown`(flags: String) throws {
        let path = try fragmented(clip().write(to: scratch, as: "whole"), from: "0.41", flags)
        let media = try MediaDescription(ofFile: path)
        #expect(media.tracks.map { $0.range?.start } == [.zero, .zero])
        let result = scratch.file("part.mp4")
        var exporter = Exporter(plan: try Retime(.rate(1, 2)).plan(path, for: .mp4))
        exporter.verification = .decode
        let report = try exporter.run(to: result)
        #expect(report.frames.shown == 71)
        let frames = try ClipReader(result).frames()
        #expect(frames.map(\.number) == (49..<120).map { $0 })
        #expect(frames.first?.time == .zero)
        // 50/120 s - 0.41 s, at half speed.
        let second = try #require(frames.dropFirst().first).time.seconds
        #expect(abs(second - 0.0133) < 0.0003)
    }

    /// Fragments state times that count from the key frame before the in point.
    @Test func `A part is read from the key frame before it on`() throws {
        let path = try fragmented(clip().write(to: scratch, as: "whole"), from: "0.41")
        let result = scratch.file("part.mkv")
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(2, 5), end: RationalTime(1, 2))
        _ = try retime.run(path, to: result)
        // The in point is 0.81 s of the whole: frame 97, behind the key frame 90.
        #expect(try ClipReader(result).frames().first?.number == 90)
    }
}
