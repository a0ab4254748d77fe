internal import Glibc

/// Writes a file from its beginning on, past the system's page cache where the file system lets one (`O_DIRECT`).
///
/// What is written once and not read again soon gains nothing from the cache: each byte is copied once more and a page is
/// cleared for it, and what other programs have in the cache goes. Direct writes are of whole blocks, in memory as in the
/// file: so is everything that is added where there is no part of a block before it. Other bytes are collected; what is
/// left over at the end goes through the cache, and is written again with what follows it.
///
/// The first block after a flush is written last, by the next flush: until then there is nothing but zeros where a reader
/// would find that something begins, and what is not whole is not read.
///
/// `@unchecked Sendable`: one thread at a time uses it.
@safe
package final class DirectWriter: @unchecked Sendable {
    /// Every disk's blocks divide this.
    package static let blockSize = 4096
    private static let capacity = 64 * blockSize

    private let file: Int32
    /// The same file, open for direct writes; negative where there are none.
    private var direct: Int32
    private let buffer: UnsafeMutableRawPointer
    /// The block that is held back until the next flush, and where it belongs; `nil` where there is none.
    private let head: UnsafeMutableRawPointer
    private var headPosition: UInt64?
    /// Bytes in the buffer.
    private var count = 0
    /// Where the first of them belongs in the file: the beginning of a block.
    private var position: UInt64 = 0

    /// Writes to an empty file that is open for writing, and stays open as long as this is used.
    package init(_ file: Int32) {
        self.file = file
        direct = unsafe open("/proc/self/fd/\(file)", O_WRONLY | __O_DIRECT | O_CLOEXEC)
        unsafe buffer = .allocate(byteCount: Self.capacity, alignment: Self.blockSize)
        unsafe head = .allocate(byteCount: Self.blockSize, alignment: Self.blockSize)
    }

    deinit {
        closeDirect()
        unsafe buffer.deallocate()
        unsafe head.deallocate()
    }

    /// Adds bytes at the end; not all of them are in the file when this returns.
    package func append(_ bytes: borrowing RawSpan) throws(FileError) {
        var done = 0
        if count == 0, isAligned(bytes) {
            done = bytes.byteCount - bytes.byteCount % Self.blockSize
            try write(bytes.extracting(first: done))
        }
        while done < bytes.byteCount {
            let part = min(bytes.byteCount - done, Self.capacity - count)
            unsafe bytes.extracting(done..<done + part).withUnsafeBytes { source in
                unsafe UnsafeMutableRawBufferPointer(start: buffer + count, count: part).copyMemory(from: source)
            }
            done += part
            count += part
            if count == Self.capacity { try writeBlocks() }
        }
    }

    /// Puts into the file what is not in it yet.
    package func flush() throws(FileError) {
        try writeBlocks()
        if count > 0 {
            let rest = unsafe UnsafeRawBufferPointer(start: buffer, count: count)
            try FileBytes.write(unsafe rest.bytes, to: file, at: position)
        }
        if let place = headPosition {
            headPosition = nil
            try put(unsafe UnsafeRawBufferPointer(start: head, count: Self.blockSize).bytes, at: place)
        }
    }

    /// Writes the whole blocks; the rest moves to the buffer's beginning.
    private func writeBlocks() throws(FileError) {
        let length = count - count % Self.blockSize
        guard length > 0 else { return }
        try write(unsafe UnsafeRawBufferPointer(start: buffer, count: length).bytes)
        unsafe buffer.copyMemory(from: buffer + length, byteCount: count - length)
        count -= length
    }

    private func isAligned(_ bytes: borrowing RawSpan) -> Bool {
        unsafe bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) % UInt(Self.blockSize) == 0 }
    }

    /// Writes whole blocks, but for the first one since the last flush.
    private func write(_ blocks: borrowing RawSpan) throws(FileError) {
        guard blocks.byteCount > 0 else { return }
        var start = 0
        if headPosition == nil {
            start = Self.blockSize
            unsafe blocks.extracting(first: start).withUnsafeBytes { source in
                unsafe UnsafeMutableRawBufferPointer(start: head, count: start).copyMemory(from: source)
            }
            headPosition = position
        }
        if start < blocks.byteCount {
            try put(blocks.extracting(start..<blocks.byteCount), at: position + UInt64(start))
        }
        position += UInt64(blocks.byteCount)
    }

    private func put(_ blocks: borrowing RawSpan, at place: UInt64) throws(FileError) {
        if direct >= 0 {
            do throws(FileError) {
                try FileBytes.write(blocks, to: direct, at: place)
                return
            } catch {
                // Some file systems open files for direct writes, and then have none.
                guard error.errno == EINVAL else { throw error }
                closeDirect()
            }
        }
        try FileBytes.write(blocks, to: file, at: place)
    }

    private func closeDirect() {
        if direct >= 0 { close(direct) }
        direct = -1
    }
}
