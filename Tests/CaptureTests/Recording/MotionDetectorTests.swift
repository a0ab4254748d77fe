import FFmpeg
import MediaSyntax
import MediaTime
import SceneRendering
import Testing

@testable import Capture

/// Motion is found in the frame in which it begins.
@Suite struct MotionDetectorTests {
    private static let size = FrameSize(width: 64, height: 48)

    /// A grey frame with a white square in it, or without.
    private func frame(_ number: Int64, hasSquare: Bool, in pool: borrowing PacketPool) throws -> QueuedFrame {
        var bytes = [UInt8](repeating: 100, count: Self.size.area * 3 / 2)
        if hasSquare {
            for y in 8..<40 { for x in 8..<40 { bytes[y * Self.size.width + x] = 220 } }
        }
        return QueuedFrame(
            packet: try unsafe pool.packet(copying: bytes.span.bytes),
            facts: Self.facts(number)
        )
    }

    @Test(arguments: [Int64(30), 37, 38, 41]) func `At 250 frames a second, to the frame`(first: Int64) throws {
        let mode = CaptureMode(
            format: try #require(FourCharacterCode("YU12")),
            size: Self.size,
            frameDuration: RationalTime(1, 250)
        )
        let detector = try MotionDetector(FrameArea(left: 0, top: 0, size: Self.size), mode: mode)
        let pool = try PacketPool(largestPayload: Self.size.area * 2)
        var found: [UInt32] = []
        for number in Int64(0)..<80 {
            if let mover = try detector.onset(frame(number, hasSquare: number >= first, in: pool)) {
                found.append(mover.sequence)
            }
        }
        #expect(found == [UInt32(first)])
    }

    @Test(arguments: [
        (0, 0, 64, 48), (63, 47, 1, 1), (1, 0, 64, 48), (0, 1, 64, 48), (-1, 0, 4, 4), (0, 0, 0, 4),
        (0, 0, 1 << 32, 1 << 32), (.max, 0, 1, 1), (1, 0, .max, 1), (0, .max, 1, .max),
    ])
    func `Only what lies in the frame can be watched, whatever is asked for`(
        left: Int,
        top: Int,
        width: Int,
        height: Int
    )
        throws
    {
        let area = FrameArea(left: left, top: top, size: FrameSize(width: width, height: height))
        let mode = CaptureMode(
            format: try #require(FourCharacterCode("YU12")),
            size: Self.size,
            frameDuration: RationalTime(1, 250)
        )
        if (left, top, width, height) == (0, 0, 64, 48) || left == 63 {
            _ = try MotionDetector(area, mode: mode)
        } else {
            #expect(throws: CaptureError.self) { try MotionDetector(area, mode: mode) }
        }
    }

    @Test(arguments: [Int64(30), 37, 41]) func `Of H264, too, where all frames are decoded`(first: Int64) throws {
        let mode = CaptureMode(
            format: try #require(FourCharacterCode("H264")),
            size: Self.size,
            frameDuration: RationalTime(1, 250)
        )
        let detector = try MotionDetector(FrameArea(left: 0, top: 0, size: Self.size), mode: mode)
        let encoder = try PromptEncoder.stream(.h264, size: Self.size, keyInterval: 25)
        let pool = try PacketPool(largestPayload: Self.size.area * 2)
        var found: [UInt32] = []
        for number in Int64(0)..<80 {
            let hasSquare = number >= first
            var coded: QueuedFrame?
            try encoder.encode { plane, samples, stride in
                for y in 0..<plane.rows(ofHeight: Self.size.height) {
                    for x in 0..<plane.columns(ofWidth: Self.size.width) {
                        let isWhite = plane == .luma && hasSquare && (8..<40).contains(x) && (8..<40).contains(y)
                        samples[y * stride + x] = isWhite ? 220 : 100
                    }
                }
            } _: { bytes in
                guard let packet = try? pool.packet(copying: bytes) else { return }
                coded = QueuedFrame(packet: packet, facts: Self.facts(number))
            }
            if let frame = coded.take(), let mover = try detector.onset(frame) { found.append(mover.sequence) }
        }
        #expect(found == [UInt32(first)])
    }

    private static func facts(_ number: Int64) -> CapturedFrame {
        CapturedFrame(
            sequence: UInt32(number),
            timestamp: RationalTime(number * 4000, 1_000_000),
            isDamaged: false
        )
    }
}
