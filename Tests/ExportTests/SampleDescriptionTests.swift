import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Tracks whose samples are described in several ways: each needs a decoder's setup of its own.
@Suite struct SampleDescriptionTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func clip(second code: String? = nil) throws -> String {
        // Between audio, video lies in several chunks.
        var film = Clip("mp4", frames: 90, at: .fps(30))
        film.audioTracks = [Clip.Audio("aac", samples: 144_000)]
        var bytes = try ScratchDirectory.bytes(
            of: try film.write(to: scratch)
        )
        try MovieFile.describeTwice(&bytes, as: code)
        return try scratch.write(bytes, to: "twice.mp4")
    }

    @Test func `They are encoded, because a copy describes them in one way`() throws {
        let plan = try Retime(.rate(1, 2)).plan(try clip(), for: .mp4)
        let video = try #require(plan.tracks.first { $0.source.kind == .video })
        guard case .encodeVideo = video.treatment else {
            Issue.record("\(video.treatment)")
            return
        }
        #expect(video.reason == "its coding changes on the way")
        let audio = try #require(plan.tracks.first { $0.source.kind == .audio })
        #expect(audio.reason == "stretched (spectral)")
    }

    /// libavformat leaves out what is not coded as the first samples are.
    @Test func `Where they are coded in another way, that is said and nothing is exported`() throws {
        let path = try clip(second: "avc3")
        let error = #expect(throws: ExportError.self) { try Retime().run(path, to: scratch.file("result.mp4")) }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains("a part of it is coded in another way (avc3)") == true)
        #expect(try MediaDescription(ofFile: path).mainVideo?.obstacle == .severalCodecs(lost: "avc3"))
        #expect(try scratch.contents == ["clip.mp4", "twice.mp4"])
    }

    @Test func `All frames are there`() throws {
        let path = try clip()
        let result = scratch.file("result.mp4")
        #expect(try Retime(.rate(1, 2)).run(path, to: result).frames.shown == 90)
        #expect(try ClipReader(result).frames().map(\.number) == (0..<90).map { $0 })
    }
}
