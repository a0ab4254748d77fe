internal import Pipeline
internal import Studio

/// Threads for work that waits for files or decoders, so that the threads of the server never do. More work than a bound is
/// refused.
final class WorkPool: Sendable {
    private let queue: BoundedQueue<Job>

    private struct Job: Sendable { let body: @Sendable () -> Void }

    /// - Parameters:
    ///   - threads: How many work at once.
    ///   - waiting: How much may wait.
    /// - Throws: `ThreadError` where the system gives no threads.
    init(threads: Int, waiting: Int) throws {
        let queue = BoundedQueue<Job>(capacity: waiting)
        self.queue = queue
        for _ in 0..<threads {
            try DetachedThread.start {
                while let job = try? queue.next() { job.body() }
            }
        }
    }

    /// The result of a body that may wait.
    ///
    /// - Throws: `StudioError` `.busy` where too much waits; what the body throws.
    func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job { continuation.resume(with: Swift.Result { try body() }) }
            if !queue.offer(job) {
                continuation.resume(throwing: StudioError(.busy, "too much is asked for at once"))
            }
        }
    }

    func close() { queue.finish() }
}
