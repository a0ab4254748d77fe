import Export
import FoundationEssentials
import Glibc
import MediaTime
import TestSupport
import Testing

@testable import Studio

/// Which clips are open, and what is kept of them.
@Suite struct ClipLibraryTests {
    @Test func `Of too many clips the one that nobody asks for is closed, with all that was made of it`() throws {
        let scratch = try ScratchDirectory()
        let path = try Clip("mp4", frames: 4, at: .fps(30), codec: .h264).write(to: scratch)
        let (session, first) = try StudioSession.opened(path, in: scratch)
        defer { session.close() }
        _ = try session.frames.picture(at: Look(frame: 2, width: 320), of: first)
        #expect(session.frames.bytes > 0)
        func open(_ numbers: ClosedRange<Int>) throws {
            for number in numbers {
                let place = scratch.file("\(number).mp4")
                #expect(unsafe link(path, place) == 0)
                try session.library.allow(place)
                _ = try session.library.open(place)
            }
        }
        try open(1...63)
        let second = session.library.clips[1]
        #expect(try session.library.clip(first.id) === first)
        try open(64...64)
        #expect(session.library.clips.count == 64)
        #expect(throws: StudioError.self) { try session.library.clip(second.id) }
        #expect(session.frames.bytes > 0)
        try open(65...127)
        #expect(throws: StudioError.self) { try session.library.clip(first.id) }
        #expect(session.frames.bytes == 0)
    }

    @Test func `Results close no clip but an earlier result`() throws {
        let scratch = try ScratchDirectory()
        let path = try Clip("mp4", frames: 4, at: .fps(30), codec: .h264).write(to: scratch)
        let (session, first) = try StudioSession.opened(path, in: scratch)
        defer { session.close() }
        let results = try (1...65).map { number in
            let place = scratch.file("\(number).mp4")
            #expect(unsafe link(path, place) == 0)
            try session.library.allow(place)
            return try session.library.openResult(place)
        }
        #expect(session.library.clips.map(\.id) == [first.id] + results.dropFirst().map(\.id))
        // Whoever opens a result has it as a clip, and there is room for another one.
        #expect(try session.library.open(results[1].media.path) === results[1])
        _ = try session.library.openResult(results[0].media.path)
        #expect(session.library.clips.count == 66)
    }

    @Test func `A file that was replaced is another clip when it is opened again`() throws {
        let scratch = try ScratchDirectory()
        let path = try Clip("mp4", frames: 4, at: .fps(30)).write(to: scratch)
        let (session, first) = try StudioSession.opened(path, in: scratch)
        defer { session.close() }
        #expect(try session.library.open(path) === first)
        let other = try Clip("mp4", frames: 9, at: .fps(30)).write(to: scratch, as: "other")
        #expect(unsafe rename(other, path) == 0)
        let second = try session.library.open(path)
        try Patience.wait { second.index.isComplete }
        #expect(second.index.count == 9)
        #expect(session.library.clips.map(\.id) == [second.id])
        #expect(throws: StudioError.self) { try session.library.clip(first.id) }
    }

    @Test func `Clips that changed are opened again in their places, and one that has grown is still what was opened`()
        throws
    {
        let scratch = try ScratchDirectory()
        let path = try Clip("mkv", frames: 30, at: .fps(30)).write(to: scratch)
        let (session, first) = try StudioSession.opened(path, in: scratch)
        defer { session.close() }
        let library = session.library
        let second = try Clip("mp4", frames: 4, at: .fps(30)).write(to: scratch, as: "second")
        try library.allow(second)
        let kept = try library.open(second)
        let size = try ScratchDirectory.bytes(of: path).count
        #expect(unsafe truncate(path, size + 100) == 0)
        #expect(try library.unchangedClip(first.id) === first)
        let other = try Clip("mkv", frames: 9, at: .fps(30)).write(to: scratch, as: "other")
        #expect(unsafe rename(other, path) == 0)
        #expect { try library.unchangedClip(first.id) } throws: { ($0 as? StudioError)?.kind == .outdated }
        library.renew()
        #expect(library.clips.count == 2)
        #expect(library.clips.first?.media.path == first.media.path && library.clips.first !== first)
        #expect(library.clips.last === kept)
        #expect { try library.clip(first.id) } throws: { ($0 as? StudioError)?.kind == .outdated }
        #expect { try library.clip(99) } throws: { ($0 as? StudioError)?.kind == .notFound }
        // What is gone stays open as it is.
        #expect(unsafe unlink(second) == 0)
        #expect(try library.unchangedClip(kept.id) === kept)
        library.renew()
        #expect(library.clips.last === kept)
    }

    @Test func `Numbered images are one clip, by their pattern or their folder`() throws {
        let scratch = try ScratchDirectory()
        let clip = try Clip("mkv", frames: 6, at: .fps(25), codec: .ffv1).write(to: scratch)
        let plan = try StillPlan(.every(.frame(1), in: nil), of: MediaDescription(ofFile: clip))
        _ = try StillExporter(plan: plan, format: .png).run(to: .folder(scratch.file("stills")))
        try FileManager.default.createDirectory(atPath: scratch.file("frames"), withIntermediateDirectories: false)
        for (number, name) in try FileManager.default.contentsOfDirectory(atPath: scratch.file("stills")).sorted()
            .enumerated()
        {
            try FileManager.default.moveItem(
                atPath: scratch.file("stills/\(name)"),
                toPath: scratch.file("frames/a\(number).png")
            )
        }
        var settings = StudioSettings()
        settings.clips = [scratch.file("frames/a%d.png"), scratch.file("frames")]
        (settings.captureRate, settings.outputFolder) = (FrameRate(240), scratch.path)
        let session = try StudioSession(settings, planner: PlainPlanner())
        defer { session.close() }
        #expect(session.library.clips.count == 1)
        let images = try session.library.clip(1)
        try Patience.wait { images.index.isComplete }
        #expect(images.index.count == 6)
        #expect(images.index.end == RationalTime(6, 240))
        #expect(try session.frames.picture(at: Look(frame: 4, width: 320), of: images).number(in: scratch) == 4)
        var document = EditDocument()
        document.clips = [1]
        let words = try session.command(for: document).arguments
        #expect(words.contains { $0.hasSuffix("frames/a%d.png") })
        #expect(words.suffix(2) == ["--capture-rate", "240"])
        #expect(throws: StudioError.self) { try session.library.open(scratch.file("stills/%d.png")) }
    }

    @Test func `A clip that is opened twice at once is one clip`() async throws {
        let scratch = try ScratchDirectory()
        let path = try Clip("mp4", frames: 4, at: .fps(30)).write(to: scratch)
        var settings = StudioSettings()
        (settings.folders, settings.outputFolder) = ([scratch.path], scratch.path)
        let session = try StudioSession(settings, planner: PlainPlanner())
        defer { session.close() }
        let library = session.library
        let numbers = try await withThrowingTaskGroup { group in
            for _ in 0..<8 { group.addTask { try library.open(path).id } }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(numbers.count == 1)
        #expect(library.clips.count == 1)
    }
}
