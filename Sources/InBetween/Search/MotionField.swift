/// A vector for each cell of a picture.
struct MotionField: Sendable {
    /// The side of a cell, in samples of luma.
    let step: Int
    let columns: Int
    let rows: Int
    var vectors: [MotionVector]

    init(width: Int, height: Int, step: Int) {
        self.init(width: width, height: height, step: step) { columns, rows in
            [MotionVector](repeating: .zero, count: columns * rows)
        }
    }

    /// With what a function gives for each cell, which is called on several threads.
    init(width: Int, height: Int, step: Int, _ vector: @Sendable (_ column: Int, _ row: Int) -> MotionVector) {
        self.init(width: width, height: height, step: step) { columns, rows in
            Rows.values(columns: columns, rows: rows, vector)
        }
    }

    private init(width: Int, height: Int, step: Int, vectors: (_ columns: Int, _ rows: Int) -> [MotionVector]) {
        self.step = step
        columns = (width + step - 1) / step
        rows = (height + step - 1) / step
        self.vectors = vectors(columns, rows)
    }

    /// The same cells with other vectors, by a function that is called on several threads.
    func replaced(_ vector: @Sendable (_ column: Int, _ row: Int) -> MotionVector) -> MotionField {
        var field = self
        field.vectors = Rows.values(columns: columns, rows: rows, vector)
        return field
    }

    /// The vector of a cell, or that of the nearest one.
    @inline(__always)
    subscript(_ column: Int, _ row: Int) -> MotionVector {
        vectors[min(max(row, 0), rows &- 1) &* columns &+ min(max(column, 0), columns &- 1)]
    }

    /// The median of the 3 by 3 vectors around a cell, each coordinate by itself: 19 exchanges find the middle of nine (Smith 1996).
    func median(_ column: Int, _ row: Int) -> MotionVector {
        var all = InlineArray<9, MotionVector>(repeating: .zero)
        for index in 0..<9 { all[index] = self[column + index % 3 - 1, row + index / 3 - 1] }
        @inline(__always)
        func order(_ lower: Int, _ upper: Int) {
            let (a, b) = (all[lower], all[upper])
            all[lower] = MotionVector(x: min(a.x, b.x), y: min(a.y, b.y))
            all[upper] = MotionVector(x: max(a.x, b.x), y: max(a.y, b.y))
        }
        order(1, 2)
        order(4, 5)
        order(7, 8)
        order(0, 1)
        order(3, 4)
        order(6, 7)
        order(1, 2)
        order(4, 5)
        order(7, 8)
        order(0, 3)
        order(5, 8)
        order(4, 7)
        order(3, 6)
        order(1, 4)
        order(2, 5)
        order(4, 7)
        order(4, 2)
        order(6, 4)
        order(4, 2)
        return all[4]
    }
}
