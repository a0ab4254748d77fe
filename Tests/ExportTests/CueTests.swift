import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// How long cues of Matroska last at another speed, and where they are cut.
@Suite struct CueTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func clip(_ subtitles: String) throws -> String {
        var clip = Clip("mkv", frames: 48, at: .fps(24))
        clip.subtitles = subtitles
        return try clip.write(to: scratch)
    }

    /// Without a duration it would be seen until the next cue.
    @Test func `A cue that is played within half a millisecond lasts one`() throws {
        let path = try clip(
            "1\n00:00:00,100 --> 00:00:00,101\none\n\n2\n00:00:00,500 --> 00:00:01,500\ntwo\n\n3\n00:00:01,600 --> 00:00:01,601\nthree\n"
        )
        let output = scratch.file("fast.mkv")
        try Retime(.rate(4, 1)).run(path, to: output)
        let cues = try ClipReader(output).packets[1]
        #expect(cues.map(\.pts) == [25, 125, 400].map { RationalTime($0, 1000) })
        #expect(cues.map(\.duration) == [1, 250, 1].map { RationalTime($0, 1000) })
        // Where the clip has two rates, too.
        let media = try MediaDescription(ofFile: path)
        var composition = try Composition([media.asset])
        try composition.scale(TimeRange(start: .zero, end: RationalTime(1, 1)), to: RationalTime(1, 5))
        let edited = scratch.file("edited.mkv")
        let plan = try ExportPlan(composition, of: [media], settings: ExportSettings(), container: .mkv)
        _ = try Exporter(plan: plan).run(to: edited)
        #expect(try ClipReader(edited).packets[1].map(\.duration) == [1, 600, 1].map { RationalTime($0, 1000) })
    }

    @Test func `Of a cue that is cut to less than half a millisecond nothing is left`() throws {
        let path = try clip("1\n00:00:00,500 --> 00:00:01,000\none\n\n2\n00:00:01,200 --> 00:00:01,300\ntwo\n")
        var retime = Retime()
        retime.settings.video = VideoEncoding(codec: .h264, preset: "ultrafast")
        for (start, end, count) in [(0.9998, 2.0, 1), (0.9, 2.0, 2), (0.0, 1.2003, 1), (0.0, 1.21, 2)] {
            retime.trim = try TimeRange(
                start: RationalTime(Int64((start * 10_000).rounded()), 10_000),
                end: RationalTime(Int64((end * 10_000).rounded()), 10_000)
            )
            let output = scratch.file("cut\(start)-\(end).mkv")
            try retime.run(path, to: output)
            let cues = try ClipReader(output).packets[1]
            #expect(cues.count == count && cues.allSatisfy { $0.duration > .zero }, "\(start) to \(end)")
        }
    }
}
