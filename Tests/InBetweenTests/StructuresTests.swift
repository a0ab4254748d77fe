import Testing

@testable import InBetween

@Suite struct StructuresTests {
    /// Planes of which one half is white and the other black, in the second one the same half or the other one.
    @Test(arguments: [100, 25_000_000, 1_000_000_000], [false, true])
    func sumsOfVeryLargePicturesFit(_ half: Int, _ isOpposite: Bool) {
        let (sum, squares) = (255 * half, 255 * 255 * half)
        let structures = Structures(
            Structures.Sums(
                count: 2 * half,
                first: sum,
                second: sum,
                firstSquares: squares,
                secondSquares: squares,
                products: isOpposite ? 0 : squares
            )
        )
        #expect(structures.jump == 0)
        #expect(abs(structures.leastVariance - 127.5 * 127.5) < 1e-9)
        #expect(abs(structures.agreement - (isOpposite ? -1 : 1)) < 1e-12)
    }
}
