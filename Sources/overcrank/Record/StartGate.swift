internal import Pipeline

/// Where cameras wait for each other, so that all begin at once: opening one may take seconds.
final class StartGate: Sendable {
    /// How many have not come yet.
    private let missing: Monitor<Int>

    init(count: Int) { missing = Monitor(count) }

    /// Waits until all others have come, too.
    func pass() {
        leave()
        _ = missing.wait { $0 <= 0 ? true : nil }
    }

    /// Does not wait for one of them any more.
    func leave() { missing.withLock { $0 -= 1 } }

    /// Waits for nobody any more.
    func open() { missing.withLock { $0 = 0 } }
}
