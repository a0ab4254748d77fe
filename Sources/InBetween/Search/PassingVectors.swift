/// The vectors that pass near each cell at an instant.
struct PassingVectors: Sendable {
    private static let most = 12
    private var vectors: [MotionVector]
    private var counts: [UInt8]

    init(_ grid: MotionField, _ forward: MotionField, _ backward: MotionField, _ instant: Int) {
        vectors = [MotionVector](repeating: .zero, count: grid.vectors.count * Self.most)
        counts = [UInt8](repeating: 0, count: grid.vectors.count)
        for row in 0..<forward.rows {
            for column in 0..<forward.columns {
                let vector = forward[column, row]
                add(vector, 8 * column, 8 * row, vector.part(instant), grid)
            }
        }
        for row in 0..<backward.rows {
            for column in 0..<backward.columns {
                let vector = backward[column, row]
                add(-vector, 8 * column, 8 * row, vector.part(65536 - instant), grid)
            }
        }
    }

    /// Adds a vector to the four cells that are nearest to where it passes.
    private mutating func add(_ vector: MotionVector, _ x: Int, _ y: Int, _ way: MotionVector, _ grid: MotionField) {
        let (left, top) = ((x + Int(way.x)) >> 3, (y + Int(way.y)) >> 3)
        let (hasX, hasY) = ((x + Int(way.x)) & 7 != 0, (y + Int(way.y)) & 7 != 0)
        for row in top...(hasY ? top + 1 : top) where row >= 0 && row < grid.rows {
            for column in left...(hasX ? left + 1 : left) where column >= 0 && column < grid.columns {
                let cell = row * grid.columns + column
                let (start, count) = (cell * Self.most, Int(counts[cell]))
                guard count < Self.most else { continue }
                var isNew = true
                for index in start..<start + count where vectors[index] == vector { isNew = false }
                if isNew {
                    vectors[start + count] = vector
                    counts[cell] += 1
                }
            }
        }
    }

    func of(_ column: Int, _ row: Int, _ columns: Int) -> ArraySlice<MotionVector> {
        let cell = row * columns + column
        return vectors[cell * Self.most..<cell * Self.most + Int(counts[cell])]
    }
}
