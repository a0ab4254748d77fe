internal import Synchronization

/// Something that happens once.
final class OnceFlag: Sendable {
    private let isSet = Mutex(false)

    /// Whether it happens now for the first time.
    func set() -> Bool {
        isSet.withLock { isSet in
            defer { isSet = true }
            return !isSet
        }
    }
}
