import Glibc
import Testing

@testable import Export

/// How smooth a camera's way becomes.
@Suite struct CameraPathTests {
    private func path(_ count: Int, _ place: (Double) -> FrameMotion) -> CameraPath {
        var path = CameraPath()
        for number in 0..<count { path.append(place(Double(number) / 50), at: Double(number) / 50) }
        return path
    }

    @Test(arguments: [(Stabilisation.light, 3.0), (.medium, 1), (.strong, 0.4)])
    func `The strength says which movements to and fro are left by a twentieth`(
        strength: Stabilisation,
        frequency: Double
    ) {
        let places = path(1000) { FrameMotion(x: 10 * sin(2 * .pi * frequency * $0)) }
        let corrections = places.corrections(smoothing: strength.seconds)
        for number in 400..<600 {
            let left = places.places[number].x - corrections[number].x
            #expect(abs(left - 0.05 * places.places[number].x) < 0.1, "frame \(number)")
        }
    }

    @Test func `An even movement stays as it is`() {
        let places = path(100) { FrameMotion(x: 300 * $0, y: -40 * $0, angle: 0.01) }
        for correction in places.corrections(smoothing: 0.4) {
            #expect(abs(correction.x) < 1e-9 && abs(correction.y) < 1e-9 && abs(correction.angle) < 1e-12)
        }
    }

    @Test func `Movements follow each other, and are undone`() {
        let (a, b) = (FrameMotion(x: 3, y: -4, angle: 0.3), FrameMotion(x: -1, y: 7, angle: -1.1))
        let none = a.then(b).then(b.inverse).then(a.inverse)
        #expect(abs(none.x) < 1e-12 && abs(none.y) < 1e-12 && abs(none.angle) < 1e-12)
        // A quarter turn clockwise takes what is to the right to below.
        let turned = FrameMotion(x: 1).then(FrameMotion(angle: .pi / 2))
        #expect(abs(turned.x) < 1e-12 && abs(turned.y - 1) < 1e-12)
    }

    @Test func `Frames that would leave empty borders are moved less`() {
        let margin = FrameMargin(
            [FrameMotion(x: 8), FrameMotion(y: -4), FrameMotion(angle: 0.02)],
            width: 100,
            height: 50
        )
        #expect(margin.share == 0.08 && margin.report.limited == 2)
        #expect(margin.corrections[0].x == 4 && margin.corrections[1].y == -2 && margin.corrections[2].angle == 0.02)
        #expect(FrameMargin([FrameMotion(x: 0.2)], width: 100, height: 50).corrections == [.none])
    }
}
