import CAttributes
import Files
import Glibc
import MediaTime
import TestSupport
import Testing

@testable import Capture

/// Which files on the disk are the series' own, and what becomes of them.
@Suite struct SeriesKeeperTests {
    let scratch: ScratchDirectory
    let pattern: NamePattern

    init() throws {
        scratch = try ScratchDirectory()
        pattern = try NamePattern(parsing: scratch.file("cam/%n/clip.mp4"))
    }

    /// Records a short file of the series, and says where it is.
    private func record() throws -> String {
        var settings = RecordingSettings(pattern: pattern)
        settings.limits.duration = RationalTime(1, 4)
        let camera = try RecorderTests.camera("MJPG", rate: 60)
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        let summary = try recorder.finish()
        #expect(summary.failure == nil)
        return try #require(summary.files.first?.path)
    }

    /// What becomes of files. Another test that starts a program holds all locks for a moment: until `count` files are
    /// deleted, it is tried again for a while.
    ///
    /// - Returns: All deletions, and what else the last attempt said.
    private func tend(
        _ limits: Retention,
        sparing: Set<String> = [],
        deleting count: Int = 0
    ) -> [SeriesKeeper.Event] {
        var deletions: [SeriesKeeper.Event] = []
        var rest: [SeriesKeeper.Event] = []
        for attempt in 0..<100 {
            if attempt > 0 { usleep(50_000) }
            let events = SeriesKeeper(pattern, limits: limits).tend(writing: [], finishedCount: 0, sparing: sparing)
            let isDeletion = { (event: SeriesKeeper.Event) in if case .deleted = event { true } else { false } }
            deletions += events.filter(isDeletion)
            rest = events.filter { !isDeletion($0) }
            if deletions.count >= count { break }
        }
        return deletions + rest
    }

    private static func copy(_ path: String, to copy: String) throws {
        _ = unsafe mkdir(String(copy[..<(copy.lastIndex(of: "/") ?? copy.startIndex)]), 0o777)
        let file = unsafe open(copy, O_WRONLY | O_CREAT | O_EXCL, 0o666)
        try #require(file >= 0)
        defer { close(file) }
        try FileBytes.write(ScratchDirectory.bytes(of: path), to: file, at: 0)
    }

    @Test func `As many go as are too many, with folders that are empty then`() throws {
        let paths = try (0..<3).map { _ in try record() }
        #expect(paths == ["cam/001/clip.mp4", "cam/002/clip.mp4", "cam/003/clip.mp4"].map(scratch.file))
        _ = try scratch.write([1], to: "cam/002/notes.txt")
        let size = try #require(FileBytes.size(ofFileAt: paths[2]))
        // By the simulated camera's clock all begin at the same instant: which of them go is said, and RetentionTests has the
        // order.
        let events = tend(Retention(size: size + 100), sparing: [paths[2]], deleting: 2)
        #expect(Set(events) == [.deleted(path: paths[0]), .deleted(path: paths[1])])
        #expect(events.count == 2)
        #expect(!FileAttributes.isThere(scratch.file("cam/001")))
        #expect(FileAttributes.isThere(scratch.file("cam/002/notes.txt")))
        #expect(FileAttributes.isThere(paths[2]))
        #expect(FileAttributes.isThere(scratch.file("cam")))
    }

    @Test func `What is not the series' own stays, whatever its name`() throws {
        let own = try record()
        // A copy of an own file under another name that fits, a file that is none, a link, a file of another series.
        try Self.copy(own, to: scratch.file("cam/007/clip.mp4"))
        _ = unsafe mkdir(scratch.file("cam/008"), 0o777)
        _ = try scratch.write([1, 2, 3], to: "cam/008/clip.mp4")
        _ = unsafe mkdir(scratch.file("cam/009"), 0o777)
        _ = unsafe symlink(own, scratch.file("cam/009/clip.mp4"))
        #expect(tend(Retention(size: 1), deleting: 1) == [.deleted(path: own)])
        for number in 7...8 { #expect(FileAttributes.isThere(scratch.file("cam/00\(number)/clip.mp4"))) }
        #expect(FileAttributes.isThere(scratch.file("cam/009/clip.mp4")))
    }

    @Test func `Marked files stay, and their bytes count`() throws {
        let paths = try (0..<3).map { _ in try record() }
        let size = try #require(FileBytes.size(ofFileAt: paths[0]))
        _ = try scratch.write([], to: "cam/001/clip.mp4.keep")
        let attributed = unsafe setxattr(paths[1], "user.overcrank.keep", "", 0, 0) == 0
        if !attributed { _ = try scratch.write([], to: "cam/002/clip.mp4.keep") }
        let events = tend(Retention(size: 1), deleting: 1)
        #expect(events.contains(.deleted(path: paths[2])))
        guard case .tooLarge(let excess) = events.first(where: { $0 != .deleted(path: paths[2]) }) else {
            return #expect(Bool(false), "\(events)")
        }
        #expect(excess + 1 >= 2 * size - 4096)
        #expect(events.count == 2)
    }

    @Test func `One that is being written stays, and one that somebody is at`() throws {
        let paths = try (0..<3).map { _ in try record() }
        let writer = unsafe open(paths[0], O_RDONLY)
        defer { close(writer) }
        try #require(flock(writer, LOCK_EX) == 0)
        _ = tend(Retention(size: 1), sparing: [paths[1]], deleting: 1)
        #expect(paths.map(FileAttributes.isThere) == [true, true, false])
    }

    @Test func `What somebody is at is not said to be too large, as it is deleted later`() throws {
        let path = try record()
        #expect(tend(Retention(size: 1), sparing: [path], deleting: 0).isEmpty)
        #expect(tend(Retention(size: 1), deleting: 1) == [.deleted(path: path)])
    }

    @Test func `Age is by the file's own start`() throws {
        let path = try record()
        // The synthetic camera's clock begins when the machine was started: that may be long ago.
        #expect(tend(Retention(age: RationalTime(10_000 * 86_400, 1))).isEmpty)
        usleep(1_100_000)
        #expect(tend(Retention(age: RationalTime(1, 1)), deleting: 1) == [.deleted(path: path)])
    }

    @Test func `A segment is named by its own start, and knows its series`() throws {
        let pattern = try NamePattern(parsing: scratch.file("%s.mp4"))
        var settings = RecordingSettings(pattern: pattern)
        settings.start = .triggered(preRoll: .zero, segments: true)
        settings.limits.duration = RationalTime(1, 4)
        let camera = try RecorderTests.camera("MJPG", rate: 60, faults: SyntheticFaults([300: .unplug]))
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        for second in 1...3 { try recorder.trigger(at: RationalTime(Int64(second) + 1, 1)) }
        let files = try recorder.finish().files
        try #require(files.count == 3)
        for file in files {
            let clip = try ClipReader(file.path)
            let date = try #require(clip.text("overcrank.start.utc"))
            let nanoseconds = try #require(WallClock.nanoseconds(ofDate: date))
            #expect(WallClock.date(nanoseconds) == date)
            #expect(file.path == scratch.file("\(nanoseconds / 1_000_000_000).mp4"))
            #expect(clip.text("overcrank.series") == "%s.mp4")
        }
    }
}
