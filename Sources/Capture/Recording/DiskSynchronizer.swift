internal import Files
internal import Glibc
internal import Pipeline

/// Has what was written to a file put on the disk, by a thread of its own, so that the writer does not wait for it. The
/// thread ends with this.
final class DiskSynchronizer: Sendable {
    private struct State {
        var isAsked = false
        var isBusy = false
        var hasEnded = false
        /// The first one. The system tells a failure once: who asks again hears that all is well.
        var failure: FileError?
    }

    private let state = Monitor(State())

    /// A synchronizer of an open file, which may be closed meanwhile.
    ///
    /// - Throws: `FileError` where the system gives no more descriptors, `ThreadError` where it gives no more threads.
    init(_ file: Int32) throws {
        // A program that is started meanwhile must not have it: the lock of the file would be held for as long as that runs.
        let copy = fcntl(file, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw FileError(operation: "open", errno: errno) }
        let state = state
        do {
            try DetachedThread.start { Self.work(on: copy, state) }
        } catch {
            close(copy)
            throw error
        }
    }

    private static func work(on copy: Int32, _ state: Monitor<State>) {
        while isToSynchronize(state) {
            var failure: FileError?
            do throws(FileError) { try FileBytes.synchronize(copy) } catch { failure = error }
            state.withLock { state in
                state.isBusy = false
                state.failure = state.failure ?? failure
            }
        }
        close(copy)
    }

    deinit { state.withLock { $0.hasEnded = true } }

    /// Asks for what was written until now; while the disk is still busy with what was asked before, for both together.
    ///
    /// - Throws: what has kept something from being put there until now.
    func synchronize() throws(FileError) {
        let failure = state.withLock { state in
            state.isAsked = true
            return state.failure
        }
        if let failure { throw failure }
    }

    /// Waits until all is on the disk that was asked for.
    ///
    /// - Throws: what has kept something from being put there.
    func wait() throws(FileError) {
        let failure = state.wait { state -> FileError?? in
            state.isAsked || state.isBusy ? nil : .some(state.failure)
        }
        if let failure { throw failure }
    }

    /// Waits for a request; `false` at the end.
    private static func isToSynchronize(_ state: Monitor<State>) -> Bool {
        state.wait { state -> Bool? in
            if state.hasEnded { return false }
            guard state.isAsked else { return nil }
            (state.isAsked, state.isBusy) = (false, true)
            return true
        }
    }
}
