internal import FFmpeg
internal import Files
internal import Glibc

/// The file of an export to which payloads are copied from the source without being read. Those that follow one another in
/// both files are copied at once.
///
/// `@unchecked Sendable`: the muxer writes to it, on one thread at a time.
final class SplicedOutput: MuxerFile, @unchecked Sendable {
    private let copier: RangeCopier
    /// Where the next byte goes.
    private var place: UInt64 = 0
    private(set) var size: Int64 = 0
    /// What is not handed to the copier yet; it ends at ``place``.
    private var job = RangeCopier.Job()
    /// The files of which parts were copied.
    private var sources: [UnreadFile] = []
    /// The source that could not be read, and why.
    private var failure: (path: String, error: FileError)?

    /// The copier gets so many bytes at a time, from one multiple of them in the file to the next: the system writes whole blocks
    /// faster, and more of them together.
    private static let jobSize = 1 << 20

    /// What errors call the file.
    private let name: String

    /// Of an open file. With `throughMemory`, the system is not asked to copy.
    init(descriptor: Int32, name: String, throughMemory: Bool) throws(FileError) {
        self.name = name
        copier = try RangeCopier(into: descriptor, throughMemory: throughMemory)
    }

    deinit { copier.stop() }

    func write(_ new: borrowing RawSpan) -> Int32 {
        var done = 0
        while done < new.byteCount {
            let part = done..<done + min(new.byteCount - done, room)
            job.append(new.extracting(part))
            if let code = advance(part.count) { return code }
            done = part.upperBound
        }
        return 0
    }

    func copy(_ file: UnreadFile, from offset: Int64, count: Int) -> Int32 {
        // Each track has opened the file for itself. What lies side by side is read at once where it is the same one.
        let known = sources.first { $0.isSame(as: file) }
        if known == nil { sources.append(file) }
        var start = Int(offset)
        let end = start + count
        while start < end {
            let part = min(end - start, room)
            job.append(known ?? file, from: start, count: part)
            if let code = advance(part) { return code }
            start += part
        }
        return 0
    }

    /// So many bytes go into the current job at most.
    private var room: Int { Self.jobSize - Int(place % UInt64(Self.jobSize)) }

    /// What comes next may replace what was written before, and so waits until that is done.
    func seek(to target: Int64) -> Int32 {
        var code = handOver()
        if code == 0 { code = note(copier.drain()) }
        place = UInt64(target)
        job.place = place
        return code
    }

    /// Writes all that is held. Nothing more is copied then.
    ///
    /// - Throws: ``ExportError`` where something could not be copied, or where a source was changed meanwhile.
    func finish() throws(ExportError) {
        var code = handOver()
        if code == 0 { code = note(copier.drain()) }
        copier.stop()
        try checkSources()
        if code != 0 {
            let error = FileError(operation: "write", errno: code)
            let message = "cannot write \(name): \(error.reason)"
            throw ExportError(error.isFull ? .noSpace : .writing, message)
        }
    }

    /// Throws where a source could not be read, or was changed while it was copied.
    func checkSources() throws(ExportError) {
        if let failure {
            throw ExportError(.inputUnreadable, "cannot read \(failure.path): \(failure.error.reason)")
        }
        if let changed = sources.first(where: \.hasChanged) {
            throw ExportError(.inputUnreadable, "\(changed.path) was changed while it was copied")
        }
    }

    /// So many bytes were added to the job. The system's number for what went wrong; `nil` where nothing did.
    private func advance(_ count: Int) -> Int32? {
        place += UInt64(count)
        size = max(size, Int64(place))
        guard place % UInt64(Self.jobSize) == 0 else { return nil }
        let code = handOver()
        return code == 0 ? nil : code
    }

    private func handOver() -> Int32 {
        defer {
            job = RangeCopier.Job()
            job.place = place
        }
        return job.count > 0 ? note(copier.add(job)) : 0
    }

    /// The system's number for what went wrong; 0 where nothing did.
    private func note(_ error: RangeCopier.Failure?) -> Int32 {
        guard let error else { return 0 }
        if let source = error.source { failure = (source, error.error) }
        return error.error.errno
    }
}
