import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// MPEG-PS, in which a time belongs to the first frame that begins in a pack, and a pack may begin within a frame.
@Suite struct ProgramStreamTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private static let count = 190

    private static let clips: [(container: String, encoder: String, bFrames: Int)] = [
        ("mpg", "mpeg1video", 2), ("vob", "mpeg2video", 2), ("vob", "mpeg2video", 0), ("vob", "mpeg4", 2),
    ]

    /// Frames so small that many lie in one pack, of which only the first has a time.
    private func clip(_ kind: (container: String, encoder: String, bFrames: Int)) throws -> String {
        var clip = PlainClip(frameCount: Self.count, encoder: kind.encoder)
        clip.options = [
            MetadataEntry(key: "bf", value: "\(kind.bFrames)"), MetadataEntry(key: "b_strategy", value: "0"),
            MetadataEntry(key: "g", value: "12"), MetadataEntry(key: "flags", value: "+qscale"),
            MetadataEntry(key: "global_quality", value: "354"),
        ]
        let path = scratch.file("clip.\(kind.container)")
        try clip.write(to: path)
        return path
    }

    /// Exports an edit of the whole, and expects the result's frames to be those of the source with these numbers, 40 ms apart.
    private func expect(
        _ numbers: [Int],
        of path: String,
        editing edit: (inout Composition, MediaDescription) throws -> Void
    ) throws {
        let media = try MediaDescription(ofFile: path)
        var composition = try Composition([media.asset])
        try edit(&composition, media)
        var settings = ExportSettings()
        settings.video = VideoEncoding(codec: .ffv1)
        let plan = try ExportPlan(composition, of: [media], settings: settings, container: .mkv)
        let result = scratch.file("result.mkv")
        _ = try Exporter(plan: plan).run(to: result)
        let source = try ClipReader(path).brightness().map(\.mean)
        try #require(source.count == Self.count)
        let shown = try ClipReader(result).brightness()
        #expect(shown.map(\.mean) == numbers.map { source[$0] })
        let times = shown.map(\.time.seconds)
        #expect(zip(times.dropFirst(), times).allSatisfy { abs($0 - $1 - 0.04) < 2e-3 })
    }

    /// When a frame begins (asset time).
    private func instant(ofFrame number: Int, in media: MediaDescription) throws -> RationalTime {
        let lookup = FrameLookup(media: media, track: try #require(media.mainVideo))
        return try #require(try lookup.instant(ofFrame: Int64(number)))
    }

    @Test(arguments: clips, [18, 40, 75, 121])
    func `A part holds its own frames at their instants`(
        kind: (container: String, encoder: String, bFrames: Int),
        first: Int
    ) throws {
        try expect(Array(first..<first + 40), of: clip(kind)) { composition, media in
            let range = try TimeRange(
                start: instant(ofFrame: first, in: media),
                end: instant(ofFrame: first + 40, in: media)
            )
            composition = Composition()
            try composition.insert(range, of: media.asset, at: .zero)
        }
    }

    @Test(arguments: clips) func `A part that is played backwards has every frame once`(
        kind: (container: String, encoder: String, bFrames: Int)
    ) throws {
        let numbers = Array(0..<50) + (50..<120).reversed() + Array(120..<Self.count)
        try expect(numbers, of: clip(kind)) { composition, media in
            let range = try TimeRange(start: instant(ofFrame: 50, in: media), end: instant(ofFrame: 120, in: media))
            try composition.apply([.reverse(range, .normal)])
        }
    }
}
