internal import Glibc

/// Small files, whole.
enum WholeFile {
    static func write(_ bytes: some Collection<UInt8>, to path: String) throws(ComparisonError) {
        let file = try FileWriter.create(path)
        try file.write(Array(bytes))
    }

    static func remove(_ path: String) throws(ComparisonError) {
        guard unsafe unlink(path) == 0 else { throw SystemFailure.error("cannot remove \(path)", errno) }
    }

    static func read(_ path: String) throws(ComparisonError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFailure.error("cannot read \(path)", errno) }
        defer { close(descriptor) }
        var status = stat()
        unsafe fstat(descriptor, &status)
        let size = Int(status.st_size)
        var count = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            while count < size {
                let more = unsafe Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), size - count)
                if more < 0 && errno == EINTR { continue }
                guard more > 0 else { break }
                count += more
            }
            filled = count
        }
        guard count == size else { throw SystemFailure.error("cannot read \(path)", errno) }
        return bytes
    }
}

/// Writes a file from its beginning to its end.
struct FileWriter: ~Copyable {
    private let path: String
    private let descriptor: Int32

    static func create(_ path: String) throws(ComparisonError) -> FileWriter {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw SystemFailure.error("cannot create \(path)", errno) }
        return FileWriter(path: path, descriptor: descriptor)
    }

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    func write(_ text: String) throws(ComparisonError) { try write(Array(text.utf8)) }

    func write(_ bytes: [UInt8]) throws(ComparisonError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { all in
                unsafe Glibc.write(descriptor, all.baseAddress?.advanced(by: written), all.count - written)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw SystemFailure.error("cannot write \(path)", errno) }
            written += count
        }
    }
}

/// A system call that failed.
enum SystemFailure {
    static func error(_ what: String, _ code: Int32) -> ComparisonError {
        let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        return ComparisonError(.writing, "\(what): \(reason)")
    }
}
