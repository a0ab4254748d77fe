internal import Glibc
internal import Pipeline
internal import Synchronization

/// Works on many items, on as many threads as there are processors.
enum Parallel {
    /// The results, in the order of the items. `meanwhile` is called on this thread, several times a second, with the
    /// number of items that are done.
    ///
    /// - Throws: The first error, `ThreadError` if a thread cannot be started. No other item is begun after an error.
    static func map<Item: Sendable, Result: Sendable>(
        _ items: [Item],
        meanwhile: (Int) -> Void,
        _ body: @escaping @Sendable (Item) throws -> Result
    ) throws -> [Result] {
        let board = Board<Result>(count: items.count)
        let workers = WorkerGroup()
        workers.onFailure { board.stop() }
        for _ in 0..<min(items.count, processorCount) {
            workers.start {
                while let index = board.take() { board.set(try body(items[index]), at: index) }
            }
        }
        try workers.join { meanwhile(board.doneCount) }
        meanwhile(items.count)
        return board.results
    }

    private static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    private final class Board<Result: Sendable>: Sendable {
        private struct State {
            var next = 0
            var results: [Result?]
        }

        private let count: Int
        private let state: Mutex<State>

        init(count: Int) {
            self.count = count
            state = Mutex(State(results: Array(repeating: nil, count: count)))
        }

        func take() -> Int? {
            state.withLock { state in
                guard state.next < count else { return nil }
                defer { state.next += 1 }
                return state.next
            }
        }

        func stop() { state.withLock { $0.next = count } }

        func set(_ result: Result, at index: Int) { state.withLock { $0.results[index] = result } }

        var doneCount: Int { state.withLock { $0.results.count { $0 != nil } } }

        var results: [Result] { state.withLock { $0.results.compactMap { $0 } } }
    }
}
