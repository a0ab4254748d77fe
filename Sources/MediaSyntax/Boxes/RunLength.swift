/// Values that follow each other and are equal, as one entry of a table.
package struct RunLength<Value: Hashable & Sendable>: Hashable, Sendable {
    package var count: UInt32
    package var value: Value

    package init(count: UInt32, value: Value) {
        self.count = count
        self.value = value
    }

    /// The fewest runs that say the values.
    package static func runs(of values: some Sequence<Value>) -> [RunLength] {
        var runs: [RunLength] = []
        for value in values {
            if let last = runs.indices.last, runs[last].value == value {
                runs[last].count += 1
            } else {
                runs.append(RunLength(count: 1, value: value))
            }
        }
        return runs
    }
}
