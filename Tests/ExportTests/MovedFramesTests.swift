import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Frames that share an instant with a neighbour: where a container has one instant for each, some are moved.
@Suite struct MovedFramesTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Milliseconds, of which two pairs and three in a row are the same.
    private static let ticks: [Int64] = [0, 40, 80, 80, 120, 160, 160, 200, 240, 240, 240, 280]

    private func clip(_ ticks: [Int64]) throws -> String {
        var clip = Clip("mkv", frames: ticks.count, at: .fps(25))
        clip.frames?.bFrames = 0
        clip.frames?.timing = .ticks(ticks, of: TimeBase(1, 1000), lastDuration: 40)
        return try clip.write(to: scratch)
    }

    @Test(arguments: ["mp4", "mov", "mkv"]) func `They are counted, and said`(container: String) throws {
        let path = try clip(Self.ticks)
        let output = scratch.file("out.\(container)")
        let report = try Retime().run(path, to: output)
        let shown = try ClipReader(output).packets[0].compactMap(\.pts)
        #expect(shown.count == Self.ticks.count)
        let delays = try zip(shown, Self.ticks).map { try $0 - RationalTime($1, 1000) }
        #expect(report.moved.count == Int64(delays.count { $0 > .zero }))
        #expect(report.moved.count == (container == "mkv" ? 0 : 4))
        #expect(report.moved.greatest == delays.max())
        #expect((report.moved.warning == nil) == (container == "mkv"))
    }

    @Test func `Where each has its own instant, nothing is said`() throws {
        let path = try clip((0..<12).map { $0 * 40 + $0 % 3 })
        #expect(try Retime(.rate(1, 3)).run(path, to: scratch.file("out.mp4")).moved == MovedFrames())
    }
}
