import Files
import Glibc
import TestSupport
import Testing

/// Parts of a file get to another file whole, by the system and through memory.
@Suite struct RangeCopyTests {
    private static let bytes = (0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 &* 0x9E37_79B9 >> 13) }

    /// Copies parts of a file, each with its place in the other one.
    private static func copied(
        _ parts: [(offset: Int, count: Int, place: Int)],
        throughMemory: Bool,
        from source: String,
        to target: String
    ) throws -> [UInt8] {
        let from = unsafe open(source, O_RDONLY | O_CLOEXEC)
        let to = unsafe open(target, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer {
            close(from)
            close(to)
        }
        try #require(from >= 0 && to >= 0)
        var ranges = RangeCopy(throughMemory: throughMemory)
        for part in parts {
            try ranges.copy(from, at: UInt64(part.offset), count: part.count, to: to, at: UInt64(part.place))
        }
        return try ScratchDirectory.bytes(of: target)
    }

    @Test(arguments: [false, true]) func `Every part comes to its place`(throughMemory: Bool) throws {
        let scratch = try ScratchDirectory()
        let source = try scratch.write(Self.bytes, to: "source")
        let copy = try Self.copied(
            [(1_000_001, 400_007, 700_003), (5, 700_000, 3), (0, 3, 0)],
            throughMemory: throughMemory,
            from: source,
            to: scratch.file("target")
        )
        var expected = Array(Self.bytes[0..<3])
        expected += Self.bytes[5..<700_005]
        expected += Self.bytes[1_000_001..<1_400_008]
        #expect(copy == expected)
    }

    @Test func `Another file system is no obstacle`() throws {
        // A file system in memory, on nearly every system.
        guard unsafe access("/dev/shm", W_OK) == 0 else { return }
        let scratch = try ScratchDirectory()
        let target = "/dev/shm/overcrank-tests-\(getpid())-ranges"
        defer { unsafe unlink(target) }
        let source = try scratch.write(Self.bytes, to: "source")
        let copy = try Self.copied([(7, 1_200_000, 0)], throughMemory: false, from: source, to: target)
        #expect(copy == Array(Self.bytes[7..<1_200_007]))
    }

    @Test(arguments: [false, true]) func `A source that ends before is an error of reading`(throughMemory: Bool) throws
    {
        let scratch = try ScratchDirectory()
        let source = try scratch.write(Self.bytes, to: "source")
        let error = #expect(throws: FileError.self) {
            try Self.copied(
                [(1_499_000, 2000, 0)],
                throughMemory: throughMemory,
                from: source,
                to: scratch.file("target")
            )
        }
        #expect(error?.operation == "read")
    }
}
