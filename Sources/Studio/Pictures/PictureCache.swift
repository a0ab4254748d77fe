internal import Synchronization

/// Pictures that were made, up to so many bytes. Those that were used least lately go first.
final class PictureCache: Sendable {
    struct Key: Hashable {
        let clip: Int
        let frame: Int
        /// The greatest width that was asked for.
        let width: Int
    }

    fileprivate struct State {
        var pictures: [Key: (jpeg: [UInt8], use: UInt64)] = [:]
        var bytes = 0
        var uses: UInt64 = 0
    }

    /// In bytes.
    let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) { self.capacity = capacity }

    /// How many bytes are kept.
    var bytes: Int { state.withLock { $0.bytes } }

    func contains(_ key: Key) -> Bool { state.withLock { $0.pictures[key] != nil } }

    subscript(key: Key) -> [UInt8]? {
        state.withLock { state in
            state.uses += 1
            state.pictures[key]?.use = state.uses
            return state.pictures[key]?.jpeg
        }
    }

    func add(_ jpeg: [UInt8], _ key: Key) {
        state.withLock { state in
            state.uses += 1
            state.bytes += jpeg.count - (state.pictures[key]?.jpeg.count ?? 0)
            state.pictures[key] = (jpeg, state.uses)
            if state.bytes > capacity { state.shrink(to: capacity - capacity / 8) }
        }
    }

    func removeAll(ofClip clip: Int) {
        state.withLock { state in
            for (key, picture) in state.pictures where key.clip == clip {
                state.bytes -= picture.jpeg.count
                state.pictures[key] = nil
            }
        }
    }
}

extension PictureCache.State {
    /// - Complexity: O(*n* log *n*); an eighth is taken away at once.
    fileprivate mutating func shrink(to limit: Int) {
        for (key, picture) in pictures.sorted(by: { $0.value.use < $1.value.use }) where bytes > limit {
            bytes -= picture.jpeg.count
            pictures[key] = nil
        }
    }
}
