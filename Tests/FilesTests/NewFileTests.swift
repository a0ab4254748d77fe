import Files
import Glibc
import TestSupport
import Testing

@Suite struct NewFileTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `It holds what was written, in order`() throws {
        let path = scratch.file("new")
        do {
            let file = try NewFile.create(path)
            try file.write("text ")
            try file.write([0, 1, 255])
            try file.write([])
        }
        #expect(try ScratchDirectory.bytes(of: path) == Array("text ".utf8) + [0, 1, 255])
        try NewFile.remove(path)
        #expect(try scratch.contents.isEmpty)
    }

    @Test func `A file that is there already stays as it is`() throws {
        let path = try scratch.write([1, 2, 3], to: "old")
        let error = #expect(throws: OutputFileError.self) { _ = try NewFile.create(path) }
        #expect(error?.code == .exists)
        #expect((error?.cause as? FileError)?.errno == EEXIST)
        #expect(try ScratchDirectory.bytes(of: path) == [1, 2, 3])
    }

    @Test func `What cannot be removed is named, with the system's reason`() throws {
        let path = scratch.file("none")
        let error = #expect(throws: FileError.self) { try NewFile.remove(path) }
        #expect(error?.description == "cannot remove \(path): No such file or directory")
        #expect(error?.isFull == false)
    }
}
