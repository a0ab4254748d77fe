/// Finds where the blocks of one picture are in another one, from coarse to fine, in whole samples.
///
/// Each block tries the vectors of its parents and of its neighbours, and then goes downhill. The price of a vector is the
/// difference of the blocks, and how far it is from what its surroundings let expect.
struct BlockSearch: Sendable {
    let from: LumaPyramid
    let to: LumaPyramid
    let loops: Loops

    /// How far vectors of the coarsest level reach.
    private static let coarsestReach: Int32 = 5
    private static let mostRounds: Int32 = 5
    /// The last level of cells of 4 by 4 samples; those of finer levels are of 8 by 8.
    static let lastSmall = 2

    /// The vector of each cell of the first picture, at a level. It goes on from what was found at a coarser level, if that is
    /// given.
    func field(downTo last: Int = 0, from parent: (field: MotionField, level: Int)? = nil) -> MotionField {
        var field = parent?.field
        for level in (last..<(parent?.level ?? from.levels.count)).reversed() { field = self.field(level, field) }
        return field ?? MotionField(width: 1, height: 1, step: 8)
    }

    private func field(_ level: Int, _ parent: MotionField?) -> MotionField {
        let plane = from.levels[level]
        let step = level < Self.lastSmall ? 8 : 4
        var field = MotionField(width: plane.width, height: plane.height, step: step)
        let kind: SearchedBlock.Kind = level == 0 ? .sparse : level < Self.lastSmall ? .large : .small
        var block = SearchedBlock(plane, to.levels[level], loops, kind)
        // Cells of levels 1 and 2 have the same numbers.
        let shift = level == Self.lastSmall - 1 ? 0 : 1
        for row in 0..<field.rows {
            for column in 0..<field.columns {
                let (x, y) = (step * column - step / 2, step * row - step / 2)
                let neighbours = Neighbours(field, column, row)
                if let parent {
                    let own = parent[column >> shift, row >> shift] * 2
                    block.begin(x, y, expecting: expected(neighbours, own))
                    addParents(&block, parent, column, row, shift)
                    add(neighbours, to: &block)
                } else {
                    block.begin(x, y, expecting: neighbours.median ?? .zero)
                    add(neighbours, to: &block)
                    block.addAll(Self.coarsestReach)
                }
                let rounds = parent == nil ? 0 : Self.mostRounds
                field.vectors[row * field.columns + column] = block.best(descending: rounds)
            }
        }
        return field
    }

    /// The mean of what the parent and the neighbours let expect.
    @inline(__always)
    private func expected(_ neighbours: Neighbours, _ own: MotionVector) -> MotionVector {
        let other = neighbours.median ?? own
        return MotionVector(x: (own.x + other.x) >> 1, y: (own.y + other.y) >> 1)
    }

    /// Adds the vectors of the parent, and of those cells around it that are nearest.
    @inline(__always)
    private func addParents(
        _ block: inout SearchedBlock,
        _ parent: MotionField,
        _ column: Int,
        _ row: Int,
        _ shift: Int
    ) {
        let (x, y) = (column >> shift, row >> shift)
        block.add(parent[x, y] * 2)
        if shift == 0 {
            block.add(parent[x, y - 1] * 2)
            block.add(parent[x - 1, y] * 2)
            block.add(parent[x + 1, y] * 2)
            block.add(parent[x, y + 1] * 2)
        } else {
            let (besideX, besideY) = (column & 1 == 0 ? x - 1 : x + 1, row & 1 == 0 ? y - 1 : y + 1)
            block.add(parent[besideX, y] * 2)
            block.add(parent[x, besideY] * 2)
            block.add(parent[besideX, besideY] * 2)
        }
    }

    /// Adds the vectors of the neighbours beside and above, and none.
    @inline(__always)
    private func add(_ neighbours: Neighbours, to block: inout SearchedBlock) {
        if let left = neighbours.left { block.add(left) }
        if let up = neighbours.up { block.add(up) }
        if let upRight = neighbours.upRight { block.add(upRight) }
        block.add(.zero)
    }
}

/// The vectors beside a cell that were found before its own.
private struct Neighbours {
    let left: MotionVector?
    let up: MotionVector?
    let upLeft: MotionVector?
    let upRight: MotionVector?

    @inline(__always)
    init(_ field: MotionField, _ column: Int, _ row: Int) {
        left = column > 0 ? field[column - 1, row] : nil
        up = row > 0 ? field[column, row - 1] : nil
        upLeft = column > 0 && row > 0 ? field[column - 1, row - 1] : nil
        upRight = row > 0 && column + 1 < field.columns ? field[column + 1, row - 1] : nil
    }

    /// What lies in the middle of them; `nil` where there is none.
    @inline(__always)
    var median: MotionVector? {
        guard let left, let up else { return left ?? up }
        return .median(left, up, upRight ?? upLeft ?? up)
    }
}
