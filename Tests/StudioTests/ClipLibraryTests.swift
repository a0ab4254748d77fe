import Glibc
import TestSupport
import Testing

@testable import Studio

/// Which clips are open, and what is kept of them.
@Suite struct ClipLibraryTests {
    @Test func `Of too many clips the first is closed, with all that was made of it`() throws {
        let scratch = try ScratchDirectory()
        let path = try Clip("mp4", frames: 4, at: .fps(30), codec: .h264).write(to: scratch)
        let (session, first) = try StudioSession.opened(path, in: scratch)
        defer { session.close() }
        _ = try session.frames.picture(at: Look(frame: 2, width: 320), of: first)
        #expect(session.frames.bytes > 0)
        for number in 1...64 {
            let place = scratch.file("\(number).mp4")
            #expect(unsafe link(path, place) == 0)
            try session.library.allow(place)
            _ = try session.library.open(place)
        }
        #expect(session.library.clips.count == 64)
        #expect(throws: StudioError.self) { try session.library.clip(first.id) }
        #expect(session.frames.bytes == 0)
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
