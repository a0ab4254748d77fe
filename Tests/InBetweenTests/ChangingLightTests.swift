import Glibc
import InBetween
import Testing

/// Light that changes between two pictures is no motion.
@Suite struct ChangingLightTests {
    /// Hills of soft light, and a dark pole before them.
    private static func landscape(_ x: Double, _ y: Double) -> Double {
        let isPole = abs(x - 130) < 3 && y > 60
        return isPole ? 0.15 : 0.4 + 0.12 * sin(x / 40) * cos(y / 55) + 0.05 * pattern(x, y)
    }

    private static func made(by method: some InBetweenMethod, _ picture: (Double) -> Chart, at part: Double) -> Chart {
        MotionMethodTests.made(
            by: method,
            between: [picture(0), picture(1)],
            at: Int(part * 65536),
            picture(0).format
        )
    }

    @Test(arguments: [8, 10], [0.7, 1.4])
    func aFadeOfWhatStandsStillSurvives(_ bits: Int, _ gain: Double) {
        let format = PictureFormat.planar(256, 160, bits: bits)
        func picture(_ t: Double) -> Chart {
            Chart(format) { x, y in Self.landscape(x, y) * (1 + (gain - 1) * t) }
        }
        for part in [0.25, 0.5] {
            let made = Self.made(by: MotionMethod(), picture, at: part)
            #expect(made.likeness(to: picture(part)) > 50, "at \(part)")
        }
    }

    @Test(arguments: [8, 10], [0.75, 1.3])
    func whatMovesInAFadeIsFollowed(_ bits: Int, _ gain: Double) {
        let format = PictureFormat.planar(256, 160, bits: bits)
        func picture(_ t: Double) -> Chart {
            Chart(format) { x, y in 0.8 * pattern(x - 9 * t, y + 5 * t) * (1 + (gain - 1) * t) }
        }
        let made = Self.made(by: MotionMethod(), picture, at: 0.5)
        let mixed = Self.made(by: BlendMethod(), picture, at: 0.5)
        #expect(made.likeness(to: picture(0.5)) > 36)
        #expect(made.likeness(to: picture(0.5)) > mixed.likeness(to: picture(0.5)) + 10)
    }

    @Test func aLampThatLightsAPartMovesNothing() {
        let format = PictureFormat.planar(256, 160, (0, 0), components: 1)
        func picture(_ t: Double) -> Chart {
            Chart(format) { x, y in
                let near = exp(-((x - 190) * (x - 190) + (y - 80) * (y - 80)) / 4000)
                return Self.landscape(x, y) + 0.12 * t * near
            }
        }
        let made = Self.made(by: MotionMethod(), picture, at: 0.5)
        #expect(made.likeness(to: picture(0.5)) > 48)
    }

    @Test(arguments: [0, 1])
    func theLastOfAFadeIsMixed(_ black: Int) {
        let format = PictureFormat.planar(256, 160)
        func picture(_ t: Double) -> Chart {
            Chart(format) { x, y in Int(t) == black ? 0 : 0.12 * Self.landscape(x, y) }
        }
        let areSame =
            Self.made(by: MotionMethod(), picture, at: 0.25).bytes
            == Self.made(by: BlendMethod(), picture, at: 0.25).bytes
        #expect(areSame)
    }
}
