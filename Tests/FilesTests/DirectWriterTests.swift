import Glibc
import TestSupport
import Testing

@testable import Files

/// Whatever comes in whatever parts is what is in the file.
@Suite struct DirectWriterTests {
    /// No two blocks are alike.
    private static func bytes(_ count: Int, seed: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: ($0 + seed) &* 0x9E37_79B9 >> 16) }
    }

    @Test(arguments: [[1], [4096], [4095, 1, 4097], [100_000, 300_000, 5], [262_144, 262_144, 1, 262_143, 700_001]])
    func `Parts of any size are one file`(sizes: [Int]) throws {
        let scratch = try ScratchDirectory()
        let file = try GrowingFile.create(path: scratch.file("file"), overwrites: false)
        let writer = DirectWriter(file.descriptor)
        var expected: [UInt8] = []
        for (index, size) in sizes.enumerated() {
            let part = Self.bytes(size, seed: index)
            try unsafe writer.append(part.span.bytes)
            expected += part
            // After each flush everything is there, as long as it is.
            if index % 2 == 0 {
                try writer.flush()
                #expect(try ScratchDirectory.bytes(of: scratch.file("file")) == expected)
            }
        }
        try writer.flush()
        #expect(try ScratchDirectory.bytes(of: scratch.file("file")) == expected)
    }

    @Test func `Whole blocks are written from where they are`() throws {
        let scratch = try ScratchDirectory()
        let file = try GrowingFile.create(path: scratch.file("file"), overwrites: false)
        let writer = DirectWriter(file.descriptor)
        let count = 2 * DirectWriter.blockSize
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count + 7, alignment: DirectWriter.blockSize)
        defer { unsafe memory.deallocate() }
        let expected = Self.bytes(count + 7, seed: 9)
        unsafe memory.copyBytes(from: expected)
        try writer.append(unsafe UnsafeRawBufferPointer(memory).bytes)
        // Not flushed: what is no whole block waits, and so does the first one.
        let hidden = [UInt8](repeating: 0, count: DirectWriter.blockSize)
        let seen = hidden + expected[DirectWriter.blockSize..<count]
        #expect(try ScratchDirectory.bytes(of: scratch.file("file")) == seen)
        try unsafe writer.append(expected.span.bytes)
        try writer.flush()
        #expect(try ScratchDirectory.bytes(of: scratch.file("file")) == expected + expected)
    }

    /// As on SMB, where a locked file takes nothing from other descriptors.
    @Test func `Where nothing can be written directly, it goes through the file`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("file")
        let file = try GrowingFile.create(path: path, overwrites: false)
        // Not open for writing.
        let writer = DirectWriter(file.descriptor, direct: unsafe open(path, O_RDONLY | O_CLOEXEC))
        let expected = Self.bytes(5 * DirectWriter.blockSize + 3, seed: 4)
        try unsafe writer.append(expected.span.bytes)
        try writer.flush()
        #expect(try ScratchDirectory.bytes(of: path) == expected)
    }

    @Test func `A disk that is full for direct writes is not written to in another way`() throws {
        let scratch = try ScratchDirectory()
        let file = try GrowingFile.create(path: scratch.file("file"), overwrites: false)
        let writer = DirectWriter(file.descriptor, direct: unsafe open("/dev/full", O_WRONLY | O_CLOEXEC))
        let error = #expect(throws: FileError.self) {
            try unsafe writer.append(Self.bytes(DirectWriter.blockSize, seed: 1).span.bytes)
            try writer.flush()
        }
        #expect(error?.errno == ENOSPC)
    }

    @Test func `A full disk is an error`() throws {
        let full = unsafe open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(full) }
        let writer = DirectWriter(full)
        let error = #expect(throws: FileError.self) {
            try unsafe writer.append(Self.bytes(DirectWriter.blockSize, seed: 1).span.bytes)
            try writer.flush()
        }
        #expect(error?.errno == ENOSPC)
    }
}
