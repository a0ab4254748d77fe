import Files
import Glibc
import TestSupport
import Testing

@testable import Capture

/// What was written is put on the disk beside the writing.
@Suite struct DiskSynchronizerTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `What could not be put on the disk is said to whoever asks, each time`() throws {
        // A descriptor that only names the file: all that is done with it fails.
        let file = try unsafe open(scratch.write([1], to: "file"), __O_PATH)
        defer { close(file) }
        let disk = try DiskSynchronizer(file)
        try disk.wait()
        try disk.synchronize()
        for _ in 0..<2 {
            let error = #expect(throws: FileError.self) { try disk.wait() }
            #expect(error?.errno == EBADF)
            #expect(throws: FileError.self) { try disk.synchronize() }
        }
    }

    @Test func `A file system that cannot wait for its disk is no failure`() throws {
        var pair: [Int32] = [-1, -1]
        try #require(unsafe pipe(&pair) == 0)
        defer { for end in pair { close(end) } }
        for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let disk = try DiskSynchronizer(pair[1])
        try disk.synchronize()
        try disk.wait()
    }

    /// The file is locked while it grows: a program that has it, too, would keep the lock.
    @Test func `No program that is started meanwhile gets the file`() throws {
        let file = try unsafe open(scratch.write([1], to: "file"), O_RDWR | O_CLOEXEC)
        defer { close(file) }
        let disk = try DiskSynchronizer(file)
        let descriptors = try OpenFiles.descriptors(below: scratch.path)
        #expect(descriptors.count == 2 && descriptors.allSatisfy(OpenFiles.closesOnExec))
        try disk.wait()
    }
}
