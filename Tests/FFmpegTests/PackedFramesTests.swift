import FFmpeg
import MediaTime
import TestSupport
import Testing

/// MPEG-4 whose B-frames were packed into the packet of the frame before them.
@Suite struct PackedFramesTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: ["avi", "mp4", "mov", "mkv", "manner of avi"], [1, 2])
    func `A packet of two frames and an empty one become two packets, at the instants of the frames`(
        container: String,
        bFrames: Int
    ) throws {
        var clip = Clip("avi", frames: 25, at: .fps(25), codec: .mpeg4)
        clip.frames?.bFrames = bFrames
        let plain = try ClipReader(try clip.write(to: scratch))
        let packed = scratch.file("packed.\(container == "manner of avi" ? "mkv" : container)")
        let (unit, payloads) = (TimeBase(1, 25), plain.packedPayloads)
        if container == "manner of avi" {
            try plain.writeLikeAVI(to: packed, fourCC: "XVID", every: unit, payloads: payloads)
        } else {
            try plain.write(to: packed, presentedEvery: unit, payloads: payloads)
        }
        let read = try ClipReader(packed)
        // libavformat lets Matroska begin a frame earlier.
        #expect(Self.times(of: read) == Self.times(of: plain))
        #expect(try read.frames().map(\.number) == (0..<25).map { $0 })
    }

    /// When packets are presented and decoded behind the first decoding time, in milliseconds.
    private static func times(of clip: ClipReader) -> [[Int?]] {
        let first = clip.packets[0].first?.dts?.seconds ?? 0
        func milliseconds(_ time: RationalTime?) -> Int? { time.map { Int((($0.seconds - first) * 1000).rounded()) } }
        return clip.packets[0].map { [milliseconds($0.pts), milliseconds($0.dts)] }
    }
}
