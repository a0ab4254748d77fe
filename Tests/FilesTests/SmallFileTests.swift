import Glibc
import TestSupport
import Testing

@testable import Files

@Suite struct SmallFileTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `Folders are made for it`() throws {
        let path = scratch.file("a/b/file")
        try SmallFile.write([1, 2, 3], to: path, overwrites: false)
        #expect(try SmallFile.bytes(of: path, atMost: 3) == [1, 2, 3])
    }

    @Test(arguments: ["", "old/"])
    func `Folders that were made for a file that cannot be written are gone again, and no others`(old: String) throws {
        if !old.isEmpty { try SmallFile.write([1], to: scratch.file("\(old)file"), overwrites: false) }
        let path = scratch.file("\(old)a/b/\(String(repeating: "n", count: 256))")
        #expect(throws: OutputFileError.self) { try SmallFile.write([1], to: path, overwrites: false) }
        #expect(try scratch.contents == (old.isEmpty ? [] : ["old"]))
        if !old.isEmpty { #expect(try ScratchDirectory.bytes(of: scratch.file("old/file")) == [1]) }
    }

    @Test func `A pipe is refused, though nobody writes into it`() throws {
        try #require(unsafe mkfifo(scratch.file("pipe"), 0o600) == 0)
        for path in [scratch.file("pipe"), "/dev/zero"] {
            let error = #expect(throws: SmallFileError.self) { _ = try SmallFile.bytes(of: path, atMost: 1 << 20) }
            #expect(error?.message == "cannot read \(path): it is a pipe, a socket or a device")
        }
    }
}
