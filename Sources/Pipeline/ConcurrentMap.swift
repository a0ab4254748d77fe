internal import Synchronization

extension Collection where Element: Sendable {
    /// Maps the elements side by side, each but the first on a thread of its own: for a few that take long. The results are in the
    /// order of the elements.
    ///
    /// - Throws: What the body throws for the first element for which it throws, when it has ended for all; ``ThreadError``
    ///   where the system gives no thread.
    package func concurrentMap<Result: Sendable>(
        _ body: @escaping @Sendable (Element) throws -> Result
    ) throws -> [Result] {
        let results = Mutex<[Int: Swift.Result<Result, any Error>]>([:])
        let workers = WorkerGroup()
        @Sendable func work(_ number: Int, _ element: Element) {
            let result = Swift.Result { try body(element) }
            results.withLock { $0[number] = result }
        }
        for (number, element) in enumerated().dropFirst() {
            workers.start { work(number, element) }
        }
        if let first { work(0, first) }
        try workers.join()
        return try results.withLock { results in try (0..<count).compactMap { try results[$0]?.get() } }
    }
}
