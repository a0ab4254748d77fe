import Composition
import Export
import MediaFormats
import MediaTime
import TestSupport
import Testing

@Suite struct TrackChoiceTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `Numbers and kinds are read, and exceptions`() throws {
        #expect(try TrackChoice(parsing: "0,2") == TrackChoice([.number(0), .number(2)]))
        #expect(try TrackChoice(parsing: "video, audio") == TrackChoice([.kind(.video), .kind(.audio)]))
        #expect(
            try TrackChoice(parsing: " all  but 3,coverArt")
                == TrackChoice([.number(3), .kind(.coverArt)], leavesOut: true)
        )
    }

    @Test(arguments: ["", "0,", "-1", "sound", "all but", "all but ", "0 but 1", "timecode", "1.5"])
    func `What names no track is refused`(text: String) {
        #expect(throws: ParseError.self) { try TrackChoice(parsing: text) }
    }

    /// Video of a second, audio of two seconds, and subtitles.
    private func clip() throws -> MediaDescription {
        var clip = Clip("mkv", frames: 60, at: .fps(60))
        clip.audioTracks = [Clip.Audio("flac", samples: 96_000)]
        clip.subtitles = "1\n00:00:00,100 --> 00:00:00,600\nHello\n"
        return try MediaDescription(ofFile: clip.write(to: scratch))
    }

    @Test(arguments: [
        ("0", [MediaTrack.Kind.video], 1), ("audio", [.audio], 2), ("all but audio", [.video, .subtitle], 1),
        ("all but 0,2", [.audio], 2), ("subtitle,1", [.audio, .subtitle], 2),
        ("all but data", [.video, .audio, .subtitle], 2),
    ])
    func `What is not chosen is as if it were not there`(text: String, kinds: [MediaTrack.Kind], seconds: Int64) throws
    {
        let kept = try clip().keeping(TrackChoice(parsing: text))
        #expect(kept.tracks.map(\.kind) == kinds)
        let plan = try ExportPlan(
            Composition([kept.asset]),
            of: [kept],
            settings: ExportSettings(),
            container: kinds.contains(.video) ? .mkv : .mka
        )
        let output = scratch.file("chosen.\(plan.container.rawValue)")
        #expect(try Exporter(plan: plan).run(to: output).duration == RationalTime(seconds, 1))
        #expect(try MediaDescription(ofFile: output).tracks.map(\.kind) == kinds)
    }

    @Test func `A number that no track has, and a choice without video and audio, are refused`() throws {
        let media = try clip()
        #expect(throws: ExportError.self) { try media.keeping(TrackChoice([.number(3)])) }
        #expect(throws: ExportError.self) { try media.keeping(TrackChoice([.kind(.subtitle)])) }
        #expect(throws: ExportError.self) {
            try media.keeping(TrackChoice([.kind(.video), .kind(.audio)], leavesOut: true))
        }
    }

    @Test func `The first video track that is chosen is the one that is retimed`() throws {
        var clip = Clip("mov", frames: 60, at: .fps(60))
        clip.otherFrames = Clip.Frames(count: 30, frameRate: .fps(30))
        let media = try MediaDescription(ofFile: clip.write(to: scratch))
        let second = try #require(media.tracks.last { $0.kind == .video })
        let kept = try media.keeping(TrackChoice([.number(second.index)]))
        #expect(kept.mainVideo?.index == second.index)
        #expect(kept.mainVideo?.frameCount == 30)
    }
}
