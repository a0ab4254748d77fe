internal import Files
internal import Glibc
internal import Pipeline

/// Has what was written to a file put on the disk, by a thread of its own, so that the writer does not wait for it. The
/// thread ends with this.
final class DiskSynchronizer: Sendable {
    private enum Request {
        case none
        case synchronize
        case end
    }

    private let request = Monitor(Request.none)

    /// A synchronizer of an open file, which may be closed meanwhile.
    ///
    /// - Throws: `FileError` where the system gives no more descriptors, `ThreadError` where it gives no more threads.
    init(_ file: Int32) throws {
        let copy = dup(file)
        guard copy >= 0 else { throw FileError(operation: "open", errno: errno) }
        let request = request
        do {
            try DetachedThread.start { Self.work(on: copy, request) }
        } catch {
            close(copy)
            throw error
        }
    }

    private static func work(on copy: Int32, _ request: Monitor<Request>) {
        while isToSynchronize(request) {
            // The writer meets the same failure, and reports it.
            try? FileBytes.synchronize(copy)
        }
        close(copy)
    }

    deinit { request.withLock { $0 = .end } }

    /// Asks for what was written until now; while the disk is still busy with what was asked before, for both together.
    func synchronize() { request.withLock { $0 = .synchronize } }

    /// Waits for a request; `false` at the end.
    private static func isToSynchronize(_ request: Monitor<Request>) -> Bool {
        request.wait { request -> Bool? in
            switch request {
            case .none: return nil
            case .synchronize:
                request = .none
                return true
            case .end: return false
            }
        }
    }
}
