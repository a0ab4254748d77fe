import Glibc
import InBetween
import Testing

@Suite struct MotionMethodTests {
    static let formats: [PictureFormat] = [
        .planar(192, 128), .planar(161, 121), .planar(192, 128, bits: 10), .planar(160, 120, bits: 10, (1, 0)),
        .planar(161, 121, (0, 0)), .planar(160, 121, bits: 12, (0, 0)), .planar(161, 121, bits: 16),
        .planar(192, 129, (0, 0), components: 1), .planar(160, 120, (2, 0)),
    ]

    /// A pattern that moves by this much from picture to picture.
    static func moved(_ format: PictureFormat, _ t: Double, by motion: (Double, Double)) -> Chart {
        Chart(format) { pattern($0 - t * motion.0, $1 - t * motion.1) }
    }

    /// Noise from 0 to 1, another one for each seed.
    static func noise(_ x: Double, _ y: Double, seed: Double) -> Double {
        let value = sin(x * 12.9898 + y * 78.233 + seed) * 43758.5453
        return value - value.rounded(.down)
    }

    /// What a method makes at an instant between two pictures that go on.
    static func made(
        by method: some InBetweenMethod,
        between ends: [Chart],
        at instant: Int,
        _ format: PictureFormat
    ) -> Chart {
        var method = method
        let goesOn = method.begin(ends[0].picture, ends[1].picture)
        #expect(goesOn)
        return Chart(method, at: instant, format)
    }

    @Test(arguments: formats)
    func whatMovesIsWhereItMustBe(_ format: PictureFormat) {
        let motion = (9.0, -5.0)
        let ends = [0, 1].map { Self.moved(format, $0, by: motion) }
        for part in [0.25, 0.5, 0.8] {
            let truth = Self.moved(format, part, by: motion)
            let instant = Int(part * 65536)
            let made = Self.made(by: MotionMethod(), between: ends, at: instant, format)
            let mixed = Self.made(by: BlendMethod(), between: ends, at: instant, format)
            // Chroma of a quarter of the width cannot show the pattern.
            for component in 0..<(format.horizontalShift > 1 ? 1 : format.components) {
                let likeness = made.likeness(to: truth, component)
                #expect(likeness > 33, "component \(component) at \(part)")
                #expect(likeness > mixed.likeness(to: truth, component) + 8, "component \(component) at \(part)")
            }
        }
    }

    @Test func bothSidesOfABorderAreFollowed() {
        // The left half moves up, the right one down.
        let format = PictureFormat.planar(256, 160)
        func picture(_ t: Double) -> Chart {
            Chart(format) { x, y in x < 128 ? pattern(x, y + 6 * t) : pattern(x + 1000, y - 6 * t) }
        }
        let made = Self.made(by: MotionMethod(), between: [picture(0), picture(1)], at: 32768, format)
        #expect(made.likeness(to: picture(0.5)) > 33)
    }

    @Test(arguments: [8, 10, 12, 16])
    func allLoopsGiveTheSame(_ bits: Int) {
        let format = PictureFormat.planar(161, 121, bits: bits)
        let ends = [0.0, 1].map { t in
            Chart(format) { x, y in pattern(x - 4.3 * t, y + 7.6 * t) + (x > 80 ? 0.03 * t : 0) }
        }
        let results = Loops.Kind.allCases.compactMap { Loops($0) }.map {
            Self.made(by: MotionMethod(loops: $0), between: ends, at: 21845, format).bytes
        }
        let areSame = results.allSatisfy { $0 == results[0] }
        #expect(areSame)
    }

    @Test func everyRunGivesTheSame() {
        let format = PictureFormat.planar(192, 160)
        let ends = [0.0, 1].map { t in Self.moved(format, t, by: (3, 4)) }
        let results = (0..<4).map { _ in Self.made(by: MotionMethod(), between: ends, at: 40000, format).bytes }
        let areSame = results.allSatisfy { $0 == results[0] }
        #expect(areSame)
    }

    @Test func bothEndsAreThePicturesThemselves() {
        let format = PictureFormat.planar(192, 128)
        let ends = [0.0, 1].map { t in Self.moved(format, t, by: (3, 4)) }
        let areSame = (0...1).allSatisfy {
            Self.made(by: BlendMethod(), between: ends, at: 65536 * $0, format).bytes == ends[$0].bytes
        }
        #expect(areSame)
    }

    @Test(arguments: [(1, 1), (2, 1), (7, 5), (16, 16), (17, 300)], [0, 0.08])
    func smallPicturesAreMade(_ size: (width: Int, height: Int), _ fade: Double) {
        let format = PictureFormat.planar(size.width, size.height)
        let ends = [0.0, 1].map { t in Chart(format) { pattern($0 - t, $1 - t) + fade * t } }
        let made = Self.made(by: MotionMethod(), between: ends, at: 32768, format)
        #expect(made.bytes.map(\.count) == ends[0].bytes.map(\.count))
        #expect(made.likeness(to: ends[0], border: 0) > 20)
    }

