import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Files

/// What runs leave that are killed where the file system has no files without a name.
@Suite struct AbandonedFileTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func age(_ name: String) throws {
        let long = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -2 * 86400)]
        try FileManager.default.setAttributes(long, ofItemAtPath: scratch.file(name))
    }

    @Test func `A day later they are removed by the next run, and nothing else`() throws {
        let old = [".overcrank-abcDEF", ".overcrank-abcDE_", ".overcrank-abcDEFG", ".out.abcdef", ".overcrank-12.3456"]
        for name in old + [".overcrank-newNEW"] { _ = try scratch.write(Array("half".utf8), to: name) }
        for name in old { try age(name) }
        // A file that has another name, too, is somebody's.
        _ = try scratch.write(Array("mine".utf8), to: "mine")
        try FileManager.default.linkItem(atPath: scratch.file("mine"), toPath: scratch.file(".overcrank-twoTWO"))
        try age(".overcrank-twoTWO")
        // So is what a link leads to.
        try FileManager.default.createSymbolicLink(
            atPath: scratch.file(".overcrank-linked"),
            withDestinationPath: scratch.file("mine")
        )
        let file = try OutputFile.createHidden(path: scratch.file("a.mp4"), overwrites: false)
        try file.commit()
        let others = [".overcrank-newNEW", ".overcrank-twoTWO", ".overcrank-linked", "mine", "a.mp4"]
        #expect(try Set(scratch.contents) == Set(old.dropFirst() + others))
    }

    @Test func `One whose run still works stays, however long nothing was written`() throws {
        let atWork = try OutputFile.createHidden(path: scratch.file("long.mp4"), overwrites: false)
        let name = try #require(try scratch.contents.first)
        try age(name)
        try OutputFile.createHidden(path: scratch.file("short.mp4"), overwrites: false).commit()
        #expect(try scratch.contents == [name, "short.mp4"])
        try atWork.commit()
        #expect(try scratch.contents == ["long.mp4", "short.mp4"])
    }
}
