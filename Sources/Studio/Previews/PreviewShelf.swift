internal import Synchronization

/// The latest previews of a session, by their numbers.
final class PreviewShelf: Sendable {
    private struct State {
        var previews: [Preview] = []
        var next = 1
    }

    private let state = Mutex(State())

    /// As many pages may play something else.
    private static let most = 64

    func add(_ make: (Int) -> Preview) -> Preview {
        state.withLock { state in
            let preview = make(state.next)
            state.next += 1
            state.previews.append(preview)
            if state.previews.count > Self.most { state.previews.removeFirst() }
            return preview
        }
    }

    func preview(_ id: Int) throws(StudioError) -> Preview {
        let preview = state.withLock { $0.previews.first { $0.id == id } }
        guard let preview else { throw StudioError(.notFound, "there is no preview \(id)") }
        return preview
    }
}
