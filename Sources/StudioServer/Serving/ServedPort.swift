internal import Synchronization

/// The port that is served, as soon as it is known.
final class ServedPort: Sendable {
    private let number = Atomic<UInt16>(0)

    var value: UInt16 { number.load(ordering: .relaxed) }

    func set(_ port: UInt16) { number.store(port, ordering: .relaxed) }
}
