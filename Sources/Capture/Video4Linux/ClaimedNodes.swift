internal import Synchronization

/// The nodes that this process keeps other programs from changing.
enum ClaimedNodes {
    private static let nodes = Mutex<Set<String>>([])

    /// All of them, by their paths.
    static var all: Set<String> { nodes.withLock { $0 } }

    static func add(_ node: String) { nodes.withLock { _ = $0.insert(node) } }

    static func remove(_ node: String) { nodes.withLock { _ = $0.remove(node) } }
}
