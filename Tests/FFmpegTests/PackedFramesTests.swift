import FFmpeg
import TestSupport
import Testing

/// MPEG-4 whose B-frames were packed into the packet of the frame before them.
@Suite struct PackedFramesTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `A packet of two frames and an empty one become two packets, at the instants of the frames`() throws {
        var clip = Clip("avi", frames: 25, at: .fps(25), codec: .mpeg4)
        clip.frames?.bFrames = 1
        let plain = try ClipReader(try clip.write(to: scratch))
        let packed = scratch.file("packed.avi")
        try pack(plain, to: packed)
        let read = try ClipReader(packed)
        #expect(read.packets[0].map(\.pts) == plain.packets[0].map(\.pts))
        #expect(read.packets[0].map(\.dts) == plain.packets[0].map(\.dts))
        #expect(try read.frames().map(\.number) == (0..<25).map { $0 })
    }

    /// Writes each B-frame behind the frame before it, and an empty frame in its place.
    private func pack(_ plain: ClipReader, to path: String) throws {
        var payloads = plain.packets[0].map(\.payload.bytes)
        for index in payloads.indices.dropFirst() where Self.isBFrame(payloads[index]) {
            payloads[index - 1] += payloads[index]
            payloads[index] = [0, 0, 1, 0xB6, 0x50, 0x7F]
        }
        try plain.write(to: path, presentedEvery: plain.streams[0].timeBase, payloads: payloads)
    }

    private static func isBFrame(_ payload: [UInt8]) -> Bool {
        let start = payload.indices.dropLast(4).first { payload[$0..<$0 + 4].elementsEqual([0, 0, 1, 0xB6]) }
        return start.map { payload[$0 + 4] >> 6 == 2 } ?? false
    }
}
