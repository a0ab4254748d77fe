import Glibc
import TestSupport
import Testing

@testable import Files

@Suite struct GrowingFileTests {
    let scratch: ScratchDirectory
    let path: String

    init() throws {
        scratch = try ScratchDirectory()
        path = scratch.file("a.mp4")
    }

    @Test func `A file that is still being written is not replaced`() throws {
        let first = try GrowingFile.create(path: path, overwrites: false)
        expectBusy()
        first.discard()
        #expect(try scratch.contents.isEmpty)
    }

    @Test func `Nor is one whose successor is being written`() throws {
        _ = try scratch.write(Array("older".utf8), to: "a.mp4")
        var second = try GrowingFile.create(path: path, overwrites: true)
        expectBusy()
        #expect(try ScratchDirectory.bytes(of: path) == Array("older".utf8))
        try second.replace()
        expectBusy()
        #expect(try ScratchDirectory.bytes(of: path).isEmpty)
        #expect(try scratch.contents == ["a.mp4"])
    }

    @Test func `One that is finished is replaced`() throws {
        do { _ = try GrowingFile.create(path: path, overwrites: false) }
        var second = try GrowingFile.create(path: path, overwrites: true)
        try second.replace()
        #expect(try scratch.contents == ["a.mp4"])
    }

    @Test func `An empty file that a killed program left is no obstacle`() throws {
        let old = try scratch.write([], to: "a.mp4")
        let file = try GrowingFile.create(path: old, overwrites: false)
        try FileBytes.write([1, 2], to: file.descriptor, at: 0)
        #expect(try ScratchDirectory.bytes(of: path) == [1, 2])
        // It is an obstacle while somebody writes it, and when it holds something.
        let error = #expect(throws: OutputFileError.self) {
            _ = try GrowingFile.create(path: path, overwrites: false)
        }
        #expect(error?.code == .exists)
    }

    @Test func `An empty file that is about to be written is an obstacle`() throws {
        let first = try GrowingFile.create(path: path, overwrites: false)
        let error = #expect(throws: OutputFileError.self) {
            _ = try GrowingFile.create(path: path, overwrites: false)
        }
        #expect(error?.code == .exists)
        first.discard()
    }

    @Test(arguments: ["link", "pipe"]) func `What is no file is an obstacle`(kind: String) throws {
        if kind == "link" {
            try #require(unsafe symlink(scratch.write([], to: "other"), path) == 0)
        } else {
            try #require(unsafe mkfifo(path, 0o600) == 0)
        }
        let error = #expect(throws: OutputFileError.self) {
            _ = try GrowingFile.create(path: path, overwrites: false)
        }
        #expect(error?.code == .exists)
    }

    @Test func `Whoever asks whether a file is being written does not seem to write it`() throws {
        let asking = unsafe open(try scratch.write([1], to: "a.mp4"), O_RDONLY | O_CLOEXEC)
        defer { close(asking) }
        #expect(flock(asking, LOCK_SH) == 0)
        #expect(!FileLock.isHeld(path))
    }

    /// Neither a recording nor an export takes the file's place.
    private func expectBusy(sourceLocation: SourceLocation = #_sourceLocation) {
        let errors = [
            #expect(throws: OutputFileError.self, sourceLocation: sourceLocation) {
                _ = try GrowingFile.create(path: path, overwrites: true)
            },
            #expect(throws: OutputFileError.self, sourceLocation: sourceLocation) {
                _ = try OutputFile.create(path: path, overwrites: true)
            },
        ]
        for error in errors {
            #expect(error?.message.contains("is still being written") == true, sourceLocation: sourceLocation)
        }
    }
}
