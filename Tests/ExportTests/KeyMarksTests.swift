import Composition
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// H.263 and H.261, of which libavformat marks every packet as a key frame outside of MP4 and MOV.
@Suite struct KeyMarksTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private static func clip(_ codec: Clip.FrameCodec, in container: String) -> Clip {
        var clip = Clip(container, frames: 60, at: .fps(30), codec: codec)
        clip.frames?.width = 352
        clip.frames?.height = 288
        clip.frames?.bFrames = 0
        return clip
    }

    @Test(arguments: [Clip.FrameCodec.h263, .h261], ["avi", "mkv"])
    func `Key frames are those that refer to no other`(codec: Clip.FrameCodec, container: String) throws {
        let reader = try ClipReader(Self.clip(codec, in: container).write(to: scratch))
        let keys = reader.packets[0].indices.filter { reader.packets[0][$0].isKey }
        #expect(keys == [0, 12, 24, 36, 48])
    }

    @Test(arguments: [Clip.FrameCodec.h263, .h261], ["avi", "mkv"])
    func `A part begins with a whole frame`(codec: Clip.FrameCodec, container: String) throws {
        let path = try Self.clip(codec, in: container).write(to: scratch)
        var retime = Retime(.normal, to: .fps(30))
        retime.trim = try TimeRange(start: RationalTime(31, 30), end: RationalTime(50, 30))
        let report = try retime.run(path, to: scratch.file("part.mp4"))
        #expect(report.damage.isEmpty)
        #expect(try ClipReader(scratch.file("part.mp4")).frames().map(\.number) == Array(31..<50))
        // Copied, it begins with the key frame before it.
        retime.settings = ExportSettings()
        try retime.run(path, to: scratch.file("part.mkv"))
        let copy = try ClipReader(scratch.file("part.mkv"))
        #expect(try copy.frames().map(\.number) == Array(24..<50))
        #expect(copy.packets[0].indices.filter { copy.packets[0][$0].isKey } == [0, 12, 24])
    }
}
