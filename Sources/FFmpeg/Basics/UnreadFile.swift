internal import CFFmpeg
internal import Glibc
package import MediaSyntax
internal import PathNames
internal import Synchronization

/// A file out of which packets are copied without being read. Each of its bytes has an address, so that the payload of a packet
/// can point at its place in the file; but what stands there is zero. Who looks into a payload has it read from the file, and
/// who writes it has it copied from file to file.
///
/// The addresses belong to no file: one that is cut short meanwhile is an error of reading, and no signal.
///
/// `@unchecked Sendable`: payloads are looked into by the thread that reads the packets, and nothing else changes.
@safe
package final class UnreadFile: @unchecked Sendable {
    package let path: String
    /// The file, open for reading.
    package let descriptor: Int32
    /// In bytes, when the file was opened.
    package let count: Int
    private let base: UnsafeMutablePointer<UInt8>
    private let stamp: [Int]
    private let payloads: PayloadReader

    /// Opens a regular file; `nil` where it is none, or cannot be opened. `units` says how payloads are divided.
    package init?(path: String, units: NALUnits?) {
        let descriptor = unsafe open(path.pathBytes, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard let stamp = Self.stamp(of: descriptor), stamp[0] > 0,
            let start = unsafe mmap(nil, stamp[0], PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
            unsafe start != MAP_FAILED
        else {
            close(descriptor)
            return nil
        }
        self.path = path
        self.descriptor = descriptor
        self.stamp = stamp
        count = stamp[0]
        unsafe base = start.assumingMemoryBound(to: UInt8.self)
        payloads = PayloadReader(descriptor, units: units)
        Self.places.withLock {
            unsafe $0.append(Place(start: Int(bitPattern: start), count: count, file: Unmanaged.passUnretained(self)))
        }
    }

    deinit {
        let start = unsafe Int(bitPattern: base)
        Self.places.withLock { $0.removeAll { $0.start == start } }
        unsafe munmap(base, count)
        close(descriptor)
    }

    /// Whether somebody has written to the file since it was opened.
    package var hasChanged: Bool { Self.stamp(of: descriptor) != stamp }

    /// Whether both are one file, which nobody has written to between the times at which they were opened.
    package func isSame(as other: UnreadFile) -> Bool { self === other || stamp == other.stamp }

    /// The size, the time of the last change, and which file it is; `nil` where it is no regular file.
    private static func stamp(of descriptor: Int32) -> [Int]? {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return [
            status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
            Int(bitPattern: status.st_dev), Int(bitPattern: status.st_ino),
        ]
    }
}

/// Addresses.
extension UnreadFile {
    @safe
    private struct Place: @unchecked Sendable {
        let start: Int
        let count: Int
        let file: Unmanaged<UnreadFile>
    }

    /// All files that have addresses.
    private static let places = Mutex<[Place]>([])

    /// The file in which bytes begin, and where; `nil` for bytes that are in memory. Bytes behind the file's end cannot be read.
    static func place(of bytes: UnsafePointer<UInt8>) -> (file: UnreadFile, offset: Int64)? {
        let address = Int(bitPattern: bytes)
        return places.withLock { places in
            for place in places where address >= place.start && address - place.start < place.count {
                return unsafe (place.file.takeUnretainedValue(), Int64(address - place.start))
            }
            return nil
        }
    }

    /// A reference to the addresses, which keeps the file open until it is released.
    func makeBuffer() throws(FFmpegError) -> UnsafeMutablePointer<AVBufferRef> {
        let owner = unsafe Unmanaged.passRetained(self)
        let buffer = unsafe av_buffer_create(
            base,
            count,
            { opaque, _ in
                if let opaque = unsafe opaque { unsafe Unmanaged<UnreadFile>.fromOpaque(opaque).release() }
            },
            owner.toOpaque(),
            AV_BUFFER_FLAG_READONLY
        )
        if unsafe buffer == nil { unsafe owner.release() }
        return try unsafe allocated(buffer, "a packet's payload")
    }

    func address(of offset: Int64) -> UnsafeMutablePointer<UInt8> { unsafe base + Int(offset) }
}

/// Payloads.
extension UnreadFile {
    /// A payload, read from the file; an empty one where that is not possible. Where `headsOnly`, only what stands outside of
    /// frames' data is sure to be read: of a frame's units the first bytes.
    func withPayload<Result>(
        at address: UnsafePointer<UInt8>,
        _ count: Int,
        headsOnly: Bool,
        _ body: (Span<UInt8>) throws -> Result
    ) rethrows -> Result {
        let offset = unsafe Int(bitPattern: address) - Int(bitPattern: base)
        let bytes = unsafe payloads.payload(at: offset, count: count, headsOnly: headsOnly)
        return try unsafe body(Span(_unsafeElements: bytes))
    }
}
