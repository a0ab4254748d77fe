internal import FFmpeg
internal import Files
internal import Glibc
internal import Pipeline

/// Copies parts of files, and what stands between them, into an output, on a thread of its own: two would wait for the output's
/// lock in the system, and so take more of the processors' time and not less of anybody's.
///
/// Long parts are copied one by one, where the system can take over whole blocks as they are. All else is gathered in memory, and
/// read and written together.
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
        var isBusy = false
        var isClosed = false
        var isStarted = false
        var failure: Failure?
    }

    private let monitor = Monitor(State())
    private let output: Int32
    private let throughMemory: Bool

    /// So many jobs wait at most.
    private static let queue = 4
    /// Shorter parts are gathered in memory, in bytes.
    private static let shortest = 256 << 10
    /// A part whose place in its file is as far into a block as that in the output is copied by the system; with others that takes
    /// longer than reading and writing. In bytes.
    private static let blockSize: UInt64 = 4096

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
        startThread()
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
            return state.jobs.isEmpty && !state.isBusy ? .some(nil) : nil
        }
    }

    /// Nothing more is copied.
    func stop() {
        monitor.withLock { state in
            state.isClosed = true
            state.jobs = []
        }
    }

    /// The thread begins with the first job.
    private func startThread() {
        let isFirst = monitor.withQuietLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        guard isFirst else { return }
        do {
            try DetachedThread.start { [self] in work(RangeCopy(throughMemory: throughMemory)) }
        } catch {
            fail(Failure(source: nil, error: FileError(operation: "copy", errno: error.errno)))
        }
    }

    private func work(_ ranges: RangeCopy) {
        var ranges = ranges
        var gathered = GatheredCopy()
        while let job = next() {
            do throws(Failure) {
                // Short parts that wait to be written together, and where they begin.
                var short: [Part] = []
                var start = job.place
                var place = job.place
                for part in job.parts {
                    let end = place + UInt64(part.count)
                    if let file = part.file, isForSystem(part, at: place) {
                        try write(short, of: job, at: start, &gathered, &ranges)
                        try copy(file, part, to: place, &ranges)
                        (short, start) = ([], end)
                    } else {
                        short.append(part)
                    }
                    place = end
                }
                try write(short, of: job, at: start, &gathered, &ranges)
            } catch {
                fail(error)
            }
            monitor.withLock { $0.isBusy = false }
        }
    }

    /// Whether a part is long, and as far into a block in its file as at its place in the output.
    private func isForSystem(_ part: Part, at place: UInt64) -> Bool {
        part.count >= Self.shortest && place % Self.blockSize == UInt64(part.offset) % Self.blockSize
    }

    /// Writes short parts, which wait in memory until then.
    private func write(
        _ parts: [Part],
        of job: Job,
        at start: UInt64,
        _ gathered: inout GatheredCopy,
        _ ranges: inout RangeCopy
    ) throws(Failure) {
        guard !parts.isEmpty else { return }
        do throws(FileError) {
            let all = parts.map { GatheredCopy.Part(file: $0.file?.descriptor, offset: $0.offset, count: $0.count) }
            if try gathered.copy(all, job.memory, to: output, at: start) { return }
        } catch {
            throw Failure(source: nil, error: error)
        }
        // Which of them cannot be read is found out one by one.
        var place = start
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
            state.isBusy = true
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
