import Pipeline
import TestSupport
import Testing

@Suite(.endsIfItHangs) struct WorkerGroupTests {
    private struct Fault: Error, Equatable { let number: Int }

    @Test func `Joining waits for every thread`() throws {
        let workers = WorkerGroup()
        let done = Counter()
        for _ in 0..<8 { workers.start { done.increment() } }
        try workers.join()
        #expect(done.value == 8)
    }

    @Test func `What is to be called at the end is called once, also where the end is over`() throws {
        let workers = WorkerGroup()
        let (done, ended) = (Counter(), Counter())
        for _ in 0..<4 { workers.start { done.increment() } }
        workers.whenEnded { ended.increment() }
        try workers.join()
        try Patience.wait { ended.value == 1 }
        workers.whenEnded { ended.increment() }
        #expect(ended.value == 2)
        #expect(done.value == 4)
    }

    @Test func `The first error is the group's, and stops the others`() {
        let workers = WorkerGroup()
        let queue = BoundedQueue<Int>(capacity: 1)
        workers.onFailure { queue.cancel() }
        workers.start { _ = try queue.next() }
        workers.start { throw Fault(number: 1) }
        #expect(throws: Fault(number: 1)) { try workers.join() }
    }

    @Test func `Being cancelled is never the cause where there is another`() {
        let workers = WorkerGroup()
        workers.fail(Cancelled())
        workers.fail(Fault(number: 2))
        workers.fail(Fault(number: 3))
        workers.fail(Cancelled())
        #expect(throws: Fault(number: 2)) { try workers.join() }
    }

    @Test func `A cancelled group says so`() {
        let workers = WorkerGroup()
        workers.fail(Cancelled())
        #expect(throws: Cancelled.self) { try workers.join() }
    }

    @Test func `Whoever asks too late to be told is told at once`() {
        let workers = WorkerGroup()
        let told = Counter()
        workers.onFailure { told.increment() }
        #expect(told.value == 0)
        workers.fail(Fault(number: 4))
        #expect(told.value == 1)
        workers.onFailure { told.increment() }
        #expect(told.value == 2)
    }

    @Test func `Joining again gives the same error`() {
        let workers = WorkerGroup()
        workers.start { throw Fault(number: 5) }
        #expect(throws: Fault(number: 5)) { try workers.join() }
        #expect(throws: Fault(number: 5)) { try workers.join() }
    }
}
