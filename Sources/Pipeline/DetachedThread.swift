internal import Glibc

/// A thread whose end is not waited for.
package enum DetachedThread {
    /// Runs a body on a new thread, so that the body may block.
    ///
    /// - Throws: ``ThreadError`` where the system gives no thread. The body is then never called.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(ThreadError) {
        let context = unsafe Unmanaged.passRetained(Job(body)).toOpaque()
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread,
            nil,
            { context in
                if let context = unsafe context { unsafe Unmanaged<Job>.fromOpaque(context).takeRetainedValue().body() }
                return nil
            },
            context
        )
        guard code == 0 else {
            unsafe Unmanaged<Job>.fromOpaque(context).release()
            throw ThreadError(errno: code)
        }
        pthread_detach(thread)
    }

    private final class Job: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}

/// The system gives no more threads.
package struct ThreadError: Error, Hashable, CustomStringConvertible {
    /// The system's number for the reason.
    package let errno: Int32

    package init(errno: Int32) { self.errno = errno }

    /// The reason in the system's words.
    package var description: String {
        let reason = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
        return "the system gives no more threads: \(reason)"
    }
}
