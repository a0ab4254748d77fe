import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// Fragments of one frame each, of which ffmpeg states of some that they are decoded when the one before is. libavformat leaves those out, which
/// nothing hides.
@Suite struct FragmentMarksTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func ffmpeg(_ arguments: [String]) throws {
        let outcome = try RunningCommand(["ffmpeg", "-v", "error", "-nostdin", "-y"] + arguments).wait()
        try #require(outcome.status == 0, "\(outcome.errors)")
    }

    @Test(arguments: ["frag_every_frame+empty_moov", "frag_every_frame"]) func `No frame is left out`(flags: String)
        throws
    {
        var clip = Clip("mp4", frames: 120, at: .fps(120))
        clip.frames?.bFrames = 2
        clip.audioTracks = [Clip.Audio("aac", samples: 48_000)]
        let whole = try clip.write(to: scratch, as: "whole")
        let path = scratch.file("fragments.mp4")
        try ffmpeg(["-i", whole, "-c", "copy", "-movflags", flags, path])
        let times = try StoredTimes.ofVideo(in: path)
        try #require(times.count == 120)
        let inspection = try MediaInspection(ofFile: path)
        let timing = try #require(inspection.timings[0])
        #expect(timing.count == 120 && timing.hidden == 0)
        #expect(
            inspection.media.mainVideo?.hidden.areBefore == false
                && inspection.media.mainVideo?.hidden.areAfter == false
        )
        for container in ["mp4", "mkv"] {
            let result = scratch.file("copy.\(container)")
            #expect(try Retime(.rate(1, 2)).run(path, to: result).frames.shown == 120)
            #expect(try ClipReader(result).frames().count == 120)
        }
    }
}
