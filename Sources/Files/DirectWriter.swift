internal import Glibc

/// Writes a file from its beginning to its end, without the system's page cache where the file system allows it (`O_DIRECT`).
///
/// The cache is of no use for data that is written once and not read soon. It costs a copy of each byte, and pushes other
/// programs' data out. A direct write must consist of whole blocks, aligned in memory and in the file. Aligned bytes are
/// written as they come, if no part of a block is waiting. Other bytes are collected until they fill blocks. A part of a
/// block that is left at a flush is written through the cache, and written again later with the bytes that follow it.
///
/// The first block after a flush is written last, by the next flush. Until then a reader finds zeros in its place, and so
/// does not read data that is not complete.
///
/// `@unchecked Sendable`: one thread at a time uses it.
@safe
package final class DirectWriter: @unchecked Sendable {
    /// In bytes. It is a multiple of the block size of every disk.
    package static let blockSize = 4096
    private static let capacity = 64 * blockSize

    private let file: Int32
    /// The same file, open for direct writes; −1 where they are not possible.
    private var direct: Int32
    private let buffer: UnsafeMutableRawPointer
    /// The block that is held back until the next flush. It belongs at `headPosition`, which is `nil` where there is none.
    private let head: UnsafeMutableRawPointer
    private var headPosition: UInt64?
    /// Bytes in the buffer.
    private var count = 0
    /// Where the first of them belongs in the file: the beginning of a block.
    private var position: UInt64 = 0

    /// Errors that another way to write would not escape: there is no room, or the disk is broken.
    private static let lasting: Set<Int32> = [ENOSPC, EDQUOT, EFBIG, EIO]

    /// Writes to an empty file that is open for writing. The file must stay open as long as this object is used.
    package convenience init(_ file: Int32) {
        self.init(file, direct: unsafe open("/proc/self/fd/\(file)", O_WRONLY | __O_DIRECT | O_CLOEXEC))
    }

    /// Writes with a second descriptor for direct writes, which is closed with this object; −1 for none.
    init(_ file: Int32, direct: Int32) {
        self.file = file
        self.direct = direct
        unsafe buffer = .allocate(byteCount: Self.capacity, alignment: Self.blockSize)
        unsafe head = .allocate(byteCount: Self.blockSize, alignment: Self.blockSize)
    }

    deinit {
        closeDirect()
        unsafe buffer.deallocate()
        unsafe head.deallocate()
    }

    /// Appends bytes. Some of them may not be in the file when this returns.
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

    /// Writes everything that is not in the file yet.
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

    /// Writes the whole blocks of the buffer, and moves the rest to its beginning.
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

    /// Writes whole blocks, except the first one since the last flush, which is held back.
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
                // Some file systems accept O_DIRECT when the file is opened, and refuse direct writes afterwards. On SMB nothing
                // is written to a locked file but through the descriptor that has the lock.
                guard !Self.lasting.contains(error.errno) else { throw error }
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
