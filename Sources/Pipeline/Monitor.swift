internal import Glibc

/// State that threads share, with a lock around it and a way to wait for it to change (Hoare's monitor).
///
/// `Mutex` of the Synchronization module has no condition to wait on; blocking stages need one.
///
/// `@unchecked Sendable`: the state is touched only between lock and unlock.
@safe
package final class Monitor<State: ~Copyable>: @unchecked Sendable {
    private var state: State
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init(_ state: consuming sending State) {
        self.state = state
        unsafe pthread_mutex_init(mutex, nil)
        // Deadlines are on the monotonic clock: it is never set, so that a wait is as long as it was asked to be.
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(changed, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(changed)
        unsafe pthread_mutex_destroy(mutex)
        unsafe changed.deallocate()
        unsafe mutex.deallocate()
    }

    /// Changes the state and wakes all threads that wait.
    package func withLock<Result: ~Copyable>(_ body: (inout State) -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer {
            unsafe pthread_cond_broadcast(changed)
            unsafe pthread_mutex_unlock(mutex)
        }
        return body(&state)
    }

    /// Changes the state, and wakes the threads that wait where the new state is one that they wait for.
    package func withLock<Result: ~Copyable>(
        wakingIf isAwaited: (borrowing State) -> Bool,
        _ body: (inout State) -> Result
    ) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer {
            if isAwaited(state) { unsafe pthread_cond_broadcast(changed) }
            unsafe pthread_mutex_unlock(mutex)
        }
        return body(&state)
    }

    /// Changes the state without waking the threads that wait: for changes that none of them waits for.
    package func withQuietLock<Result: ~Copyable>(_ body: (inout State) -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// As ``wait(for:)``, for a time at most, by the monotonic clock; `nil` when the time is over.
    package func wait<Result>(milliseconds: Int, for body: (inout State) -> Result?) -> Result? {
        var deadline = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &deadline)
        let nanoseconds = deadline.tv_nsec + milliseconds % 1000 * 1_000_000
        deadline.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
        deadline.tv_nsec = nanoseconds % 1_000_000_000
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            if unsafe pthread_cond_timedwait(changed, mutex, &deadline) != 0 { return body(&state) }
        }
    }

    /// Looks at the state again after each change, until the body has a result.
    package func wait<Result: ~Copyable>(for body: (inout State) -> Result?) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) {
                unsafe pthread_cond_broadcast(changed)
                return result
            }
            unsafe pthread_cond_wait(changed, mutex)
        }
    }
}
