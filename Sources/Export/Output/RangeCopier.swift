internal import FFmpeg
internal import Files
internal import Glibc
internal import Pipeline

/// Copies parts of files, and what stands between them, into an output, on threads of its own.
///
/// Long parts are copied one by one. Short ones are gathered in memory, and read and written together.
///
/// There are two: the system's copying holds the output's lock for long, and while one thread waits for that, the other one
/// reads. Both by the system's call take a third more of the processors' time; one by that call and one through memory do not.
final class RangeCopier: Sendable {
    /// What follows one another in the output.
    struct Job: Sendable {
        /// Where it begins, in bytes.
        var place: UInt64 = 0
        /// Parts of files, and of what is in memory.
        private(set) var parts: [Part] = []
        private(set) var memory: [UInt8] = []
        /// In bytes.
        private(set) var count = 0

        /// Adds bytes in memory.
        mutating func append(_ bytes: borrowing RawSpan) {
            add(Part(file: nil, offset: memory.count, count: bytes.byteCount))
            unsafe bytes.withUnsafeBytes { unsafe memory.append(contentsOf: $0) }
        }

        /// Adds a part of a file.
        mutating func append(_ file: UnreadFile, from offset: Int, count: Int) {
            add(Part(file: file, offset: offset, count: count))
        }

        private mutating func add(_ part: Part) {
            count += part.count
            if let last = parts.last, last.file === part.file, last.offset + last.count == part.offset {
                parts[parts.count - 1].count += part.count
            } else {
                parts.append(part)
            }
        }
    }

    /// A part of a file, or of a job's bytes in memory (`nil`).
    struct Part: Sendable {
        let file: UnreadFile?
        let offset: Int
        var count: Int
    }

    /// What went wrong; `source` is the file that could not be read.
    struct Failure: Error {
        let source: String?
        let error: FileError
    }

    private struct State {
        var jobs: [Job] = []
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
    /// Shorter parts are gathered in memory, in bytes.
    private static let shortest = 256 << 10

    /// Of an open file. With `throughMemory`, the system is not asked to copy.
    init(into descriptor: Int32, throughMemory: Bool) throws(FileError) {
        // A thread may still be at work when the file is given up.
        output = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard output >= 0 else { throw FileError(operation: "write", errno: errno) }
        self.throughMemory = throughMemory
    }

    deinit { close(output) }

    /// Has a job done; waits while too many are waiting. Returns what went wrong with earlier ones.
    func add(_ job: Job) -> Failure? {
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
        var gathered = GatheredCopy()
        while let job = next() {
            do throws(Failure) {
                var place = job.place
                var short: [Part] = []
                for part in job.parts {
                    if let file = part.file, part.count >= Self.shortest {
                        place += try write(short, of: job, at: place, &gathered, &ranges)
                        short = []
                        try copy(file, part, to: place, &ranges)
                        place += UInt64(part.count)
                    } else {
                        short.append(part)
                    }
                }
                _ = try write(short, of: job, at: place, &gathered, &ranges)
            } catch {
                fail(error)
            }
            monitor.withLock { $0.busy -= 1 }
        }
    }

    /// Writes short parts, and returns how many bytes they have.
    private func write(
        _ parts: [Part],
        of job: Job,
        at start: UInt64,
        _ gathered: inout GatheredCopy,
        _ ranges: inout RangeCopy
    ) throws(Failure) -> UInt64 {
        guard !parts.isEmpty else { return 0 }
        var place = start
        do throws(FileError) {
            let all = parts.map { GatheredCopy.Part(file: $0.file?.descriptor, offset: $0.offset, count: $0.count) }
            if try gathered.copy(all, job.memory, to: output, at: start) {
                return parts.reduce(0) { $0 + UInt64($1.count) }
            }
        } catch {
            throw Failure(source: nil, error: error)
        }
        // Which of them cannot be read is found out one by one.
        for part in parts {
            if let file = part.file {
                try copy(file, part, to: place, &ranges)
            } else {
                do throws(FileError) {
                    let bytes = job.memory.span.extracting(part.offset..<part.offset + part.count)
                    try unsafe FileBytes.write(bytes.bytes, to: output, at: place)
                } catch {
                    throw Failure(source: nil, error: error)
                }
            }
            place += UInt64(part.count)
        }
        return place - start
    }

    private func copy(
        _ file: UnreadFile,
        _ part: Part,
        to place: UInt64,
        _ ranges: inout RangeCopy
    ) throws(Failure) {
        do throws(FileError) {
            try ranges.copy(file.descriptor, at: UInt64(part.offset), count: part.count, to: output, at: place)
        } catch {
            throw Failure(source: error.operation == "read" ? file.path : nil, error: error)
        }
    }

    /// The next job; `nil` when none will come.
    private func next() -> Job? {
        monitor.wait { state -> Job?? in
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
