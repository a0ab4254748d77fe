import Composition
import Export
import FFmpeg
import MediaFormats
import MediaSyntax
import MediaTime
import TestSupport
import Testing

/// How long MP4 lasts where a clip becomes slower, and frames are decoded in another order than they are presented.
@Suite struct LastSampleTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// 60 frames of a second, with a key frame at every tenth, of which those from `range` on are played slower.
    private func export(slow range: Range<Int64>, by factor: Int64, encoded: Bool = false) throws -> String {
        var clip = Clip("mp4", frames: 60, at: .fps(60))
        clip.frames?.bFrames = 3
        clip.frames?.keyInterval = 10
        let media = try MediaDescription(ofFile: clip.write(to: scratch, as: "source"))
        var composition = Composition()
        try composition.insert(TimeRange(start: .zero, end: media.asset.duration), of: media.asset, at: .zero)
        let slow = try TimeRange(start: RationalTime(range.lowerBound, 60), end: RationalTime(range.upperBound, 60))
        try composition.scale(slow, to: RationalTime(Int64(range.count) * factor, 60))
        var settings = ExportSettings()
        if encoded { settings.video = VideoEncoding(codec: .hevc, quality: 30, preset: "ultrafast") }
        let plan = try ExportPlan(composition, of: [media], settings: settings, container: .mp4)
        let result = scratch.file("slow.mp4")
        var exporter = Exporter(plan: plan)
        exporter.verification = .decode
        _ = try exporter.run(to: result)
        return result
    }

    /// Players end where the track's table of samples ends.
    @Test(arguments: [(16, 40..<60), (4, 7..<52), (3, 55..<60)] as [(Int64, Range<Int64>)], [false, true])
    func `The table of samples lasts as long as the track`(part: (Int64, Range<Int64>), encoded: Bool) throws {
        let path = try export(slow: part.1, by: part.0, encoded: encoded)
        #expect(try ClipReader(path).streams.map(\.parameters.codecName) == [encoded ? "hevc" : "h264"])
        let bytes = try ScratchDirectory.bytes(of: path)
        let scanner = BoxScanner(ByteSource(bytes))
        let table = try #require(scanner.first("moov", "trak", "mdia", "minf", "stbl", "stts"))
        let steps: TimeToSampleBox = try #require(scanner.content(of: table))
        let header = try #require(scanner.first("moov", "trak", "mdia", "mdhd"))
        let media: TimescaleBox = try #require(scanner.content(of: header))
        let sum = steps.runs.reduce(Int64(0)) { $0 + Int64($1.count) * Int64($1.value) }
        #expect(UInt64(sum) == media.duration)
        // Copied frames are decoded as before: what guesses a rate by that, such as ffmpeg, drops none.
        let times = try ClipReader(path).packets[0].compactMap { $0.dts?.seconds }
        let places = times.map { 60 * ($0 - times[0]) }
        #expect(encoded || places.allSatisfy { abs($0 - $0.rounded()) < 0.001 })
    }
}
