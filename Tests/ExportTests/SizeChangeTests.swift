import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Streams whose frames change their size on the way.
@Suite struct SizeChangeTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Twelve frames of each size.
    private func clip(_ sizes: [(width: Int, height: Int)], at unit: TimeBase = TimeBase(1, 25)) throws -> String {
        let readers = try sizes.enumerated().map { index, size in
            var clip = Clip("mkv", frames: 12, at: .fps(25), codec: .mjpeg)
            clip.frames?.width = size.width
            clip.frames?.height = size.height
            return try ClipReader(clip.write(to: scratch, as: "size\(index)"))
        }
        let path = scratch.file("sizes.mkv")
        try readers[0].write(to: path, presentedEvery: unit, followedBy: readers.dropFirst())
        return path
    }

    /// In Matroska frames at 30 a second do not lie at even distances, so the filter cannot know when the next size begins.
    @Test func `Frames of another size are deinterlaced, too`() throws {
        let path = try clip([(320, 180), (480, 270), (320, 180)], at: TimeBase(1, 30))
        var retime = Retime()
        retime.settings.video = VideoEncoding(codec: .ffv1)
        retime.settings.deinterlacing = .always
        let output = scratch.file("result.mkv")
        #expect(try retime.run(path, to: output).frames.shown == 72)
        #expect(try ClipReader(output).frames().count == 72)
    }

    private static let numbers = (0..<12).map { Int64?($0) }

    private func export(_ path: String, _ name: String, _ change: (inout FrameShape) -> Void) throws -> [Int64?] {
        var retime = Retime()
        retime.settings.video = VideoEncoding(codec: .ffv1)
        change(&retime.settings.shape)
        let output = scratch.file(name)
        #expect(try retime.run(path, to: output).frames.shown == 24)
        return try ClipReader(output).frames().map(\.number)
    }

    /// Another resolution of the same.
    @Test(arguments: [(640, 360), (480, 270)], ["as it is", "scaled", "cropped", "turned"])
    func `Frames of the same shape show the same`(other: (Int, Int), shape: String) throws {
        let path = try clip([(320, 180), other])
        let shown = try export(path, "result.mkv") { wanted in
            switch shape {
            case "scaled": wanted.size = .percent(200)
            case "cropped": wanted.crop = .area(width: 316, height: 178, left: 2, top: 0)
            case "turned": wanted.orientation = FrameOrientation(quarterTurns: 2)
            default: break
            }
        }
        guard shape == "turned" else { return #expect(shown == Self.numbers + Self.numbers) }
        let back = try export(scratch.file("result.mkv"), "back.mkv") {
            $0.orientation = FrameOrientation(quarterTurns: 2)
        }
        #expect(back == Self.numbers + Self.numbers)
    }

    /// In the middle, with bars beside it.
    @Test(arguments: [(360, 360, 180), (480, 400, 216)], [false, true])
    func `Frames of another shape are shown as a whole`(other: (Int, Int, width: Int), isScaled: Bool) throws {
        let path = try clip([(320, 180), (other.0, other.1)])
        let shown = try export(path, "result.mkv") { if isScaled { $0.size = .percent(200) } }
        #expect(shown.prefix(12) == Self.numbers[...])
        let scale = isScaled ? 2 : 1
        let part = try export(scratch.file("result.mkv"), "part.mkv") { wanted in
            wanted.crop = .area(
                width: other.width * scale,
                height: 180 * scale,
                left: (320 - other.width) / 2 * scale,
                top: 0
            )
        }
        #expect(part.suffix(12) == Self.numbers[...])
    }
}
