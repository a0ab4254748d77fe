internal import Synchronization

/// How many pages are connected.
final class OpenPages: Sendable {
    private let count = Mutex(0)
    private let most: Int

    init(most: Int) { self.most = most }

    /// Takes a place; `false` where there is none left.
    func enter() -> Bool {
        count.withLock { count in
            guard count < most else { return false }
            count += 1
            return true
        }
    }

    func leave() { count.withLock { $0 -= 1 } }
}
