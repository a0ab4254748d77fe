import PathNames
import TestSupport
import Testing

@testable import Files

/// Texts that are no paths, because the system would read them to their zero byte only.
@Suite struct ZeroByteTests {
    let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        _ = try scratch.write(Array("old".utf8), to: "clip.mp4")
    }

    private var path: String { scratch.file("clip.mp4\0.mov") }

    @Test func `No file is read, made or removed under the first part of such a name`() throws {
        #expect(FileAttributes(scratch.file("clip.mp4")) != nil)
        #expect(FileAttributes(path) == nil)
        #expect(throws: SmallFileError.self) { _ = try SmallFile.bytes(of: path, atMost: 100) }
        #expect(throws: FileError.self) { try NewFile.remove(path) }
        for overwrites in [false, true] {
            let messages = [
                #expect(throws: OutputFileError.self) { _ = try OutputFile.create(path: path, overwrites: overwrites) },
                #expect(throws: OutputFileError.self) {
                    _ = try GrowingFile.create(path: path, overwrites: overwrites)
                },
                #expect(throws: OutputFileError.self) { _ = try NewFile.create(path) },
            ]
            for message in messages { #expect(message?.message.hasSuffix(PathName.noPath) == true) }
        }
        #expect(throws: (any Error).self) { _ = try OutputDirectory.create(path: path) { _ in true } }
        #expect(try scratch.contents == ["clip.mp4"])
        #expect(try ScratchDirectory.bytes(of: scratch.file("clip.mp4")) == Array("old".utf8))
    }
}
