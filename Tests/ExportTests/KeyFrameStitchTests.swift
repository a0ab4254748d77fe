import Composition
import Export
import FFmpeg
import MediaFormats
import MediaSyntax
import MediaTime
import TestSupport
import Testing

/// Exact trims and edits of codecs without parameter sets: copied from a key frame on, and encoded up to there.
@Suite struct KeyFrameStitchTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Key frames stand every 12 frames.
    private func clip(_ codec: Clip.FrameCodec, _ container: String, _ format: String = "yuv420p") -> Clip {
        var clip = Clip(container, frames: 60, at: .fps(30), codec: codec)
        clip.frames?.pixelFormat = format
        return clip
    }

    @Test(
        arguments: [Clip.FrameCodec.vp9, .av1],
        [("mp4", "yuv420p"), ("mkv", "yuv420p10le"), ("webm", "yuv444p")]
    )
    func `Frames next to a cut are encoded, and all others are copied`(
        codec: Clip.FrameCodec,
        kind: (container: String, format: String)
    ) throws {
        let path = try clip(codec, kind.container, kind.format).write(to: scratch)
        let payloads = Set(try ClipReader(path).packets[0].map(\.payload))
        for (first, end, encoded) in [(5, 43, 7), (12, 40, 0), (17, 59, 7)] {
            var retime = Retime()
            retime.isExact = true
            retime.trim = try TimeRange(start: RationalTime(Int64(first), 30), end: RationalTime(Int64(end), 30))
            let plan = try retime.plan(path, for: try #require(Container(forPath: path)))
            let output = scratch.file("part.\(kind.container)")
            var exporter = Exporter(plan: plan)
            exporter.verification = .decode
            let report = try exporter.run(to: output, overwriting: true)
            #expect(report.frames.shown == Int64(end - first))
            #expect(report.frames.encoded == Int64(encoded))
            let result = try ClipReader(output)
            #expect(try result.frames().map(\.number) == (Int64(first)..<Int64(end)).map { $0 })
            #expect(result.packets[0].count { payloads.contains($0.payload) } == end - first - encoded)
            #expect(result.streams[0].parameters.pixelFormat?.name == kind.format)
        }
    }

    @Test func `Encoded frames state the colours that the source's packets do`() throws {
        let path = try clip(.vp9, "webm").write(to: scratch)
        let keys = try edited(path, to: "webm").compactMap { VP9KeyFrame($0.payload.bytes.span)?.colours }
        #expect(keys.count > 2 && Set(keys).count == 1)
    }

    @Test func `Each sequence of AV1 has its header in band, with the source's level`() throws {
        let path = try clip(.av1, "mp4").write(to: scratch)
        let keys = try edited(path, to: "mp4").filter(\.isKey)
        let stream = AV1Stream(configuration: [])
        let headers = keys.map { stream.header(of: $0.payload.bytes.span) }
        #expect(headers.count > 2 && headers.allSatisfy { $0?.width == 320 && $0?.profile == 0 })
    }

    /// Takes away all between two frames that are no key frames, and returns the packets of what is left.
    private func edited(_ path: String, to container: String) throws -> [ClipReader.StoredPacket] {
        let media = try MediaDescription(ofFile: path)
        var composition = try Composition([media.asset])
        try composition.remove(TimeRange(start: RationalTime(20, 30), end: RationalTime(33, 30)))
        let plan = try ExportPlan.sparing(
            composition,
            of: [media],
            container: try #require(Container(rawValue: container))
        )
        #expect(try #require(plan.video?.stitching).copiedShare > 0.6)
        let output = scratch.file("edited.\(container)")
        var exporter = Exporter(plan: plan)
        exporter.verification = .decode
        _ = try exporter.run(to: output)
        let result = try ClipReader(output)
        #expect(try result.frames().map(\.number) == (0..<20) + Array(33..<60))
        return result.packets[0]
    }
}