    @Test func whatCannotBeFollowedIsBlended() {
        // Noise that is another one in each picture, about the same large shape: no cut, and no motion.
        let format = PictureFormat.planar(160, 120)
        func picture(_ seed: Double) -> Chart {
            Chart(format) { x, y in
                (x < 80 ? 0.15 : 0.55) + 0.3 * Self.noise(x, y, seed: seed)
            }
        }
        let ends = [picture(0), picture(1)]
        let areSame =
            Self.made(by: MotionMethod(), between: ends, at: 32768, format).bytes
            == Self.made(by: BlendMethod(), between: ends, at: 32768, format).bytes
        #expect(areSame)
    }

    @Test func whatStandsStillIsBlended() {
        // Noise of a grey level upon the same picture, which is pale.
        let format = PictureFormat.planar(160, 120)
        func picture(_ seed: Double, _ moved: Double) -> Chart {
            Chart(format) { x, y in
                0.5 + 0.1 * pattern(x + moved, y) + 0.008 * Self.noise(x, y, seed: seed)
            }
        }
        for moved in [0.0, 2] {
            let ends = [picture(0, 0), picture(1, moved)]
            let areSame =
                Self.made(by: MotionMethod(), between: ends, at: 21845, format).bytes
                == Self.made(by: BlendMethod(), between: ends, at: 21845, format).bytes
            #expect(areSame == (moved == 0))
        }
    }

    /// A page that is scrolled stands still before it leaps, and after: nothing lies between.
    @Test(arguments: [[0.0, 0, 4, 8], [0, 4, 8, 8], [0, 4, 8, 12]])
    func whatLeapsIsBlended(_ places: [Double]) {
        let format = PictureFormat.planar(320, 192)
        let pictures = places.map { Self.moved(format, $0, by: (1, 0)).picture }
        func made(_ method: some InBetweenMethod) -> [[UInt8]] {
            var method = method
            for index in 0..<2 {
                let goesOn = method.begin(pictures[index], pictures[index + 1], then: pictures[index + 2])
                #expect(goesOn)
            }
            return Chart(method, at: 32768, format).bytes
        }
        let areSame = made(MotionMethod()) == made(BlendMethod())
        #expect(areSame == (places != [0, 4, 8, 12]))
    }

    /// On the left, a sign is another one from the third picture on; the right side moves. If it is another one again in the fourth, it
    /// is not known to leap.
    @Test(arguments: [true, false])
    func whatIsAnotherOneAtOnceIsBlended(_ staysThen: Bool) {
        let format = PictureFormat.planar(480, 192, (0, 0), components: 1)
        let pictures = [0.0, 1, 2, 3].map { t in
            let sign = t < 2 ? 0.0 : t < 3 || staysThen ? 9 : 18
            return Chart(format) { x, y in x < 96 && y < 64 ? pattern(x - sign, y) : pattern(x - 3 * t, y) }.picture
        }
        func made(_ method: some InBetweenMethod) -> [UInt8] {
            var method = method
            for index in 0..<2 {
                let goesOn = method.begin(pictures[index], pictures[index + 1], then: pictures[index + 2])
                #expect(goesOn)
            }
            return Chart(method, at: 32768, format).bytes[0]
        }
        let (moved, mixed) = (made(MotionMethod()), made(BlendMethod()))
        func areSame(_ columns: Range<Int>) -> Bool {
            moved.indices.allSatisfy { !columns.contains($0 % 480) || $0 / 480 >= 48 || moved[$0] == mixed[$0] }
        }
        #expect(areSame(8..<72) == staysThen)
        #expect(!areSame(200..<400))
    }

    @Test func whatStandsStillBesideWhatMovesIsTheMeanOfBoth() {
        // The left half moves. Upon the right one is noise of two grey levels.
        let format = PictureFormat.planar(320, 160, (0, 0), components: 1)
        func picture(_ t: Double, _ seed: Double) -> Chart {
            Chart(format) { x, y in
                x < 160 ? pattern(x - 7 * t, y) : pattern(x, y) + 0.016 * Self.noise(x, y, seed: seed)
            }
        }
        let ends = [picture(0, 0), picture(1, 1)]
        let made = Self.made(by: MotionMethod(), between: ends, at: 32768, format).bytes[0]
        let mixed = Self.made(by: BlendMethod(), between: ends, at: 32768, format).bytes[0]
        let still = made.indices.filter { $0 % 320 >= 192 }
        #expect(still.allSatisfy { made[$0] == mixed[$0] })
        let moving = made.indices.filter { $0 % 320 < 144 }
        #expect(moving.contains { made[$0] != mixed[$0] })
    }

    @Test func whatIsSmallMovesBeforeWhatStandsStill() {
        // A disk of 12 samples before a wall, with more noise upon all of it than the disk changes.
        let format = PictureFormat.planar(480, 270, (0, 0), components: 1)
        func picture(_ t: Double, _ seed: Double) -> Chart {
            Chart(format) { x, y in
                let isDisk = hypot(x - 100 - 16 * t, y - 120) < 6
                return (isDisk ? 0.8 : 0.3 + 0.05 * pattern(x, y)) + 0.016 * Self.noise(x, y, seed: seed)
            }
        }
        let ends = [picture(0, 0), picture(1, 1)]
        let made = Self.made(by: MotionMethod(), between: ends, at: 32768, format).bytes[0]
        func sample(_ x: Int) -> UInt8 { made[120 * 480 + x] }
        #expect(sample(108) > 180)
        #expect(sample(96) < 110 && sample(120) < 110)
    }
}
