import Glibc
import Testing

@testable import InBetween

/// How cells are mixed where a vector may be wrong.
@Suite struct MixedCellTests {
    private static let format = PictureFormat.planar(384, 192, (0, 0), components: 1)

    /// Cells half way between two pictures, and how many there are in a row.
    private static func cells(_ picture: (_ t: Double) -> Chart) -> (cells: [MixedCell], columns: Int) {
        let loops = Loops()
        let pair = SearchedPair(picture(0).picture.luma, picture(1).picture.luma, loops)
        let search = FoundMotion(pair).search(at: 32768, loops)
        let field = search.fine(search.coarse())
        return (search.mixed(field), field.columns)
    }

    /// Cells of some columns, without those near the upper and lower border.
    private static func inside(_ all: (cells: [MixedCell], columns: Int), _ columns: Range<Int>) -> [MixedCell] {
        all.cells.indices.filter { index in
            columns.contains(index % all.columns) && (6..<42).contains(index / all.columns)
        }.map { all.cells[$0] }
    }

    /// The right side changes more than it moves.
    @Test func whatHardlyMovesIsMixedInPart() {
        let all = Self.cells { t in
            Chart(Self.format) { x, y in
                x < 192
                    ? pattern(x - 7 * t, y)
                    : 0.3 + 0.3 * pattern(x - t, y) + 0.12 * MotionMethodTests.noise(x, y, seed: t)
            }
        }
        #expect(Self.inside(all, 6..<40).allSatisfy { $0.partsInPlace == 0 })
        let small = Self.inside(all, 54..<90).filter { $0.vector != .zero && $0.vector.distance(to: .zero) < 16 }
        #expect(small.count > 100)
        #expect(small.count { $0.partsInPlace == 5 } > small.count * 9 / 10)
    }

    /// Both sides run into one another: where they meet, vectors end in what another vector was found for.
    @Test func whatIsGuessedIsMixedInPart() {
        func tiles(_ x: Double, _ y: Double) -> Double {
            MotionMethodTests.noise((x / 16).rounded(.down), (y / 16).rounded(.down), seed: 0)
        }
        let all = Self.cells { t in
            Chart(Self.format) { x, y in x < 192 ? tiles(x - 30 * t, y) : tiles(x + 600 + 30 * t, y) }
        }
        #expect(Self.inside(all, 16..<32).allSatisfy { $0.partsInPlace == 0 })
        #expect(Self.inside(all, 64..<80).allSatisfy { $0.partsInPlace == 0 })
        #expect(Self.inside(all, 40..<56).contains { $0.partsInPlace == 2 })
    }

    /// Above a band that moves, bars stand still: cells whose surroundings reach into the band must not take its vectors.
    @Test func whatStandsStillBesideWhatMovesIsSureOfItself() {
        let all = Self.cells { t in
            Chart(Self.format) { x, y in
                y < 96 ? (Int(x) % 40 < 20 ? 0.2 : 0.8) : pattern(x - 9 * t, y)
            }
        }
        let lowest = all.cells[(23 * all.columns)..<(24 * all.columns)].filter { $0.vector == .zero }
        #expect(lowest.count { $0.difference > 64 * 4 } > 10)
        #expect(lowest.allSatisfy { !$0.isDoubtful })
    }
}
