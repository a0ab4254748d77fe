import Testing

@testable import Comparison

@Suite struct EventAssignmentTests {
    struct Case: Sendable {
        let found: [Double]
        let pairs: [[Int]]
        let missing: Int
        let surplus: Int
    }

    @Test(arguments: [
        Case(found: [], pairs: [], missing: 3, surplus: 0),
        Case(found: [10, 20, 30], pairs: [[0, 0], [1, 1], [2, 2]], missing: 0, surplus: 0),
        Case(found: [12, 29], pairs: [[0, 0], [2, 1]], missing: 1, surplus: 0),
        Case(found: [10, 13, 20, 30], pairs: [[0, 0], [1, 2], [2, 3]], missing: 0, surplus: 1),
        // The nearer of two is the event, and the other its double.
        Case(found: [8, 10.5, 20, 30], pairs: [[0, 1], [1, 2], [2, 3]], missing: 0, surplus: 1),
        Case(found: [50], pairs: [], missing: 3, surplus: 1),
        // Each in turn, where greed would give the first to the second.
        Case(found: [14, 16, 30], pairs: [[0, 0], [1, 1], [2, 2]], missing: 0, surplus: 0),
    ])
    func `Every event found belongs to one expected at most`(example: Case) {
        let assignment = EventAssignment(expected: [10, 20, 30], found: example.found, tolerance: 5)
        #expect(assignment.pairs.map { [$0.expected, $0.found] } == example.pairs)
        #expect(assignment.missing == example.missing)
        #expect(assignment.surplus == example.surplus)
    }
}
