import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Files

@Suite struct OutputFileTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `It appears under its name when it is committed, and only then`() throws {
        let file = try OutputFile.create(path: scratch.file("a.mp4"), overwrites: false)
        try write("whole", to: file)
        #expect(try scratch.contents.isEmpty)
        try file.commit()
        #expect(try scratch.contents == ["a.mp4"])
        #expect(try text("a.mp4") == "whole")
    }

    @Test func `A name of any length that a file can have`() throws {
        for overwrites in [false, true] {
            let name = String(repeating: "n", count: 251) + ".mp4"
            let file = try OutputFile.create(path: scratch.file(name), overwrites: overwrites)
            try write("whole", to: file)
            try file.commit()
            #expect(try scratch.contents == [name])
            #expect(throws: OutputFileError.self) {
                _ = try OutputFile.create(path: scratch.file("n\(name)"), overwrites: overwrites)
            }
        }
    }

    @Test func `An abandoned file leaves nothing`() throws {
        do {
            let file = try OutputFile.create(path: scratch.file("a.mp4"), overwrites: false)
            try write("half", to: file)
        }
        #expect(try scratch.contents.isEmpty)
    }

    @Test func `A file that is there is not touched`() throws {
        _ = try scratch.write(Array("old".utf8), to: "a.mp4")
        #expect(code { _ = try OutputFile.create(path: scratch.file("a.mp4"), overwrites: false) } == .exists)
        #expect(try text("a.mp4") == "old")
    }

    @Test func `A file that appears meanwhile is not touched`() throws {
        let file = try OutputFile.create(path: scratch.file("a.mp4"), overwrites: false)
        try write("new", to: file)
        _ = try scratch.write(Array("old".utf8), to: "a.mp4")
        do {
            try file.commit()
            Issue.record("the file was replaced")
        } catch {
            #expect(error.code == .exists)
        }
        #expect(try text("a.mp4") == "old")
        #expect(try scratch.contents == ["a.mp4"])
    }

    @Test func `With permission a file is replaced when the new one is whole`() throws {
        _ = try scratch.write(Array("old".utf8), to: "a.mp4")
        do {
            let abandoned = try OutputFile.create(path: scratch.file("a.mp4"), overwrites: true)
            try write("half", to: abandoned)
        }
        #expect(try text("a.mp4") == "old")
        let file = try OutputFile.create(path: scratch.file("a.mp4"), overwrites: true)
        try write("new", to: file)
        #expect(try text("a.mp4") == "old")
        try file.commit()
        #expect(try text("a.mp4") == "new")
        #expect(try scratch.contents == ["a.mp4"])
    }

    /// As on file systems that have no files without a name.
    @Test func `Under a hidden name it appears, is given up and replaces as without one`() throws {
        let path = scratch.file("a.mp4")
        do {
            let abandoned = try OutputFile.createHidden(path: path, overwrites: false)
            try write("half", to: abandoned)
        }
        #expect(try scratch.contents.isEmpty)
        let first = try OutputFile.createHidden(path: path, overwrites: false)
        let late = try OutputFile.createHidden(path: path, overwrites: false)
        try write("first", to: first)
        try first.commit()
        do {
            try late.commit()
            Issue.record("the file was replaced")
        } catch {
            #expect(error.code == .exists)
        }
        #expect(try text("a.mp4") == "first")
        let new = try OutputFile.createHidden(path: path, overwrites: true)
        try write("new", to: new)
        try new.commit()
        #expect(try text("a.mp4") == "new")
        #expect(try scratch.contents == ["a.mp4"])
    }

    @Test(arguments: FreeName.Way.allCases)
    func `In each way a name is given, and no file that has it is touched`(way: FreeName.Way) throws {
        let (new, old) = (try scratch.write(Array("new".utf8), to: "new"), scratch.file("old"))
        #expect(FreeName.give(old, to: new, ways: [way]) == 0)
        #expect(try scratch.contents == ["old"])
        _ = try scratch.write(Array("late".utf8), to: "new")
        #expect(FreeName.give(old, to: new, ways: [way]) == EEXIST)
        #expect(try text("old") == "new")
        #expect(FreeName.give(scratch.file("no/old"), to: new) == ENOENT)
        #expect(try scratch.contents == ["new", "old"])
    }

    @Test(arguments: [false, true])
    func `The input is never the output, by whatever name`(overwrites: Bool) throws {
        let input = try scratch.write(Array("clip".utf8), to: "clip.mp4")
        try FileManager.default.createSymbolicLink(atPath: scratch.file("link.mp4"), withDestinationPath: input)
        try FileManager.default.linkItem(atPath: input, toPath: scratch.file("hard.mp4"))
        for name in ["clip.mp4", "link.mp4", "hard.mp4", "./clip.mp4"] {
            let output = scratch.file(name)
            let found = code { _ = try OutputFile.create(path: output, inputs: [input], overwrites: overwrites) }
            #expect(found == .isInput, "\(name)")
        }
        #expect(try text("clip.mp4") == "clip")
    }

    @Test func `A place where no file can be is refused`() throws {
        #expect(code { _ = try OutputFile.create(path: scratch.path, overwrites: true) } == .notCreated)
        #expect(code { _ = try OutputFile.create(path: scratch.file("no/a.mp4"), overwrites: false) } == .notCreated)
        let file = try scratch.write([1], to: "file")
        #expect(code { _ = try OutputFile.create(path: "\(file)/a.mp4", overwrites: false) } == .notCreated)
        #expect(code { _ = try OutputFile.create(path: "/dev/null", overwrites: true) } == .notCreated)
    }

    @Test func `The result has the permissions of any new file`() throws {
        let file = try OutputFile.create(path: scratch.file("a.mp4"), overwrites: false)
        try file.commit()
        let hidden = try OutputFile.createHidden(path: scratch.file("hidden.mp4"), overwrites: false)
        try hidden.commit()
        close(unsafe creat(scratch.file("b.mp4"), 0o666))
        #expect(try permissions("a.mp4") == permissions("b.mp4"))
        #expect(try permissions("hidden.mp4") == permissions("b.mp4"))
    }

    @Test func `No program that is started meanwhile gets the file`() throws {
        let file = try OutputFile.createHidden(path: scratch.file("a.mp4"), overwrites: false)
        #expect(OpenFiles.closesOnExec(file.descriptor))
        try file.commit()
        let nameless = try NamelessFile("text")
        let descriptor = try #require(Int32(nameless.path.split(separator: "/").last ?? ""))
        #expect(OpenFiles.closesOnExec(descriptor))
    }

    /// As far as that can be made: no file system here keeps errors until a file is closed.
    @Test func `What is written is known to have arrived`() throws {
        #expect(throws: FileError.self) { try FileBytes.checkClosing(-1) }
        for (number, code) in [(ENOSPC, OutputFileError.Code.noSpace), (EIO, .notCreated)] {
            let error = OutputFileError(writing: "a.mp4", FileError(operation: "write", errno: number))
            #expect(error.code == code && error.message.hasPrefix("cannot write a.mp4: "))
        }
    }

    @Test func `A name without a directory is a name in the working directory`() throws {
        let name = "overcrank-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        let file = try OutputFile.create(path: name, overwrites: false)
        try file.commit()
        let removal = unsafe unlink(name)
        #expect(removal == 0)
    }
}

extension OutputFileTests {
    private func write(_ text: String, to file: borrowing OutputFile) throws {
        try Data(text.utf8).write(to: URL(filePath: file.writingPath))
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try ScratchDirectory.bytes(of: scratch.file(name)), as: UTF8.self)
    }

    private func permissions(_ name: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch.file(name))
        return attributes[.posixPermissions] as? Int
    }

    private func code(_ body: () throws -> Void) -> OutputFileError.Code? {
        do { try body() } catch { return (error as? OutputFileError)?.code }
        return nil
    }
}
