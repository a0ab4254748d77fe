import Export
import FFmpeg
import MediaTime
import TestSupport
import Testing

/// Rules 2, 3 and 6: which pictures a constant frame rate shows, and when.
@Suite struct ConstantFrameRateTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: ["mp4", "mov", "mkv"])
    func `120 fps to 30 shows frames 0, 4, 8`(container: String) throws {
        let result = try Retime(to: .fps(30)).result(
            of: Clip(container, frames: 60, at: .fps(120)),
            as: container,
            in: scratch
        )
        let pictures = try result.pictures()
        #expect(pictures.map(\.number) == (0..<15).map { $0 * 4 })
    }

    @Test func `At a quarter every captured frame is shown once, in order, at k over 30`() throws {
        let result = try Retime(.rate(1, 4), to: .fps(30)).result(
            of: Clip("mp4", frames: 60, at: .fps(120)),
            as: "mp4",
            in: scratch
        )
        let pictures = try result.pictures()
        #expect(pictures.map(\.number) == (0..<60).map { $0 })
        #expect(pictures.map(\.time) == (0..<60).map { RationalTime($0, 30) })
    }
}
