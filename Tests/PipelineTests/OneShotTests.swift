import Pipeline
import TestSupport
import Testing

@Suite(.endsIfItHangs) struct OneShotTests {
    private struct Only: ~Copyable, Sendable { let number: Int }

    @Test func `The value is there once`() {
        let oneShot = OneShot(Only(number: 7))
        let (first, second) = (number(in: oneShot), number(in: oneShot))
        #expect(first == 7)
        #expect(second == nil)
    }

    private func number(in oneShot: OneShot<Only>) -> Int? {
        if let value = oneShot.take() { value.number } else { nil }
    }

    @Test func `Of many threads one gets it`() throws {
        for _ in 0..<50 {
            let oneShot = OneShot(Only(number: 7))
            let takers = Counter()
            let workers = WorkerGroup()
            for _ in 0..<4 {
                workers.start { if number(in: oneShot) != nil { takers.increment() } }
            }
            try workers.join()
            #expect(takers.value == 1)
        }
    }
}
