import Pipeline
import TestSupport
import Testing

@Suite(.endsIfItHangs) struct HandoverTests {
    private struct Only: ~Copyable, Sendable { let number: Int }

    @Test func `The value is there once`() {
        let handover = Handover(Only(number: 7))
        let (first, second) = (number(in: handover), number(in: handover))
        #expect(first == 7)
        #expect(second == nil)
    }

    private func number(in handover: Handover<Only>) -> Int? {
        if let value = handover.take() { value.number } else { nil }
    }

    @Test func `Of many threads one gets it`() throws {
        for _ in 0..<50 {
            let handover = Handover(Only(number: 7))
            let takers = Counter()
            let workers = WorkerGroup()
            for _ in 0..<4 {
                workers.start { if number(in: handover) != nil { takers.increment() } }
            }
            try workers.join()
            #expect(takers.value == 1)
        }
    }
}
