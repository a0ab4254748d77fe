import FFmpeg
import MediaTime
import TestSupport
import Testing

@testable import Export

@Suite struct TrackRoleTests {
    /// libavformat writes it into Matroska and MP4, and not into MOV.
    @Test(arguments: ["mov", "mp4", "mkv"])
    func `What subtitles are for stays said of them`(container: String) throws {
        let scratch = try ScratchDirectory()
        var clip = Clip("mkv", frames: 30, at: .fps(30))
        clip.subtitles = "1\n00:00:00,100 --> 00:00:00,600\nHello\n"
        clip.subtitleDisposition = [.forced, .hearingImpaired, .commentary]
        let path = try clip.write(to: scratch)
        for (place, retime) in [Retime(), Retime(.rate(1, 2)), Retime(to: .fps(15))].enumerated() {
            let result = scratch.file("result\(place).\(container)")
            try retime.run(path, to: result)
            let streams = try ClipReader(result).streams
            let said = streams.map { $0.disposition.intersection([.forced, .hearingImpaired, .commentary, .dub]) }
            #expect(said == [[], clip.subtitleDisposition])
            // Once more, out of what says it this time.
            let again = scratch.file("again\(place).mov")
            try Retime().run(result, to: again)
            #expect(try ClipReader(again).streams.map { $0.disposition.contains(.forced) } == [false, true])
        }
    }
}
