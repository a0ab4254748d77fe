@testable import SceneRendering
import MediaTime
import Testing

@Suite("The synthetic scene's frame")
struct SyntheticSceneTests {
    private func scene(
        width: Int = 320,
        height: Int = 180,
        rate: (Int32, Int32) = (240, 1),
        seed: UInt64 = 0
    ) throws -> SyntheticScene {
        SyntheticScene(width: width, height: height, frameRate: FrameRate(rate.0, rate.1), seed: seed)
    }

    @Test("is the same every time, in any order", arguments: [(320, 180), (333, 187), (641, 361)])
    func deterministic(width: Int, height: Int) throws {
        let (one, other) = (try scene(width: width, height: height), try scene(width: width, height: height))
        let numbers: [Int64] = [0, 1, 119, 120, 121, 122, 1_000_000]
        let forwards = numbers.map { RenderedFrame(one, frame: $0) }
        let backwards = numbers.reversed().map { RenderedFrame(other, frame: $0) }
        #expect(forwards == backwards.reversed())
    }

    @Test("moves from every frame to the next, beside the counter and the barcode", arguments: [(0, 1), (119, 120)])
    func movement(earlier: Int64, later: Int64) throws {
        let scene = try scene()
        let (one, other) = (RenderedFrame(scene, frame: earlier), RenderedFrame(scene, frame: later))
        // The middle of the frame holds neither.
        let changed = (80 * one.width..<150 * one.width).count { one.planes[0][$0] != other.planes[0][$0] }
        #expect(changed > 100)
    }

    @Test("depends on the seed")
    func seed() throws {
        #expect(RenderedFrame(try scene(seed: 1), frame: 0) != RenderedFrame(try scene(seed: 2), frame: 0))
    }

    @Test("leaves the padding between rows alone", arguments: [1, 7, 64])
    func padding(padding: Int) throws {
        let scene = try scene(width: 321, height: 181)
        let (tight, padded) = (
            RenderedFrame(scene, frame: 120), RenderedFrame(scene, frame: 120, padding: padding, paddingValue: 77)
        )
        for plane in FramePlane.allCases {
            let (stride, columns) = (padded.strides[plane.rawValue], plane.columns(ofWidth: 321))
            for row in 0..<plane.rows(ofHeight: 181) {
                let samples = padded.planes[plane.rawValue][row * stride..<(row + 1) * stride]
                let expected = tight.planes[plane.rawValue][row * columns..<(row + 1) * columns]
                #expect(samples.prefix(columns).elementsEqual(expected))
                #expect(samples.dropFirst(columns).allSatisfy { $0 == 77 })
            }
        }
    }

    @Test("stays within limited range")
    func limitedRange() throws {
        let scene = try scene()
        for number in stride(from: Int64(0), to: 240, by: 31) {
            let frame = RenderedFrame(scene, frame: number)
            #expect(frame.planes[0].allSatisfy { 16...235 ~= $0 })
            #expect((frame.planes[1] + frame.planes[2]).allSatisfy { 16...240 ~= $0 })
        }
    }

    @Test(
        "is white at the top right in the frames during which a click sounds, and in no other",
        arguments: [(240, 1), (30, 1), (30000, 1001), (120000, 1001), (1000, 1), (25, 2)]
    )
    func flash(numerator: Int32, denominator: Int32) throws {
        let scene = try scene(rate: (numerator, denominator))
        let (rate, scale) = (Int64(numerator), Int64(denominator))
        for number in 0..<3 * rate / scale {
            // By the definition: some click of [m/2, m/2 + 1/200) meets [number/rate, (number + 1)/rate).
            let isSounding = (1...7).contains { (m: Int64) in
                m * rate < 2 * (number + 1) * scale && (100 * m + 1) * rate > 200 * number * scale
            }
            #expect(scene.isClickSounding(duringFrame: number) == isSounding, "frame \(number)")
        }
        // What is drawn: around the second click, at one second.
        let click = rate / scale
        for number in click - 1...click + 2 {
            let isWhite = RenderedFrame(scene, frame: number).luma(295, 24) == 235
            #expect(isWhite == scene.isClickSounding(duringFrame: number), "frame \(number)")
        }
    }

    @Test(
        "says its number and its time",
        arguments: [
            (0, 240, 1, "000000", "0.000 S   240 FPS"), (4096, 240, 1, "004096", "17.066 S   240 FPS"),
            (1, 120_000, 1001, "000001", "0.008 S   119.88 FPS"),
            (7_192_808, 120_000, 1001, "7192808", "60000.006 S   119.88 FPS"),
            (3, 1_923, 50, "000003", "0.078 S   38.46 FPS"),
        ] as [(Int64, Int32, Int32, String, String)]
    )
    func captions(frame: Int64, numerator: Int32, denominator: Int32, number: String, details: String) throws {
        let rate = FrameRate(numerator, denominator)
        let captions = SyntheticScene.captions(ofFrame: frame, at: rate)
        #expect(captions.number == number)
        #expect(captions.details == details)
    }
}
