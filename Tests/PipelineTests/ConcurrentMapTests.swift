import Pipeline
import TestSupport
import Testing

@Suite(.endsIfItHangs) struct ConcurrentMapTests {
    private struct Odd: Error, Equatable { let number: Int }

    @Test(arguments: [0, 1, 2, 9])
    func `Results are in the order of the elements`(count: Int) throws {
        let squares = try Array(0..<count).concurrentMap { $0 * $0 }
        #expect(squares == (0..<count).map { $0 * $0 })
    }

    @Test func `All elements are worked on at a time`() throws {
        // Each waits for the next one, and the last for none.
        let steps = (0..<4).map { _ in BoundedQueue<Int>(capacity: 1) }
        let passed = try Array(0..<4).concurrentMap { number -> Int in
            let next = number == 3 ? 0 : try steps[number + 1].next() ?? -1
            try steps[number].append(next + 1)
            return next
        }
        #expect(passed == [3, 2, 1, 0])
    }

    @Test func `The error of the first element that has one is thrown`() {
        #expect(throws: Odd(number: 3)) {
            try [2, 4, 3, 6, 7].concurrentMap { number in
                if number % 2 == 1 { throw Odd(number: number) }
            }
        }
    }
}
