internal import Files
internal import Glibc
internal import Pipeline

/// Has what was written to a file brought to the disk, on a thread of its own: a power cut then costs the newest
/// fragment only, and nobody waits for the disk.
///
/// Without it the system keeps what was written for half a minute in memory, and on ext4 the file has no bytes until
/// then.
final class DiskSync: Sendable {
    private struct State {
        var isWanted = false
        var isOver = false
        var failure: FileError?
    }

    private let monitor = Monitor(State())

    /// - Throws: ``FileError`` where there are no more descriptors.
    init(of file: Int32) throws(FileError) {
        // A descriptor of its own, so that it may outlive the file's for the moment that the disk takes.
        let own = fcntl(file, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { throw FileError(operation: "open", errno: errno) }
        let monitor = monitor
        let workers = WorkerGroup()
        workers.onFailure { monitor.withLock { $0.failure = FileError(operation: "synchronise", errno: EAGAIN) } }
        workers.start {
            while monitor.wait(for: Self.next) {
                do throws(FileError) {
                    try FileBytes.synchronize(own)
                } catch {
                    monitor.withLock { $0.failure = error }
                }
            }
            close(own)
        }
    }

    deinit { monitor.withLock { $0.isOver = true } }

    /// Asks for it; returns at once. A request that comes while another is served is served after it.
    ///
    /// - Throws: ``FileError`` where an earlier request failed: the disk did not take what it was given.
    func request() throws(FileError) {
        let failure = monitor.withLock { state in
            state.isWanted = true
            return state.failure
        }
        if let failure { throw failure }
    }

    /// Whether to synchronise, or to end; `nil` while there is neither to be done.
    private static func next(_ state: inout State) -> Bool? {
        if state.isOver { return false }
        if !state.isWanted { return nil }
        state.isWanted = false
        return true
    }
}
