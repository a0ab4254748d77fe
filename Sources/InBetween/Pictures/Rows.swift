internal import Dispatch

/// Work on rows that do not depend on one another.
enum Rows {
    /// Calls a body for bands of rows, several at a time. What comes out does not depend on how many threads there are.
    static func concurrently(_ count: Int, bands: Int = 8, _ body: @Sendable (Range<Int>) -> Void) {
        let bands = max(1, min(bands, count))
        DispatchQueue.concurrentPerform(iterations: bands) { band in
            body(count * band / bands..<count * (band + 1) / bands)
        }
    }

    /// An array of `columns` · `rows` values, row by row.
    static func values<Value: Sendable>(
        columns: Int,
        rows: Int,
        _ value: @Sendable (_ column: Int, _ row: Int) -> Value
    ) -> [Value] {
        let all = columns * rows
        return unsafe [Value](unsafeUninitializedCapacity: all) { buffer, count in
            nonisolated(unsafe) let places = unsafe buffer
            concurrently(rows) { range in
                for row in range {
                    for column in 0..<columns {
                        unsafe places.initializeElement(at: row * columns + column, to: value(column, row))
                    }
                }
            }
            count = all
        }
    }
}
