import MediaTime
import TestSupport
import Testing

@testable import Capture

/// Cameras that are recorded together.
@Suite(.endsIfItHangs) struct RecorderGroupTests {
    private let scratch: ScratchDirectory
    private let group: RecorderGroup

    init() throws {
        scratch = try ScratchDirectory()
        // Longer than a test may take: the first camera has its file when the second one's is finished.
        group = RecorderGroup(count: 2, patience: 30 * 60 * 1000)
    }

    /// A camera of 60 frames a second whose first frames do not come.
    private func recorder(
        _ camera: Int,
        without missing: Int64 = 0,
        pace: SyntheticCamera.Pace = .unhurried,
        change: (inout RecordingSettings) -> Void = { _ in }
    ) throws -> Recorder {
        var faults = Dictionary(uniqueKeysWithValues: (0..<missing).map { ($0, SyntheticFaults.Fault.drop) })
        faults[600] = .unplug
        var settings = RecordingSettings(path: scratch.file("cam\(camera).mp4"))
        settings.limits.duration = RationalTime(1, 2)
        change(&settings)
        return Recorder(
            try SyntheticCamera(
                mode: RecorderTests.camera("MJPG", rate: 60).mode,
                pace: pace,
                faults: SyntheticFaults(faults)
            ),
            requested: nil,
            settings: settings,
            as: group.member(camera),
            isLive: pace == .live
        )
    }

    @Test(arguments: [(0, 3, "1/20"), (3, 0, "-1/20")] as [(Int64, Int64, String)])
    func `Each file says how much later it begins than the first camera's`(one: Int64, two: Int64, offset: String)
        throws
    {
        // One after the other: these cameras do not wait for the time of their frames.
        let files = try [try recorder(1, without: one), try recorder(2, without: two)].map { recorder in
            try recorder.start()
            return try #require(try recorder.finish().files.first)
        }
        #expect(files[0].offset == FileOffset(time: .zero, reference: files[0].path))
        #expect(files[1].offset?.time.fraction == offset)
        #expect(files[1].offset?.reference == files[0].path)
        let clips = try files.map { try ClipReader($0.path) }
        #expect(clips.map { $0.text("overcrank.offset.reference") } == ["cam1.mp4", "cam1.mp4"])
        let stored = try clips.map { clip in
            let text = try #require(clip.text("overcrank.offset")).split(separator: "/").compactMap { Int64($0) }
            return RationalTime(text[0], Int32(text[1]))
        }
        #expect(stored == files.compactMap(\.offset?.time))
        // All clocks of one machine have one name.
        #expect(clips[0].text("overcrank.start.clock") == clips[1].text("overcrank.start.clock"))
        #expect(clips[0].text("overcrank.start.clock")?.isEmpty == false)
    }

    @Test func `Of several files the nearest is meant`() throws {
        func segments(_ settings: inout RecordingSettings) {
            settings.start = .triggered(preRoll: .zero, segments: true)
        }
        let recorders = [try recorder(1, change: segments), try recorder(2, without: 3, change: segments)]
        let files = try recorders.map { recorder in
            try recorder.start()
            for second in 2...3 { try recorder.trigger(at: RationalTime(Int64(second), 1)) }
            return try recorder.finish().files
        }
        try #require(files.map(\.count) == [2, 2])
        #expect(files[1].map(\.offset) == files[0].map { FileOffset(time: .zero, reference: $0.path) })
    }

    @Test func `Motion before one camera triggers the other, too`() throws {
        let area = try #require(try? RecordingTrigger(parsing: "motion:160,40,160,120"))
        let watching = try recorder(1, pace: .live) { $0.start = .triggered(preRoll: .zero, trigger: area) }
        let waiting = try recorder(2, pace: .live) { $0.start = .triggered(preRoll: .zero) }
        try waiting.start()
        try watching.start()
        let summaries = [try watching.finish(), try waiting.finish()]
        #expect(summaries.map(\.end) == [.duration, .duration])
        #expect(summaries.map(\.files.count) == [1, 1])
    }

    @Test func `Where the first camera is not recorded, the next one counts`() throws {
        group.leave(1)
        let second = try recorder(2)
        try second.start()
        let file = try #require(try second.finish().files.first)
        #expect(file.offset == FileOffset(time: .zero, reference: file.path))
    }

    @Test func `While frames come no file waits for the first camera`() throws {
        let second = try recorder(2) { $0.split = RationalTime(1, 20) }
        try second.start()
        // The last file waits, until there is no first camera any more.
        let files = try second.finish { if second.files.count == 9 { group.leave(1) } }.files
        #expect(files.count == 10)
        #expect(files.prefix(9).allSatisfy { $0.offset == nil })
        #expect(files.last?.offset?.time == .zero)
    }

    @Test func `A camera alone has no offset`() throws {
        let summary = try RecorderTests.record(try RecorderTests.camera(), to: scratch.file("clip.mp4"))
        #expect(summary.files.first?.offset == nil)
        #expect(try ClipReader(scratch.file("clip.mp4")).text("overcrank.offset") == nil)
    }

    @Test func `Memory is divided`() {
        #expect(MemoryShare.waiting.limit(1 << 20) == 1 << 20)
        #expect(MemoryShare.waiting.limit(1 << 20, sharedBy: 4) == 1 << 20)
        #expect(MemoryShare.preRoll.limit(.max, sharedBy: 2) == MemoryShare.preRoll.limit(.max) / 2)
    }
}
