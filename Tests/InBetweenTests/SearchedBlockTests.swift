import RandomNumbers
import Testing

@testable import InBetween

/// What is found for single blocks, beside what the description says, in planes of random samples.
struct SearchedBlockTests {
    private let from = plane(seed: 1)
    private let to = plane(seed: 2)

    private static func plane(seed: UInt64) -> PaddedPlane<UInt8> {
        var random = SplitMix64(seed: seed)
        let plane = PaddedPlane<UInt8>(width: 61, height: 47)
        for row in 0..<plane.height {
            for column in 0..<plane.width {
                unsafe plane.address(column, row).pointee = UInt8(truncatingIfNeeded: random.next())
            }
        }
        plane.extend()
        return plane
    }

    /// The sample of a plane whose borders go on for ever.
    private static func sample(_ plane: PaddedPlane<UInt8>, _ x: Int, _ y: Int) -> Int {
        Int(plane[min(max(x, 0), plane.width - 1), min(max(y, 0), plane.height - 1)])
    }

    private func cost(
        _ vector: MotionVector,
        of place: (x: Int, y: Int),
        expecting expected: MotionVector,
        _ kind: SearchedBlock.Kind
    ) -> Int {
        let side = kind == .small ? 8 : 16
        var sum = 0
        for y in stride(from: 0, to: side, by: kind == .sparse ? 2 : 1) {
            for x in 0..<side {
                let other = Self.sample(to, place.x + x + Int(vector.x), place.y + y + Int(vector.y))
                sum += abs(Self.sample(from, place.x + x, place.y + y) - other)
            }
        }
        return (kind == .sparse ? 2 * sum : sum) + (kind == .small ? 60 : 80) * min(vector.distance(to: expected), 16)
    }

    @Test(arguments: Loops.Kind.allCases, SearchedBlock.Kind.allCases)
    func theFirstOfTheCheapestVectorsIsFound(_ loops: Loops.Kind, _ kind: SearchedBlock.Kind) {
        guard let loops = Loops(loops) else { return }
        var block = SearchedBlock(from, to, loops, kind)
        var random = SplitMix64(seed: 3)
        for _ in 0..<200 {
            let place = (x: Int.random(in: -12...60, using: &random), y: Int.random(in: -12...46, using: &random))
            func vector() -> MotionVector {
                MotionVector(x: .random(in: -30...30, using: &random), y: .random(in: -30...30, using: &random))
            }
            let (expected, vectors) = (vector(), (0..<9).map { _ in vector() })
            func cost(_ vector: MotionVector) -> Int {
                self.cost(vector, of: place, expecting: expected, kind)
            }
            var best = vectors[0]
            for vector in vectors where cost(vector) < cost(best) { best = vector }
            block.begin(place.x, place.y, expecting: expected)
            for vector in vectors + vectors { block.add(vector) }
            #expect(block.best(descending: 0) == best)
            var isBetter = true
            for _ in 0..<5 where isBetter {
                let beside = [(0, -1), (-1, 0), (1, 0), (0, 1)].map { best + MotionVector(x: $0.0, y: $0.1) }
                isBetter = false
                for vector in beside where cost(vector) < cost(best) { (best, isBetter) = (vector, true) }
            }
            #expect(block.best(descending: 5) == best)
        }
    }

    @Test(arguments: Loops.Kind.allCases)
    func textureIsWhatNeighboursDifferBy(_ kind: Loops.Kind) {
        guard let loops = Loops(kind) else { return }
        for (x, y) in [(0, 0), (5, 7), (-9, 40), (58, -3)] {
            var sum = 0
            for row in y..<y + 8 {
                for column in x..<x + 8 {
                    let own = Self.sample(from, column, row)
                    sum += abs(own - Self.sample(from, column + 1, row)) + abs(own - Self.sample(from, column, row + 1))
                }
            }
            #expect(loops.texture8(from, x, y) == sum)
        }
    }
}
