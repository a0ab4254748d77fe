internal import Studio
internal import Synchronization

/// Finds out whether the clips that a page looks at are still what was opened: where that may wait for files, and of each clip once at a
/// time, however fast the page looks.
final class ClipChecks: Sendable {
    private let session: StudioSession
    private let pool: WorkPool
    /// The clips that are being looked at.
    private let running = Mutex<Set<Int>>([])

    init(_ session: StudioSession, _ pool: WorkPool) { (self.session, self.pool) = (session, pool) }

    /// Begins to look at a clip's file.
    ///
    /// - Parameters:
    ///   - id: The number of the clip.
    ///   - onChange: is called with what is wrong, if something is.
    func check(_ id: Int, onChange: @escaping @Sendable (StudioError) -> Void) {
        guard running.withLock({ $0.insert(id).inserted }) else { return }
        Task {
            do {
                try await pool.run { [session] in _ = try session.library.unchangedClip(id) }
            } catch let error as StudioError where error.kind == .outdated {
                onChange(error)
            } catch {}
            running.withLock { _ = $0.remove(id) }
        }
    }
}
