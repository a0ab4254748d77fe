/// A vector for each cell of a picture.
struct MotionField: Sendable {
    /// The side of a cell, in samples of luma.
    let step: Int
    let columns: Int
    let rows: Int
    var vectors: [MotionVector]

    init(width: Int, height: Int, step: Int) {
        self.step = step
        columns = (width + step - 1) / step
        rows = (height + step - 1) / step
        vectors = [MotionVector](repeating: .zero, count: columns * rows)
    }

    /// The vector of a cell, or that of the nearest one.
    @inline(__always)
    subscript(_ column: Int, _ row: Int) -> MotionVector {
        vectors[min(max(row, 0), rows - 1) * columns + min(max(column, 0), columns - 1)]
    }

    /// The median of the 3 by 3 vectors around a cell, each coordinate by itself.
    func median(_ column: Int, _ row: Int) -> MotionVector {
        var x = InlineArray<9, Int32>(repeating: 0)
        var y = InlineArray<9, Int32>(repeating: 0)
        for index in 0..<9 {
            let vector = self[column + index % 3 - 1, row + index / 3 - 1]
            x[index] = vector.x
            y[index] = vector.y
        }
        return MotionVector(x: Self.middle(&x), y: Self.middle(&y))
    }

    private static func middle(_ values: inout InlineArray<9, Int32>) -> Int32 {
        for index in 1..<9 {
            let value = values[index]
            var place = index
            while place > 0, values[place - 1] > value {
                values[place] = values[place - 1]
                place -= 1
            }
            values[place] = value
        }
        return values[4]
    }
}
