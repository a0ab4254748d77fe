import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// How long tracks are where the container does not say, or says it wrong.
@Suite struct TrackSurveyTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: ["mkv", "ts", "avi", "flv", "fragments"])
    func `A length that no header states is that of what is in the file`(container: String) throws {
        let path = try clip(container).write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        let range = try #require(media.mainVideo?.range)
        // FLV and Matroska count milliseconds.
        #expect(abs(range.duration.seconds - 1) < 0.002)
        let output = scratch.file("result.mp4")
        let report = try Retime(.rate(1, 2)).run(path, to: output)
        #expect(report.frames.shown == 60)
        let frames = try ClipReader(output).frames()
        #expect(frames.map(\.number) == (0..<60).map { $0 })
    }

    @Test func `A recording that was cut off ends where its last frame does`() throws {
        var clip = clip("avi")
        clip.audioTracks = []
        let whole = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        let path = try scratch.write(whole.prefix(whole.count / 2), to: "cut.avi")
        let packets = try ClipReader(path).packets[0]
        let range = try #require(try MediaDescription(ofFile: path).mainVideo?.range)
        #expect(range.duration == RationalTime(Int64(packets.count), 60))
        #expect(packets.count < 60)
    }

    private func clip(_ container: String) -> Clip {
        var clip = Clip(container == "fragments" ? "mp4" : container, frames: 60, at: .fps(60))
        // AVI states no presentation times.
        clip.frames?.bFrames = container == "avi" ? 0 : 2
        clip.frames?.repeatsHeaders = container == "ts" || container == "avi"
        switch container {
        case "mkv": clip.options = [MetadataEntry(key: "live", value: "1")]
        case "fragments":
            clip.options = [MetadataEntry(key: "movflags", value: "frag_keyframe+empty_moov+skip_trailer")]
        default: break
        }
        return clip
    }
}
