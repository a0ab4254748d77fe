import Testing

@testable import Capture

/// How much room a recording leaves on the disk.
@Suite struct SpaceBudgetTests {
    @Test func `What was written since it was looked at is taken off`() {
        var budget = SpaceBudget(8_000)
        #expect(!budget.isFilled(by: 1 << 40))
        budget.look(room: 10_000, written: 500)
        #expect(!budget.isFilled(by: 400))
        #expect(!budget.isFilled(by: 2_499))
        #expect(budget.isFilled(by: 2_500))
        budget.look(room: 8_000, written: 2_500)
        #expect(budget.isFilled(by: 2_500))
    }

    @Test(arguments: [UInt64(0), 1, .max]) func `No number is too large`(limit: UInt64) {
        var budget = SpaceBudget(limit)
        budget.look(room: .max, written: 0)
        #expect(budget.isFilled(by: .max) == true)
        budget.look(room: 0, written: .max)
        #expect(budget.isFilled(by: 0))
    }

    @Test func `Without a limit, or where the room is not known, there is room`() {
        var budget = SpaceBudget(nil)
        budget.look(room: 0, written: 0)
        #expect(!budget.isFilled(by: .max))
        budget = SpaceBudget(1)
        budget.look(room: nil, written: 0)
        #expect(!budget.isFilled(by: .max))
    }
}
