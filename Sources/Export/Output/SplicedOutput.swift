internal import FFmpeg
internal import Files
internal import Glibc

/// The file of an export to which payloads are copied from the source without being read. Those that follow one another in
/// both files are copied at once.
///
/// `@unchecked Sendable`: the muxer writes to it, which a lock guards.
final class SplicedOutput: MuxerFile, @unchecked Sendable {
    private let descriptor: Int32
    private let copier: RangeCopier
    /// Where the next byte goes.
    private var place: UInt64 = 0
    private(set) var size: Int64 = 0
    /// Bytes that are not written yet; they end at ``place``, or where the range begins.
    private var bytes: [UInt8] = []
    /// What follows them; it ends at ``place``.
    private var range: (file: UnreadFile, offset: Int64, count: Int)?
    /// Ranges that are not handed to the copier yet, and how many bytes they have.
    private var job: (parts: [RangeCopier.Part], count: Int) = ([], 0)
    /// The files of which parts were copied.
    private var sources: [UnreadFile] = []
    /// The source that could not be read, and why.
    private var failure: (path: String, error: FileError)?

    /// So many bytes are held at most.
    private static let bufferSize = 256 << 10
    /// Shorter ranges go through memory, with the bytes next to them.
    private static let shortest = 16 << 10
    /// Ranges are copied in jobs of about so many bytes.
    private static let jobSize = 1 << 20

    /// Of an open file. With `throughMemory`, the system is not asked to copy.
    init(descriptor: Int32, throughMemory: Bool = false) throws(FileError) {
        self.descriptor = descriptor
        copier = try RangeCopier(into: descriptor, throughMemory: throughMemory)
        bytes.reserveCapacity(Self.bufferSize)
    }

    deinit { copier.stop() }

    func write(_ new: borrowing RawSpan) -> Int32 {
        var code = endRange()
        if code == 0, bytes.count + new.byteCount > Self.bufferSize { code = writeBytes() }
        guard code == 0 else { return code }
        if new.byteCount > Self.bufferSize {
            do throws(FileError) {
                try FileBytes.write(new, to: descriptor, at: place)
            } catch {
                return error.errno
            }
        } else {
            unsafe new.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
        }
        advance(new.byteCount)
        return 0
    }

    func copy(_ file: UnreadFile, from offset: Int64, count: Int) -> Int32 {
        if let held = range, held.file === file, held.offset + Int64(held.count) == offset {
            range?.count += count
        } else {
            let code = endRange()
            guard code == 0 else { return code }
            range = (file, offset, count)
            if !sources.contains(where: { $0 === file }) { sources.append(file) }
        }
        advance(count)
        return (range?.count ?? 0) >= Self.jobSize ? endRange() : 0
    }

    func seek(to target: Int64) -> Int32 {
        var code = endRange()
        if code == 0 { code = writeBytes() }
        if code == 0 { place = UInt64(target) }
        return code
    }

    /// Writes all that is held.
    ///
    /// - Throws: ``ExportError`` where something could not be copied, or where a source was changed meanwhile.
    func finish() throws(ExportError) {
        var code = endRange()
        if code == 0 { code = writeBytes() }
        if code == 0 { code = handOver() }
        if code == 0 { code = note(copier.drain()) }
        try checkSources()
        if code != 0 {
            let error = FileError(operation: "write", errno: code)
            let message = "cannot write the output: \(error.reason)"
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

    private func advance(_ count: Int) {
        place += UInt64(count)
        size = max(size, Int64(place))
    }

    /// Writes the bytes that are held in front of the range, or of the place.
    private func writeBytes() -> Int32 {
        guard !bytes.isEmpty else { return 0 }
        let start = place - UInt64(range?.count ?? 0) - UInt64(bytes.count)
        defer { bytes.removeAll(keepingCapacity: true) }
        do throws(FileError) {
            try FileBytes.write(bytes, to: descriptor, at: start)
            return 0
        } catch {
            return error.errno
        }
    }

    /// Has the range copied, or reads it where it is short.
    private func endRange() -> Int32 {
        guard let held = range else { return 0 }
        if held.count < Self.shortest { return readRange(held) }
        let code = writeBytes()
        range = nil
        let part = RangeCopier.Part(
            file: held.file,
            offset: UInt64(held.offset),
            count: held.count,
            place: place - UInt64(held.count)
        )
        job.parts.append(part)
        job.count += held.count
        return code == 0 && job.count >= Self.jobSize ? handOver() : code
    }

    private func handOver() -> Int32 {
        guard !job.parts.isEmpty else { return 0 }
        defer { job = ([], 0) }
        return note(copier.add(job.parts))
    }

    /// The system's number for what went wrong; 0 where nothing did.
    private func note(_ error: RangeCopier.Failure?) -> Int32 {
        guard let error else { return 0 }
        if let source = error.source { failure = (source, error.error) }
        return error.error.errno
    }

    /// Reads the range, to be written with the bytes in front of it.
    private func readRange(_ held: (file: UnreadFile, offset: Int64, count: Int)) -> Int32 {
        if bytes.count + held.count > Self.bufferSize {
            let code = writeBytes()
            guard code == 0 else { return code }
        }
        range = nil
        do throws(FileError) {
            bytes += try FileBytes.read(held.file.descriptor, at: UInt64(held.offset), count: held.count)
            return 0
        } catch {
            failure = (held.file.path, error)
            return error.errno
        }
    }
}
