internal import Synchronization

/// Something that one thread prepares and another takes, once: how noncopyable codecs and files reach the thread that
/// works with them.
package final class OneShot<Value: ~Copyable & Sendable>: Sendable {
    private let value: Mutex<Value?>

    package init(_ value: consuming Value) {
        self.value = Mutex(Optional(value))
    }

    /// The value, the first time; `nil` afterwards.
    package func take() -> Value? {
        value.withLock { $0.take() }
    }
}
