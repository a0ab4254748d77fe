import Pipeline
import Synchronization
import TestSupport
import Testing

@Suite(.endsIfItHangs) struct BoundedQueueTests {
    @Test(arguments: [1, 2, 7, 1000])
    func `What goes in comes out in order, however small the queue`(capacity: Int) throws {
        let queue = BoundedQueue<Int>(capacity: capacity)
        let workers = WorkerGroup()
        workers.start {
            for number in 0..<500 { try queue.append(number) }
            queue.finish()
        }
        var received: [Int] = []
        while let number = try queue.next() { received.append(number) }
        try workers.join()
        #expect(received == Array(0..<500))
    }

    @Test func `Many may fill it, and each one's order is kept`() throws {
        let queue = BoundedQueue<(filler: Int, number: Int)>(capacity: 5)
        let fillers = WorkerGroup()
        let remaining = Counter()
        for filler in 0..<4 {
            fillers.start {
                for number in 0..<100 { try queue.append((filler, number)) }
                if remaining.increment() == 4 { queue.finish() }
            }
        }
        var next = [0, 0, 0, 0]
        while let (filler, number) = try queue.next() {
            #expect(number == next[filler])
            next[filler] += 1
        }
        try fillers.join()
        #expect(next == [100, 100, 100, 100])
    }

    @Test func `Who does not wait is told that there is no room`() throws {
        let queue = BoundedQueue<Int>(capacity: 2)
        #expect([1, 2, 3].map { queue.offer($0) } == [true, true, false])
        #expect(try queue.next() == 1)
        #expect(queue.offer(4))
        queue.cancel()
        #expect(!queue.offer(5))
    }

    @Test func `Whoever fills it is never further ahead than its capacity`() throws {
        let capacity = 3
        let queue = BoundedQueue<Int>(capacity: capacity)
        let appended = Counter()
        let workers = WorkerGroup()
        workers.start {
            for number in 0..<200 {
                try queue.append(number)
                appended.increment()
            }
            queue.finish()
        }
        while let number = try queue.next() {
            // `number` + 1 have been taken, and the queue is full at most.
            #expect(appended.value <= number + 1 + capacity)
        }
        try workers.join()
        #expect(appended.value == 200)
    }

    @Test func `What is there weighs no more than it may, but one element may weigh anything`() throws {
        let queue = BoundedQueue<Int>(capacity: 100, mostWeight: 10)
        let appended = Counter()
        let workers = WorkerGroup()
        let weights = [3, 3, 4, 9, 1, 10, 2, 2, 2, 2, 2, 2]
        workers.start {
            for weight in weights {
                try queue.append(weight, weighing: weight)
                for _ in 0..<weight { appended.increment() }
            }
            try queue.append(50, weighing: 50)
            queue.finish()
        }
        var taken = 0
        while let weight = try queue.next() {
            taken += weight
            if weight < 50, appended.value < 50 { #expect(appended.value - taken <= 10) }
        }
        try workers.join()
        #expect(taken == weights.reduce(50, +))
    }

    @Test func `What is there is still taken after the end`() throws {
        let queue = BoundedQueue<String>(capacity: 4)
        try queue.append("a")
        try queue.append("b")
        queue.finish()
        #expect(try queue.next() == "a")
        #expect(try queue.next() == "b")
        #expect(try queue.next() == nil)
        #expect(try queue.next() == nil)
    }

    @Test func `Cancelling ends a wait on either side`() throws {
        let full = BoundedQueue<Int>(capacity: 1)
        try full.append(1)
        let empty = BoundedQueue<Int>(capacity: 1)
        let workers = WorkerGroup()
        workers.start { try full.append(2) }
        workers.start { _ = try empty.next() }
        full.cancel()
        empty.cancel()
        #expect(throws: Cancelled.self) { try workers.join() }
        #expect(throws: Cancelled.self) { _ = try full.next() }
        #expect(throws: Cancelled.self) { try empty.append(1) }
    }

    @Test func `Elements that may not be copied go through, and those left behind are let go of`() throws {
        let released = Counter()
        do {
            let queue = BoundedQueue<Token>(capacity: 4)
            for _ in 0..<3 { try queue.append(Token(counter: released)) }
            _ = try queue.next()
            #expect(released.value == 1)
        }
        #expect(released.value == 3)
    }

    private struct Token: ~Copyable, Sendable {
        let counter: Counter
        deinit { counter.increment() }
    }
}

/// A number that threads share.
final class Counter: Sendable {
    private let number = Atomic(0)
    var value: Int { number.load(ordering: .sequentiallyConsistent) }

    /// Adds one, and returns what it is then.
    @discardableResult
    func increment() -> Int { number.add(1, ordering: .sequentiallyConsistent).newValue }
}
