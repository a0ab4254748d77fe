import Glibc
import TestSupport
import Testing

@testable import Files

/// What is known of a file without opening it.
@Suite struct FileAttributesTests {
    /// Nanoseconds since 1970 in 64 bits end in 2262, and begin in 1677. File systems go on.
    @Test(arguments: [10_000_000_000, -9_500_000_000, 0]) func `A file of any date`(seconds: Int) throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.write([1], to: "file")
        let before = FileAttributes(path)
        let times = [timespec(tv_sec: seconds, tv_nsec: 1), timespec(tv_sec: seconds, tv_nsec: 1)]
        try #require(unsafe utimensat(AT_FDCWD, path, times, 0) == 0)
        let after = try #require(FileAttributes(path))
        #expect(after != before)
        #expect(after == FileAttributes(path))
    }
}
