internal import FFmpeg
internal import Files
internal import Glibc
internal import Pipeline

/// Copies parts of files into an output, on threads of its own.
///
/// There are two: the system's copying holds the output's lock for long, and while one thread waits for that, the other one
/// reads. Both by the system's call take a third more of the processors' time; one by that call and one through memory do not.
final class RangeCopier: Sendable {
    /// A part of a file, and where in the output it goes, in bytes.
    struct Part: Sendable {
        let file: UnreadFile
        let offset: UInt64
        let count: Int
        let place: UInt64
    }

    /// What went wrong; `source` is the file that could not be read.
    struct Failure: Sendable {
        let source: String?
        let error: FileError
    }

    private struct State {
        var jobs: [[Part]] = []
        var busy = 0
        var isClosed = false
        var isStarted = false
        var failure: Failure?
    }

    private let monitor = Monitor(State())
    private let output: Int32
    private let throughMemory: Bool

    private static let threads = 2
    /// So many jobs wait at most.
    private static let queue = 4

    /// Of an open file. With `throughMemory`, the system is not asked to copy.
    init(into descriptor: Int32, throughMemory: Bool) throws(FileError) {
        // A thread may still be at work when the file is given up.
        output = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard output >= 0 else { throw FileError(operation: "write", errno: errno) }
        self.throughMemory = throughMemory
    }

    deinit { close(output) }

    /// Has parts copied; waits while too many are waiting. Returns what went wrong with earlier ones.
    func add(_ job: [Part]) -> Failure? {
        startThreads()
        return monitor.wait { state -> Failure?? in
            if let failure = state.failure { return .some(failure) }
            guard state.jobs.count < Self.queue else { return nil }
            state.jobs.append(job)
            return .some(nil)
        }
    }

    /// Waits until all is copied. Returns what went wrong.
    func drain() -> Failure? {
        monitor.wait { state -> Failure?? in
            if let failure = state.failure { return .some(failure) }
            return state.jobs.isEmpty && state.busy == 0 ? .some(nil) : nil
        }
    }

    /// Nothing more is copied.
    func stop() {
        monitor.withLock { state in
            state.isClosed = true
            state.jobs = []
        }
    }

    /// The threads begin with the first job.
    private func startThreads() {
        let isFirst = monitor.withQuietLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        guard isFirst else { return }
        for number in 0..<Self.threads {
            let ranges = RangeCopy(throughMemory: throughMemory || number > 0)
            do {
                try DetachedThread.start { [self] in work(ranges) }
            } catch {
                // One is enough.
                if number == 0 { fail(Failure(source: nil, error: FileError(operation: "copy", errno: error.errno))) }
                return
            }
        }
    }

    private func work(_ ranges: RangeCopy) {
        var ranges = ranges
        while let job = next() {
            for part in job {
                do throws(FileError) {
                    try ranges.copy(
                        part.file.descriptor,
                        at: part.offset,
                        count: part.count,
                        to: output,
                        at: part.place
                    )
                } catch {
                    fail(Failure(source: error.operation == "read" ? part.file.path : nil, error: error))
                    break
                }
            }
            monitor.withLock { $0.busy -= 1 }
        }
    }

    /// The next job; `nil` when none will come.
    private func next() -> [Part]? {
        monitor.wait { state -> [Part]?? in
            if state.isClosed { return .some(nil) }
            guard !state.jobs.isEmpty else { return nil }
            state.busy += 1
            return .some(state.jobs.removeFirst())
        }
    }

    private func fail(_ failure: Failure) {
        monitor.withLock { state in
            state.failure = state.failure ?? failure
            state.jobs = []
        }
    }
}
