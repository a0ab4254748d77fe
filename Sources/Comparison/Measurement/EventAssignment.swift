/// Assigns events that were found to events that were expected: one to one, in order, with the least sum of distances.
struct EventAssignment: Equatable {
    /// Indices of expected and found events that belong together.
    private(set) var pairs: [(expected: Int, found: Int)] = []
    let missing: Int
    let surplus: Int

    /// Finds the assignment. An event without a partner costs as much as the tolerance.
    ///
    /// The alignment of Needleman and Wunsch, "A general method applicable to the search for similarities in the amino
    /// acid sequence of two proteins" (J. Mol. Biol. 48, 1970).
    ///
    /// - Complexity: O(*e* · *f*) in the numbers of events.
    init(expected: [Double], found: [Double], tolerance: Double) {
        // cost[i][j]: the least cost for the first i expected and the first j found events.
        var cost = [[Double]](
            repeating: (0...found.count).map { Double($0) * tolerance },
            count: expected.count + 1
        )
        func distance(_ i: Int, _ j: Int) -> Double {
            let distance = (expected[i] - found[j]).magnitude
            return distance <= tolerance ? distance : .infinity
        }
        for i in expected.indices {
            cost[i + 1][0] = Double(i + 1) * tolerance
            for j in found.indices {
                cost[i + 1][j + 1] = min(
                    cost[i][j] + distance(i, j),
                    min(cost[i][j + 1], cost[i + 1][j]) + tolerance
                )
            }
        }
        var (i, j) = (expected.count, found.count)
        while i > 0, j > 0 {
            if cost[i][j] == cost[i - 1][j - 1] + distance(i - 1, j - 1) {
                (i, j) = (i - 1, j - 1)
                pairs.append((i, j))
            } else if cost[i][j] == cost[i - 1][j] + tolerance {
                i -= 1
            } else {
                j -= 1
            }
        }
        pairs.reverse()
        missing = expected.count - pairs.count
        surplus = found.count - pairs.count
    }

    static func == (a: EventAssignment, b: EventAssignment) -> Bool {
        a.missing == b.missing && a.surplus == b.surplus && a.pairs.elementsEqual(b.pairs, by: ==)
    }
}
