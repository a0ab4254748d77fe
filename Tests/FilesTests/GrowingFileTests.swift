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

@Suite struct SmallFileTests {
    @Test func `A pipe is refused, though nobody writes into it`() throws {
        let scratch = try ScratchDirectory()
        try #require(unsafe mkfifo(scratch.file("pipe"), 0o600) == 0)
        for path in [scratch.file("pipe"), "/dev/zero"] {
            let error = #expect(throws: SmallFileError.self) { _ = try SmallFile.bytes(of: path, atMost: 1 << 20) }
            #expect(error?.message == "cannot read \(path): it is a pipe, a socket or a device")
        }
    }
}
