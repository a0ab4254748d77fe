import Glibc
import Testing

@testable import InBetween

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

    /// What is made between two of some pictures, the last two by default, where all are known.
    static func made(
        _ pictures: [Picture],
        _ method: some InBetweenMethod,
        lasting durations: [Int],
        after first: Int? = nil
    ) -> [UInt8] {
        var method = method
        for index in 0...(first ?? durations.count - 1) {
            begin(&method, pictures, index, lasting: durations)
        }
        return Chart(method, at: 32768, format).bytes[0]
    }

    private static func begin(
        _ method: inout some InBetweenMethod,
        _ pictures: [Picture],
        _ index: Int,
        lasting durations: [Int]
    ) {
        let next =
            index + 1 < durations.count
            ? NextPicture(picture: pictures[index + 2], duration: durations[index + 1]) : nil
        let goesOn = method.begin(pictures[index], pictures[index + 1], lasting: durations[index], then: next)
        #expect(goesOn)
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

    /// Of the first pair the picture after it tells.
    @Test func whatWillSeemToMoveIsMixed() {
        let pictures = [0.0, 1, 2].map { Self.picture($0).picture }
        let mixed = Self.made(pictures, BlendMethod(), lasting: [1, 1], after: 0)
        let knowing = Self.made(pictures, MotionMethod(), lasting: [1, 1], after: 0)
        #expect(!Self.different(knowing, mixed, 0..<256))
        #expect(Self.different(knowing, mixed, 384..<432))
    }

    /// Of what is played backwards, too.
    @Test func itKnowsBackwards() {
        let pictures = [0.0, 1, 2, 3].map { Self.picture($0).picture }
        var method = MotionMethod()
        for index in [2, 1] { Self.begin(&method, pictures, index, lasting: [1, 1, 1]) }
        let knowing = Chart(method, at: 32768, Self.format).bytes[0]
        let mixed = Self.made(pictures, BlendMethod(), lasting: [1, 1, 1], after: 1)
        #expect(!Self.different(knowing, mixed, 0..<256))
        // Nothing is told by the picture after the first pair, which is not known.
        let goesOn = method.begin(pictures[0], pictures[1], lasting: 1, then: nil)
        #expect(goesOn)
        let first = Chart(method, at: 32768, Self.format).bytes[0]
        #expect(Self.different(first, Self.made(pictures, BlendMethod(), lasting: [1, 1, 1], after: 0), 0..<256))
    }

    /// A pattern moves evenly on the left; pictures are taken at 0, 1 and 4. As if they were taken at the same intervals, the one in the
    /// middle would seem to be made wrongly by motion.
    @Test func itKnowsWhenPicturesWereTaken() {
        func picture(_ t: Double) -> Picture {
            Chart(Self.format) { x, y in x < 140 ? pattern(x - 6 * t, y) : pattern(x, y) }.picture
        }
        let pictures = [0.0, 1, 4].map(picture)
        let atOnce = Self.made(Array(pictures[1...]), MotionMethod(), lasting: [3])
        let knowing = Self.made(pictures, MotionMethod(), lasting: [1, 3])
        let mistaken = Self.made(pictures, MotionMethod(), lasting: [1, 1])
        let (areSame, areDifferent) = (knowing == atOnce, Self.different(mistaken, atOnce, 32..<96))
        #expect(areSame)
        #expect(areDifferent)
    }

    /// How much of each block of 16 by 16 on the left and on the right is mixed where it is, after three pictures.
    private static func parts(_ picture: (_ t: Double) -> Chart) -> (left: Set<UInt8>, right: Set<UInt8>) {
        var hindsight = Hindsight()
        let pictures = [0.0, 1, 2].map { picture($0).picture }
        let next = NextPicture(picture: pictures[2], duration: 1)
        hindsight.goOn(to: pictures[0], pictures[1], lasting: 1, then: next, Loops())
        func parts(_ columns: Range<Int>) -> Set<UInt8> {
            Set(columns.flatMap { column in (8..<40).map { hindsight.partsInPlace(column, $0) } })
        }
        return (parts(8..<48), parts(90..<104))
    }

    /// On the right is noise that is another one in each picture: motion and mixing are about as wrong. Where little moves, more of
    /// it is mixed. The left side moves evenly, and motion is right there.
    @Test(arguments: zip([0.2, 0.05], [[1, 2], [3, 5]] as [Set<UInt8>]))
    func whereMotionIsNoBetterPartsAreMixed(_ noise: Double, _ some: Set<UInt8>) {
        let parts = Self.parts { t in
            Chart(Self.format) { x, y in
                x < 310
                    ? pattern(x - t, y) : 0.4 + noise * MotionMethodTests.noise(x, y, seed: t)
            }
        }
        #expect(parts.left == [0])
        #expect(parts.right.isSubset(of: some))
    }

    /// Where motion gives next to nothing in the whole picture, all of it is mixed; the left side moves a little, and would not be.
    @Test func whereMotionGivesNothingAllIsMixed() {
        func parts(moving columns: Double) -> (left: Set<UInt8>, right: Set<UInt8>) {
            Self.parts { t in
                Chart(Self.format) { x, y in
                    x < columns
                        ? 0.4 + 0.1 * pattern(x - t, y) : 0.4 + 0.05 * MotionMethodTests.noise(x, y, seed: t)
                }
            }
        }
        let few = parts(moving: 180)
        #expect(few.left == [6] && few.right == [6])
        #expect(parts(moving: 400).left.contains(0))
    }

    /// Cells would round each what is put together of them.
    @Test func whatIsMixedAsAWholeIsBlended() {
        let pictures = [0.0, 1, 2].map { t in
            Chart(Self.format) { x, y in
                x < 180 ? 0.4 + 0.1 * pattern(x - t, y) : 0.4 + 0.05 * MotionMethodTests.noise(x, y, seed: t)
            }.picture
        }
        func third(_ method: some InBetweenMethod) -> [UInt8] {
            var method = method
            Self.begin(&method, pictures, 0, lasting: [1, 1])
            return Chart(method, at: 21845, Self.format).bytes[0]
        }
        let areSame = third(MotionMethod()) == third(BlendMethod())
        #expect(areSame)
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
