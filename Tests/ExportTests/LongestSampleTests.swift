import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Frames and holes that last longer than MP4 and MOV can say.
@Suite struct LongestSampleTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// A clip in which so many hours are missing in the midst of a kind of track.
    private func clip(_ kind: String, hours: Int) throws -> String {
        var clip = Clip("mkv", frames: 50, at: .fps(25))
        clip.frames?.bFrames = 0
        if kind == "a" { clip.audioTracks = [Clip.Audio("flac", samples: 96_000)] }
        let (whole, path) = (try clip.write(to: scratch, as: "whole"), scratch.file("hole.mkv"))
        let command = [
            "ffmpeg", "-v", "error", "-nostdin", "-y", "-i", whole, "-map", "0:\(kind)", "-c", "copy", "-bsf:\(kind)",
            "setts=ts='if(gte(N,10),TS+\(hours * 3_600_000),TS)'", path,
        ]
        let outcome = try RunningCommand(command).wait()
        try #require(outcome.status == 0, "\(outcome.errors)")
        return path
    }

    private func refusal(of path: String, for container: Container) throws -> ExportError? {
        do {
            let plan = try Retime().plan(path, for: container)
            _ = try Exporter(plan: plan).run(to: scratch.file("result.\(container.rawValue)"), overwriting: true)
            return nil
        } catch let error as ExportError {
            return error
        }
    }

    @Test(arguments: [Container.mp4, .mov]) func `A frame that lasts too long is refused`(container: Container) throws {
        let path = try clip("v", hours: 100)
        let error = try #require(try refusal(of: path, for: container))
        #expect(error.code == .sampleTooLong)
        // The muxer counts 16,000 ticks a second.
        let words =
            "nothing follows 00:00:00.360 for 100:00:00.040, and \(container.rawValue) can say no more than 37:16:57.728"
        #expect(error.message == "in track 0 (video, h264) \(words)")
        #expect(throws: (any Error).self) {
            try ScratchDirectory.bytes(of: scratch.file("result.\(container.rawValue)"))
        }
        #expect(try refusal(of: path, for: .mkv) == nil)
        var retime = Retime(.rate(10, 1))
        #expect(try retime.run(path, to: scratch.file("fast.mp4")).frames.shown == 50)
        retime = Retime()
        retime.trim = try TimeRange(start: .zero, end: RationalTime(9, 25))
        #expect(try retime.run(path, to: scratch.file("part.mp4")).frames.shown == 9)
    }

    @Test func `So is a hole in audio`() throws {
        let path = try clip("a", hours: 13)
        let error = try #require(try refusal(of: path, for: .mp4))
        #expect(error.code == .sampleTooLong)
        #expect(error.message.contains("in track 0 (audio, flac) nothing follows 00:00:00"))
        #expect(error.message.hasSuffix("mp4 can say no more than 12:25:39.243"))
        #expect(try refusal(of: path, for: .mka) == nil)
        #expect(try refusal(of: clip("a", hours: 12), for: .mp4) == nil)
    }

    /// Where the plan has read when frames are presented.
    @Test func `The plan says it before anything is written`() throws {
        var clip = Clip("mkv", frames: 3, at: .fps(25))
        clip.frames?.bFrames = 0
        clip.frames?.timing = .ticks([0, 33, 360_000_000], of: TimeBase(1, 1000), lastDuration: 40)
        let path = try clip.write(to: scratch)
        #expect {
            try Retime().plan(path, for: .mp4)
        } throws: {
            ($0 as? ExportError)?.code == .sampleTooLong
        }
        #expect(try Retime().plan(path, for: .mkv).video != nil)
        var retime = Retime()
        retime.trim = try TimeRange(start: .zero, end: RationalTime(100, 1))
        #expect(try retime.plan(path, for: .mp4).video != nil)
    }
}
