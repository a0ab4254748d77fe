import FoundationEssentials
import TestSupport
import Testing

@testable import Files

@Suite struct OutputDirectoryTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func create(replacing: Bool = false) throws -> OutputDirectory {
        try OutputDirectory.create(path: scratch.file("out")) { _ in replacing }
    }

    private func fill(_ directory: borrowing OutputDirectory, _ text: String) throws {
        try directory.makeDirectory("inner")
        _ = try scratch.write(
            Array(text.utf8),
            to: "\(directory.writingPath.split(separator: "/").last ?? "")/inner/file"
        )
    }

    private func text() throws -> String {
        String(decoding: try ScratchDirectory.bytes(of: scratch.file("out/inner/file")), as: UTF8.self)
    }

    @Test func `It appears under its name when it is committed, and only then`() throws {
        let directory = try create()
        try fill(directory, "whole")
        #expect(try scratch.contents.allSatisfy { $0.hasPrefix(".overcrank-") })
        try directory.commit()
        #expect(try scratch.contents == ["out"])
        #expect(try text() == "whole")
        #expect(DirectoryTree.files(in: scratch.file("out")) == ["inner/file"])
    }

    @Test func `An abandoned directory leaves nothing`() throws {
        do {
            let directory = try create()
            try fill(directory, "half")
        }
        #expect(try scratch.contents.isEmpty)
    }

    @Test func `What a killed run left is removed by the next one, and nothing else`() throws {
        // The last one may be another machine's, which is at work.
        let names = [
            ".overcrank-unfinished.abcDEF", ".overcrank-unfinished.abcDEF.old", ".overcrank-unfinished.abcDE_",
            ".out.abcdef",
            ".overcrank-config", ".overcrank-unfinished.newNEW",
        ]
        for name in names {
            try FileManager.default.createDirectory(
                atPath: scratch.file("\(name)/inner"),
                withIntermediateDirectories: true
            )
        }
        for name in names.dropLast() {
            let long = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -2 * 86400)]
            try FileManager.default.setAttributes(long, ofItemAtPath: scratch.file(name))
        }
        _ = try scratch.write(Array("mine".utf8), to: ".overcrank-unfinished.ghiJKL")
        let atWork = try create()
        let other = try OutputDirectory.create(path: scratch.file("other")) { _ in false }
        try atWork.commit()
        try other.commit()
        let kept = names.dropFirst() + [".overcrank-unfinished.ghiJKL", "out", "other"]
        #expect(try scratch.contents == kept.sorted())
    }

    @Test func `A symbolic link is not replaced, and called what it is`() throws {
        try FileManager.default.createDirectory(atPath: scratch.file("inner"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: scratch.file("out"),
            withDestinationPath: scratch.file("inner")
        )
        let error = #expect(throws: OutputFileError.self) { _ = try create(replacing: true) }
        #expect(error?.message.hasSuffix("/out: a symbolic link has that name") == true)
    }

    @Test func `One that is there is replaced only where that is allowed`() throws {
        let old = try create()
        try fill(old, "old")
        try old.commit()
        #expect(throws: OutputFileError.self) { _ = try create() }
        let new = try create(replacing: true)
        try fill(new, "new")
        #expect(try text() == "old")
        try new.commit()
        #expect(try text() == "new")
        #expect(try scratch.contents == ["out"])
    }

    @Test func `One that must be kept after all gets its name back`() throws {
        struct Kept: Error {}
        let old = try create()
        try fill(old, "old")
        try old.commit()
        let new = try create(replacing: true)
        try fill(new, "new")
        do {
            try new.commit { _ in throw Kept() }
            Issue.record("the directory was replaced")
        } catch {
            #expect(error is Kept)
        }
        #expect(try text() == "old")
        #expect(try scratch.contents == ["out"])
    }

    @Test func `One that appears meanwhile is not touched`() throws {
        let late = try create()
        try fill(late, "late")
        let first = try create()
        try fill(first, "first")
        try first.commit()
        do {
            try late.commit()
            Issue.record("the directory was replaced")
        } catch {
            #expect((error as? OutputFileError)?.code == .notCreated)
        }
        #expect(try text() == "first")
        #expect(try scratch.contents == ["out"])
    }

    @Test func `One that holds an input is not replaced, by whatever name`() throws {
        let old = try create()
        try fill(old, "old")
        try old.commit()
        let input = scratch.file("out/inner/file")
        try FileManager.default.createSymbolicLink(atPath: scratch.file("link"), withDestinationPath: input)
        for name in [input, scratch.file("link"), scratch.file("out/../out/inner/file")] {
            let error = #expect(throws: OutputFileError.self) {
                _ = try OutputDirectory.create(path: scratch.file("out/"), inputs: [name]) { _ in true }
            }
            #expect(error?.code == .isInput)
        }
        let beside = try scratch.write([], to: "out.wav")
        let new = try OutputDirectory.create(path: scratch.file("out"), inputs: [beside, "nowhere"]) { _ in true }
        try new.commit()
        #expect(try scratch.contents == ["link", "out", "out.wav"])
    }

    @Test func `A path without a name of its own is refused before there is any work`() throws {
        try FileManager.default.createDirectory(atPath: scratch.file("out"), withIntermediateDirectories: false)
        for path in [".", "..", "/", "", scratch.file("out/."), scratch.file("out/../"), scratch.file("no/..")] {
            let error = #expect(throws: OutputFileError.self, "\(path)") {
                _ = try OutputDirectory.create(path: path) { _ in true }
            }
            #expect(error?.code == .notCreated)
        }
        #expect(try scratch.contents == ["out"])
    }

    @Test func `Where a file system is mounted, the directory is not replaced`() {
        let error = #expect(throws: OutputFileError.self) {
            _ = try OutputDirectory.create(path: "/proc") { _ in true }
        }
        #expect(error?.message == "cannot replace the directory /proc: it is a file system of its own")
    }

    @Test func `A file is no place for a directory`() throws {
        _ = try scratch.write([], to: "out")
        #expect(throws: OutputFileError.self) { _ = try create(replacing: true) }
    }
}
