import Composition
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

    /// Recorders that begin a new file keep their clock, and libavformat states when such a file ends.
    @Test(arguments: ["mkv", "webm", "asf", "ogg"]) func `A part that begins later is as long as what it holds`(
        container: String
    ) throws {
        var clip = Clip(container, audio: Clip.Audio(Self.audioEncoders[container] ?? "aac", samples: 96_000))
        if container == "mkv" { clip.frames = Clip.Frames(count: 120, frameRate: .fps(60), codec: .h264) }
        clip.options = [MetadataEntry(key: "output_ts_offset", value: "3600")]
        let path = try clip.write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        for track in media.tracks {
            let range = try #require(track.range)
            #expect(abs(range.duration.seconds - 2) < 0.1, "\(track.codec)")
        }
        var composition = Composition()
        for start in [RationalTime.zero, media.asset.duration] {
            let range = try TimeRange(start: .zero, end: media.asset.duration)
            try composition.insert(range, of: media.asset, at: start)
        }
        let plan = try ExportPlan(composition, of: [media], container: .mka)
        let report = try Exporter(plan: plan).run(to: scratch.file("twice.mka"))
        #expect(abs(report.duration.seconds - 4) < 0.2)
        // Both parts are heard: there is no silence between them.
        let audio = try ClipReader(report.output).audio(ofStream: 0)
        #expect(abs(Double(audio.channels[0].count) / 48_000 - 4) < 0.2)
    }

    private static let audioEncoders = ["webm": "libopus", "asf": "wmav2", "ogg": "libopus"]

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
