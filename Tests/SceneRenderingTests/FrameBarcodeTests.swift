@testable import SceneRendering
import MediaTime
import RandomNumbers
import Testing

@Suite("The barcode in the frame")
struct FrameBarcodeTests {
    private static let sizes = [(320, 180), (321, 181), (333, 187), (640, 360), (641, 359), (720, 1280), (1280, 720)]
    private static let numbers: [Int64] = [0, 1, 2, 3, 255, 256, 4095, 4096, 0x55_5555, 0xAA_AAAA, 0xFF_FFFF]
    private static let damagedNumbers: [Int64] = [0, 0x55_5555, 0xFF_FFFE]

    private static func scene(_ width: Int, _ height: Int) throws -> SyntheticScene {
        SyntheticScene(width: width, height: height, frameRate: FrameRate(240))
    }

    @Test("reads back what was drawn, at any size", arguments: sizes)
    func roundTrip(width: Int, height: Int) throws {
        let scene = try Self.scene(width, height)
        for number in Self.numbers {
            #expect(RenderedFrame(scene, frame: number, padding: 13).frameNumber == number)
        }
    }

    @Test("has a pattern of its own for every number, which gives it back")
    func patterns() {
        for number in stride(from: Int64(0), to: FrameBarcode.limit, by: 257) {
            #expect(FrameBarcode.number(of: FrameBarcode.pattern(of: number)) == number)
        }
    }

    @Test("neighbouring numbers differ in one bit and the parity", arguments: numbers)
    func neighbours(number: Int64) {
        let difference = FrameBarcode.pattern(of: number) ^ FrameBarcode.pattern(of: number + 1)
        #expect(difference.nonzeroBitCount == 2)
    }

    @Test("wraps around after 24 bits")
    func wraps() throws {
        let scene = try Self.scene(320, 180)
        #expect(RenderedFrame(scene, frame: FrameBarcode.limit + 7).frameNumber == 7)
    }

    @Test("survives noise, blur and washed-out contrast together", arguments: sizes)
    func damage(width: Int, height: Int) throws {
        let scene = try Self.scene(width, height)
        for number in Self.damagedNumbers {
            var chance = SplitMix64(seed: UInt64(number))
            let damaged = RenderedFrame(scene, frame: number).filteringStrip { frame, column, row in
                var sum = 0.0
                for y in -2...2 {
                    for x in -2...2 { sum += frame.luma(column + x, row + y) }
                }
                return 60 + sum / 25 * 0.5 + Double.random(in: -40...40, using: &chance)
            }
            #expect(damaged.frameNumber == number)
        }
    }

    @Test("survives halving the frame's size")
    func scaling() throws {
        let (large, small) = (try Self.scene(1280, 720), try Self.scene(640, 360))
        for number in Self.damagedNumbers {
            let source = RenderedFrame(large, frame: number)
            let scaled = RenderedFrame(small, frame: 0).filteringStrip { _, column, row in
                let (x, y) = (2 * column, 2 * row)
                let places = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
                return places.reduce(0) { $0 + source.luma($1.0, $1.1) } / 4
            }
            #expect(scaled.frameNumber == number)
        }
    }

    @Test("a mixture of neighbouring frames reads as neither", arguments: [0.4, 0.5, 0.6])
    func mixture(part: Double) throws {
        let scene = try Self.scene(640, 360)
        for number in Self.damagedNumbers {
            let next = RenderedFrame(scene, frame: number + 1)
            let mixed = RenderedFrame(scene, frame: number).filteringStrip { frame, column, row in
                frame.luma(column, row) * (1 - part) + next.luma(column, row) * part
            }
            #expect(mixed.frameNumber == nil)
        }
    }

    @Test("a block that is turned over is noticed", arguments: 0..<32)
    func singleError(block: Int) {
        for number in Self.numbers {
            #expect(FrameBarcode.number(of: FrameBarcode.pattern(of: number) ^ 1 << block) == nil)
        }
    }

    @Test("a mirrored, an inverted and an empty frame carry no number")
    func noNumber() throws {
        let frame = RenderedFrame(try Self.scene(640, 360), frame: 1234)
        #expect(frame.filteringStrip { $0.luma($0.width - 1 - $1, $2) }.frameNumber == nil)
        #expect(frame.filteringStrip { 251 - $0.luma($1, $2) }.frameNumber == nil)
        #expect(frame.filteringStrip { _, _, _ in 128 }.frameNumber == nil)
    }

    @Test("samples of ten bits are read too")
    func tenBits() throws {
        let frame = RenderedFrame(try Self.scene(640, 360), frame: 0x65_4321)
        let bytes = frame.planes[0].flatMap { [$0 << 2, $0 >> 6] }
        let number = FrameBarcode.frameNumber(
            in: bytes.span,
            stride: 2 * frame.strides[0],
            width: frame.width,
            height: frame.height,
            bitDepth: 10
        )
        #expect(number == 0x65_4321)
    }

    @Test("a frame that is not there whole has no number, and is no error")
    func truncated() throws {
        let frame = RenderedFrame(try Self.scene(320, 180), frame: 1)
        let half = Array(frame.planes[0].prefix(100))
        #expect(FrameBarcode.frameNumber(in: half.span, stride: 320, width: 320, height: 180) == nil)
        #expect(FrameBarcode.frameNumber(in: half.span, stride: 10, width: 10, height: 10) == nil)
    }
}
