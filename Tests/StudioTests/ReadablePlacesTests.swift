import Glibc
import TestSupport
import Testing

@testable import Studio

/// Nothing is read outside of what was named.
@Suite struct ReadablePlacesTests {
    @Test func `Folders that were named are read, and nothing else is`() throws {
        let scratch = try ScratchDirectory()
        for folder in ["in", "in/deep", "out", "in-too"] { #expect(unsafe mkdir(scratch.file(folder), 0o700) == 0) }
        for file in ["in/a.mp4", "in/deep/b.mov", "out/c.mp4", "in-too/d.mp4", "in/.hidden.mp4", "in/note.txt"] {
            _ = try scratch.write([1, 2, 3], to: file)
        }
        #expect(unsafe symlink(scratch.file("out/c.mp4"), scratch.file("in/link.mp4")) == 0)
        #expect(unsafe symlink(scratch.file("out"), scratch.file("in/folder")) == 0)
        #expect(unsafe symlink(scratch.file("in/deep/b.mov"), scratch.file("in/inside.mov")) == 0)
        var places = try ReadablePlaces(folders: [scratch.file("in")])
        let names = try places.entries(of: scratch.file("in")).map { "\($0.name) \($0.kind.rawValue)" }
        #expect(names == ["deep folder", "a.mp4 clip", "inside.mov clip", "note.txt other"])
        _ = try places.readable(scratch.file("in/deep/../a.mp4"))
        for path in [
            "in/../out/c.mp4", "out/c.mp4", "in/link.mp4", "in/folder/c.mp4", "in-too/d.mp4", "in/none.mp4", "",
            "in/a.mp4\0",
        ] {
            #expect(throws: StudioError.self, "\(path)") { try places.readable(scratch.file(path)) }
        }
        places.add(file: try #require(ReadablePlaces.whole(scratch.file("out/c.mp4"))))
        _ = try places.readable(scratch.file("in/link.mp4"))
    }

    @Test func `Whatever is a clip by its name is offered, and numbered images are by their pattern`() throws {
        let scratch = try ScratchDirectory()
        for name in ["a.OGA", "b.m2v", "shot_01.tif", "shot_02.tif", "one.png", "x.txt"] {
            _ = try scratch.write([1], to: name)
        }
        let entries = try ReadablePlaces(folders: [scratch.path]).entries(of: scratch.path)
        #expect(entries.filter { $0.kind == .clip }.map(\.name) == ["a.OGA", "b.m2v", "shot_%02d.tif"])
        #expect(entries.first { $0.name == "shot_%02d.tif" }?.path.hasSuffix("/shot_%02d.tif") == true)
    }

    @Test func `A clip outside is not opened, and one that is none is refused with the reason`() throws {
        let scratch = try ScratchDirectory()
        #expect(unsafe mkdir(scratch.file("in"), 0o700) == 0)
        let path = try Clip("mp4", frames: 4, at: .fps(30)).write(to: scratch)
        _ = try scratch.write(Array("no clip".utf8), to: "in/text.mp4")
        var settings = StudioSettings()
        (settings.folders, settings.outputFolder) = ([scratch.file("in")], scratch.path)
        let session = try StudioSession(settings, planner: PlainPlanner())
        defer { session.close() }
        #expect { try session.library.open(path) } throws: { ($0 as? StudioError)?.kind == .forbidden }
        #expect { try session.library.open(scratch.file("in/text.mp4")) } throws: {
            ($0 as? StudioError)?.kind == .unreadable
        }
    }
}
