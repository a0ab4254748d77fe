import Testing

@testable import MediaSyntax

/// How many frames a level of H.264 lets decoders hold.
@Suite struct HeldFramesTests {
    @Test(
        arguments: [
            // 1920x1080 at 4.0, 1280x720 at 3.1, and 320x180, which is less than 16 frames allow.
            ([100, 0, 40], 120 * 68, 4), ([100, 0, 31], 80 * 45, 5), ([100, 0, 40], 20 * 12, 16),
            // Main at 1.1, and at 1b: 176x144.
            ([77, 0, 11], 99, 9), ([77, 0x10, 11], 99, 4),
            // Intra frames alone.
            ([110, 0x10, 41], 120 * 68, 0),
        ] as [([UInt8], Int, UInt32)]
    )
    func `A level says how many`(head: [UInt8], macroblocks: Int, frames: UInt32) {
        #expect(HeldFrames.mostByLevel(head: head, macroblocks: macroblocks) == frames)
    }

    @Test func `Of an unknown level, and without frames, nothing is known`() {
        #expect(HeldFrames.mostByLevel(head: [100, 0, 63], macroblocks: 99) == nil)
        #expect(HeldFrames.mostByLevel(head: [100, 0], macroblocks: 99) == nil)
        #expect(HeldFrames.mostByLevel(head: [100, 0, 40], macroblocks: 0) == nil)
    }
}
