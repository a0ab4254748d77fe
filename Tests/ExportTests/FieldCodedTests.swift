import Composition
import Export
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Two fields are a frame, in reports and in what is exported.
@Suite struct FieldCodedTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func clip(_ container: String, _ change: (inout FieldClip) -> Void = { _ in }) throws -> String {
        var clip = FieldClip()
        clip.keyInterval = 4
        change(&clip)
        let path = scratch.file("clip.\(container)")
        try clip.write(to: path)
        return path
    }

    @Test(arguments: ["ts", "mp4", "mkv"]) func `Frames are counted, not fields`(container: String) throws {
        let path = try clip(container)
        let video = try #require(try MediaDescription(ofFile: path).mainVideo)
        #expect(video.video?.claimedFrameRate == .fps(25))
        let inspection = try MediaInspection(ofFile: path)
        #expect(inspection.timings[0]?.count == 13)
    }

    @Test(arguments: ["ts", "mp4", "mkv", "avi"], ["mp4", "mov", "mkv"])
    func `A copy shows each frame once`(container: String, output: String) throws {
        let changes: [(String, (inout FieldClip) -> Void)] = [
            ("top", { _ in }), ("mixed", { $0.codedWhole = [3, 4, 8] }), ("bottom", { $0.isBottomFirst = true }),
        ]
        for (name, change) in changes {
            let path = try clip(container, change)
            let result = scratch.file("\(name).\(output)")
            let report = try Retime(.rate(1, 2)).run(path, to: result)
            #expect(report.frames.shown == 13)
            #expect(try FieldClip.numbers(in: result) == (0..<13).map { $0 })
            let times = try ClipReader(result).packets[0].compactMap(\.pts?.seconds).sorted()
            #expect(zip(times.dropFirst(), times).allSatisfy { abs($0.0 - $0.1 - 0.08) < 1e-6 })
            // The container's own count, in which fields were counted if they were apart.
            if output != "mkv" { #expect(try MediaDescription(ofFile: result).mainVideo?.frameCount == 13) }
        }
    }

    @Test(arguments: ["ts", "mp4", "mkv"], [9, 10, 12, 13])
    func `Half of a frame is reported, and the other frames keep their times`(container: String, lost: Int) throws {
        let path = try clip(container) { $0.lost = [lost] }
        let result = scratch.file("result.\(container == "ts" ? "mp4" : container)")
        let report = try Retime(.rate(1, 2)).run(path, to: result)
        #expect(report.damageCount == 1)
        let shown = try FieldClip.numbers(in: result)
        #expect(try shown == FieldClip.numbers(in: path))
        #expect(report.frames.shown == Int64(shown.count))
    }

    @Test(arguments: ["ts", "mp4", "mkv"], [0, 1, 3, 4, 7, 10])
    func `A part begins with its own frame`(container: String, first: Int) throws {
        let path = try clip(container)
        let trim = try TimeRange(start: RationalTime(Int64(first), 25), end: RationalTime(12, 25))
        for isEncoded in [false, true] {
            var retime = isEncoded ? Retime(to: .fps(25)) : Retime()
            retime.trim = trim
            let result = scratch.file(isEncoded ? "encoded.mp4" : "copied.mp4")
            let report = try retime.run(path, to: result)
            #expect(report.frames.shown == Int64(12 - first))
            #expect(try FieldClip.numbers(in: result) == (first..<12).map { $0 })
        }
    }

    /// A recording that begins in the middle of a frame.
    @Test(arguments: [1, 2, 3, 5]) func `A copy shows what its source shows`(missing: Int) throws {
        let path = try clip("ts") { $0.missing = missing }
        let shown = try FieldClip.numbers(in: path)
        try #require(shown.count > 5)
        let result = scratch.file("result.mp4")
        try Retime().run(path, to: result)
        #expect(try FieldClip.numbers(in: result) == shown)
    }
}
