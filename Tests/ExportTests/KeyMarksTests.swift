import TestSupport
import Testing

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
}
