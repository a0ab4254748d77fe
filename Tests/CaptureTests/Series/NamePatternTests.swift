import Files
import MediaTime
import TestSupport
import Testing

@testable import Capture

/// How the files of a series are named.
@Suite struct NamePatternTests {
    @Test func `A name tells the time and counts`() throws {
        let pattern = try NamePattern(parsing: "/video/cam%%1/%s/%n-%5n.mp4")
        #expect(pattern.path(at: 1_700_000_000_999_999_999, number: 7) == "/video/cam%1/1700000000/007-00007.mp4")
        #expect(!pattern.isConstant)
        #expect(pattern.folder == "/video/cam%1")
        #expect(pattern.name == "%s/%n-%5n.mp4")
    }

    @Test func `Hours and dates are of four and two figures`() throws {
        let path = try NamePattern(parsing: "%Y-%m-%d/%H%M%S.mp4").path(at: 1_700_000_000_000_000_000, number: 1)
        #expect(path.wholeMatch(of: /2023-11-1[45]\/\d{6}\.mp4/) != nil)
    }

    @Test(arguments: ["100%.mp4", "%", "%Q.mp4", "%D.mp4", "%3Y.mp4", "%0n.mp4", "%12n.mp4"])
    func `What is no conversion is refused`(text: String) {
        #expect(throws: ParseError.self) { try NamePattern(parsing: text) }
    }

    @Test(arguments: [("clip.mp4", "."), ("a/%Y.mp4", "a"), ("/%Y.mp4", "/"), ("a/b%Y/c.mp4", "a"), ("%n.mp4", ".")])
    func `The folder is what is fixed`(text: String, folder: String) throws {
        #expect(try NamePattern(parsing: text).folder == folder)
    }

    @Test func `Folders and files of a series are known by their names`() throws {
        let globs = try NamePattern(parsing: "/a[1]/x%Y*/%H.mp4").globs
        #expect(globs == ["x*\\*", "**.mp4"])
        #expect(FileAttributes.isLike(globs[0], "x2026*"))
        #expect(!FileAttributes.isLike(globs[0], "x2026"))
        #expect(!FileAttributes.isLike(globs[1], ".hidden.mp4"))
    }

    @Test(arguments: [
        ("cam/%Y-%m-%d/%H%M%S-%n.mp4", ["2026-11-02/235900-001.mp4", "2026-11-03/000000-041.mp4"], 42),
        ("cam/%Y-%m-%d/%n.mp4", ["2026-11-02/007.mp4", "2026-11-03/002.mp4", "2026-11-03/notes.mp4"], 8),
        ("cam/%n/%A.mp4", ["012/Sunday.mp4", "9/Monday.mp4", "013/Sunday.mov"], 13),
        ("cam/%s%3n.mp4", ["1700000000004.mp4"], 5), ("cam/%S (%n).mp4", ["59 (006).mp4", "60 x006).mp4"], 7),
    ])
    func `A number goes on through the whole series, whatever time its names tell`(
        name: String,
        files: [String],
        next: Int
    ) throws {
        let scratch = try ScratchDirectory()
        for file in files {
            try ParentDirectory.make(for: scratch.file("cam/\(file)"))
            _ = try scratch.write([1], to: "cam/\(file)")
        }
        let pattern = try NamePattern(parsing: scratch.file(name))
        var number: Int?
        let file = try SeriesNames.create(pattern, at: 1_800_000_000_000_000_000, number: &number)
        #expect(file.path == pattern.path(at: 1_800_000_000_000_000_000, number: next))
        #expect(number == next + 1)
        file.discard()
    }

    @Test(arguments: [
        ("game.mp4", "game-cam2.mp4"), ("a.b/game", "a.b/game-cam2"), ("cam%c/game.mp4", "cam2/game.mp4"),
        (".mp4", ".mp4-cam2"), ("100%%.mp4", "100%-cam2.mp4"),
    ])
    func `A camera of several has names of its own`(text: String, name: String) throws {
        var pattern = try NamePattern(parsing: text).ofSeveralCameras
        pattern.camera = 2
        #expect(pattern.path(at: 0, number: 1) == name)
        #expect(pattern.isConstant)
        #expect(pattern.ofSeveralCameras == pattern)
    }

    @Test func `Each camera counts for itself, and all are one series`() throws {
        let scratch = try ScratchDirectory()
        var pattern = try NamePattern(parsing: scratch.file("%n.mp4")).ofSeveralCameras
        _ = try scratch.write([1], to: "041-cam1.mp4")
        var numbers: [Int?] = [nil, nil]
        let paths = try numbers.indices.map { index in
            pattern.camera = index + 1
            return try SeriesNames.create(pattern, at: 0, number: &numbers[index]).path
        }
        #expect(paths == ["042-cam1.mp4", "001-cam2.mp4"].map(scratch.file))
        #expect(pattern.name == "%n-cam%c.mp4")
        #expect(pattern.globs == ["*-cam**.mp4"])
    }

    @Test func `A literal name has no conversions`() {
        #expect(NamePattern(literal: "100%d.mp4").path(at: 0, number: 1) == "100%d.mp4")
        #expect(NamePattern(literal: "100%d.mp4").ofSeveralCameras.path(at: 0, number: 1) == "100%d-cam1.mp4")
    }

    @Test func `A name that there is already gets a number`() throws {
        let scratch = try ScratchDirectory()
        let pattern = try NamePattern(parsing: scratch.file("a/%s.mp4"))
        var number: Int?
        /// An empty file that nobody writes does not count.
        func create(_ pattern: NamePattern, at time: Int64) throws -> String {
            let file = try SeriesNames.create(pattern, at: time, number: &number)
            try FileBytes.write([1], to: file.descriptor, at: 0)
            return file.path
        }
        let files = try (0..<3).map { _ in try create(pattern, at: 5_000_000_000) }
        #expect(files == ["a/5.mp4", "a/5-2.mp4", "a/5-3.mp4"].map(scratch.file))
        let counted = try NamePattern(parsing: scratch.file("b-%2n.mp4"))
        _ = try scratch.write([1], to: "b-02.mp4")
        number = 1
        let others = try (0..<2).map { _ in try create(counted, at: 0) }
        #expect(others == ["b-01.mp4", "b-03.mp4"].map(scratch.file))
        // Nothing is known: it goes on after the highest, also where lower ones were deleted.
        _ = try scratch.write([], to: "b-41.mp4")
        number = nil
        #expect(try SeriesNames.create(counted, at: 0, number: &number).path == scratch.file("b-42.mp4"))
        #expect(number == 43)
    }
}
