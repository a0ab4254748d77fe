import Glibc
import InBetween
import Testing

/// What pictures of the source tell of motion.
@Suite struct HindsightTests {
    static let format = PictureFormat.planar(448, 192, (0, 0), components: 1)

    /// On the left, stripes become others that lie elsewhere, as in a dissolve: they seem to move, and do not. The right side, less
    /// than a third, moves.
    static func picture(_ t: Double) -> Chart {
        Chart(format) { x, y in
            let (before, after) = (cos(x * .pi / 6), cos(x * .pi / 6 + 2))
            return x < 320 ? 0.5 + 0.2 * ((1 - t / 2) * before + t / 2 * after) : pattern(x - 7 * t, y)
        }
    }

    /// What is made between the last two of some pictures, after those before.
    static func made(_ pictures: [Picture], _ method: some InBetweenMethod, lasting durations: [Int]) -> [UInt8] {
        var method = method
        for (index, duration) in durations.enumerated() {
            let goesOn = method.begin(pictures[index], pictures[index + 1], lasting: duration)
            #expect(goesOn)
        }
        return Chart(method, at: 32768, format).bytes[0]
    }

    /// Columns of the picture in which two of them differ.
    static func different(_ a: [UInt8], _ b: [UInt8], _ columns: Range<Int>) -> Bool {
        a.indices.contains { columns.contains($0 % format.width) && a[$0] != b[$0] }
    }

    @Test func whatSeemedToMoveIsMixed() {
        let pictures = [0.0, 1, 2].map { Self.picture($0).picture }
        let mixed = Self.made(Array(pictures[1...]), BlendMethod(), lasting: [1])
        let atOnce = Self.made(Array(pictures[1...]), MotionMethod(), lasting: [1])
        let after = Self.made(pictures, MotionMethod(), lasting: [1, 1])
        #expect(Self.different(atOnce, mixed, 0..<256))
        #expect(!Self.different(after, mixed, 0..<256))
        #expect(Self.different(after, mixed, 384..<432))
    }

    @Test(arguments: Loops.Kind.allCases)
    func allLoopsGiveTheSame(_ kind: Loops.Kind) {
        guard let loops = Loops(kind) else { return }
        let pictures = [0.0, 1, 2].map { Self.picture($0).picture }
        let made = Self.made(pictures, MotionMethod(loops: loops), lasting: [1, 1])
        let areSame = made == Self.made(pictures, MotionMethod(), lasting: [1, 1])
        #expect(areSame)
    }
}
