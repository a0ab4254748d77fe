import MediaTime
import PathNames
import TestSupport
import Testing

@testable import Capture
@testable import overcrank

/// A camera that goes and comes back.
@Suite struct RecordingSeriesTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func path(_ number: Int) -> String { FileEnding.path(scratch.file("clip.mp4"), copy: number) }

    /// Half a second of 60 frames, or as many as come before the camera goes.
    private func record(_ number: Int, goesAt fault: Int64? = nil) throws -> RecordingSummary {
        let mode = CaptureMode(
            format: try #require(FourCharacterCode("MJPG")),
            size: FrameSize(width: 320, height: 180),
            frameDuration: RationalTime(1, 60)
        )
        let faults = SyntheticFaults(fault.map { [$0: .unplug] } ?? [:])
        var settings = RecordingSettings(path: path(number))
        settings.limits.duration = RationalTime(1, 2)
        let camera = try SyntheticCamera(mode: mode, pace: .unhurried, faults: faults)
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        return try recorder.finish()
    }

    private func series(_ active: ActiveRecorder = ActiveRecorder(), reconnects: Bool = true) -> RecordingSeries {
        RecordingSeries(active: active, reconnects: reconnects, patience: 1)
    }

    @Test func `When it is back, the next file begins`() throws {
        var asked: [String?] = []
        var waited: [String] = []
        var absent: [CaptureError.Code] = [.noDevice, .notPermitted, .busy, .reading, .noBandwidth]
        let summaries = try series().run(nil) { device, before in
            let number = before.count + 1
            asked.append(device)
            if number == 2, let code = absent.popLast() { throw CaptureError(code, "it is away") }
            return try record(number, goesAt: number < 3 ? Int64(number * 10) : nil)
        } waiting: {
            waited.append($0)
        }
        #expect(summaries.map(\.end) == [.unplugged, .unplugged, .duration])
        #expect(asked == [nil] + Array(repeating: "synthetic", count: 7))
        #expect(waited == ["Synthetic camera", "Synthetic camera"])
        #expect(try scratch.contents == ["clip-2.mp4", "clip-3.mp4", "clip.mp4"])
        for (number, count) in [(1, 10), (2, 20), (3, 30)] {
            #expect(try ClipReader(path(number)).frames().map(\.number) == (0..<count).map { Int64($0) })
        }
        // That it went is no failure: it came back.
        try RecordingOutcome([CameraOutcome(summaries: summaries)], isStrict: true, isInterrupted: false).check()
    }

    @Test func `It is looked for by the longest id that it had`() throws {
        var asked: [String?] = []
        // Another one with its serial number was there for a while.
        let ids = ["camera", "camera-port1-2", "camera", "camera"]
        _ = try series().run("/dev/video0") { device, before in
            asked.append(device)
            let id = ids[before.count]
            let summary = try record(before.count + 1, goesAt: 1)
            return RecordingSummary(
                device: CaptureDeviceInfo(id: id, name: "", driver: "", bus: "", node: nil),
                requested: nil,
                granted: summary.granted,
                measuredRate: 60,
                end: before.count == 3 ? .duration : .unplugged
            )
        } waiting: { _ in
        }
        #expect(asked == ["/dev/video0", "camera", "camera-port1-2", "camera-port1-2"])
    }

    @Test func `A camera that delivers nothing any more is opened anew`() throws {
        var asked: [String?] = []
        let summaries = try series().run(nil) { device, before in
            asked.append(device)
            var summary = try record(before.count + 1, goesAt: before.isEmpty ? 10 : nil)
            if before.isEmpty { summary.end = .silence }
            return summary
        } waiting: { _ in
        }
        #expect(summaries.map(\.end) == [.silence, .duration])
        #expect(asked == [nil, "synthetic"])
        try RecordingOutcome([CameraOutcome(summaries: summaries)], isStrict: true, isInterrupted: false).check()
    }

    @Test func `A camera that is opened anew in vain makes no recording`() throws {
        var counts: [Int] = []
        let summaries = try series().run(nil) { _, before in
            counts.append(before.count)
            let isInVain = counts.count == 2 || counts.count == 3
            var summary = try record(before.count + 1, goesAt: before.isEmpty ? 10 : isInVain ? 0 : nil)
            if counts.count == 3 { summary.end = .silence }
            #expect(RecordingSeries.isInVain(summary, after: before) == isInVain)
            return summary
        } waiting: { _ in
        }
        #expect(counts == [0, 1, 1, 1])
        #expect(summaries.map(\.end) == [.unplugged, .duration])
        let last = try #require(summaries.last)
        #expect(RecordingSeries.gap(after: summaries.first, until: last) != nil)
        #expect(try scratch.contents == ["clip-2.mp4", "clip.mp4"])
    }

    @Test(arguments: [(CaptureError.Code.reading, true), (.writing, false)])
    func `A driver that fails after it was opened anew is tried again, and a file that cannot be written is not`(
        code: CaptureError.Code,
        isAgain: Bool
    ) throws {
        var count = 0
        let summaries = try series().run(nil) { _, before in
            count += 1
            var summary = try record(before.count + 1, goesAt: count == 1 ? 10 : count == 2 ? 0 : nil)
            if count == 2 { (summary.end, summary.failure) = (.error, CaptureError(code, "it fails")) }
            return summary
        } waiting: { _ in
        }
        #expect(summaries.map(\.end) == [.unplugged, isAgain ? .duration : .error])
    }

    @Test func `A camera whose driver fails is waited for`() throws {
        let summaries = try series().run(nil) { _, before in
            var summary = try record(before.count + 1, goesAt: before.isEmpty ? 10 : nil)
            if before.isEmpty { summary.end = .driverFailed }
            return summary
        } waiting: { _ in
        }
        #expect(summaries.map(\.end) == [.driverFailed, .duration])
    }

    @Test func `A camera whose driver fails before the first frame of all has never worked`() throws {
        let summaries = try series().run(nil) { _, before in
            var summary = try record(before.count + 1, goesAt: 0)
            summary.end = .driverFailed
            return summary
        } waiting: { _ in
        }
        #expect(summaries.map(\.end) == [.driverFailed])
    }

    @Test func `Each rest is twice as long as the one before, until the camera has worked`() {
        var rest = RestBetweenAttempts(1)
        var times: [Int] = []
        for _ in 0..<6 {
            times.append(rest.times)
            rest.take(until: { false })
        }
        #expect(times == [1, 2, 4, 8, 16, 16])
        rest.shorten()
        #expect(rest.times == 1)
    }

    @Test func `A camera that is opened anew when all is to end is no failure`() throws {
        let active = ActiveRecorder()
        let summaries = try series(active).run(nil) { _, before in
            if before.isEmpty { return try record(1, goesAt: 10) }
            active.end()
            throw CaptureError(.cancelled, "interrupted")
        } waiting: { _ in
        }
        #expect(summaries.map(\.end) == [.unplugged])
    }

    @Test func `A limit of duration counts all files together`() throws {
        let limit = RationalTime(1, 3)
        let series = RecordingSeries(active: ActiveRecorder(), reconnects: true, duration: limit, patience: 1)
        let summaries = try series.run(nil) { _, before in
            // Ten frames of a sixtieth of a second each.
            let rest = try #require(RecordingSeries.rest(of: limit, after: before))
            // Timestamps are in whole microseconds.
            #expect(abs(rest.seconds - Double(2 - before.count) / 6) < 1e-5)
            return try record(before.count + 1, goesAt: 10)
        } waiting: { _ in
        }
        #expect(summaries.count == 2)
        #expect(RecordingSeries.gap(after: nil, until: summaries[0]) == nil)
        #expect(RecordingSeries.gap(after: summaries[0], until: summaries[1]) != nil)
    }

    @Test func `Unless it is asked for, nothing is waited for`() throws {
        let summaries = try series(reconnects: false).run("synthetic") { _, _ in
            try record(1, goesAt: 10)
        } waiting: { _ in
            Issue.record("it waits")
        }
        #expect(summaries.map(\.end) == [.unplugged])
        let failure = #expect(throws: Failure.self) {
            try RecordingOutcome([CameraOutcome(summaries: summaries)], isStrict: false, isInterrupted: false).check()
        }
        #expect(failure?.status == .inputOutput)
    }

    /// The file begins with frame 60 where a trigger was waited for. Cameras deliver damaged frames first.
    @Test(
        arguments: [
            (20, .drop, true, true), (100, .drop, true, false), (20, .drop, false, false), (100, .drop, false, false),
            (0, .damaged, false, true), (1, .damaged, false, false),
        ] as [(Int64, SyntheticFaults.Fault, Bool, Bool)]
    )
    func `Strict is meant for the frames of the recording`(
        lost: Int64,
        fault: SyntheticFaults.Fault,
        isTriggered: Bool,
        isFine: Bool
    ) throws {
        let mode = CaptureMode(
            format: try #require(FourCharacterCode("MJPG")),
            size: FrameSize(width: 320, height: 180),
            frameDuration: RationalTime(1, 60)
        )
        var settings = RecordingSettings(path: path(1))
        if isTriggered { settings.start = .triggered(preRoll: RationalTime(1, 1)) }
        settings.limits.duration = RationalTime(2, 1)
        let camera = try SyntheticCamera(mode: mode, pace: .unhurried, faults: SyntheticFaults([lost: fault]))
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        if isTriggered { try recorder.trigger(at: RationalTime(3, 1)) }
        let summary = try recorder.finish()
        #expect(summary.lost.total == 1)
        let outcome = RecordingOutcome([CameraOutcome(summaries: [summary])], isStrict: true, isInterrupted: false)
        if isFine {
            try outcome.check()
        } else {
            #expect(throws: Failure.self) { try outcome.check() }
        }
    }

    @Test func `A signal ends the wait, and what was recorded is whole`() throws {
        let active = ActiveRecorder()
        let summaries = try series(active).run(nil) { _, before in
            if before.isEmpty { return try record(1, goesAt: 10) }
            active.end()
            throw CaptureError(.noDevice, "it is away")
        } waiting: { _ in
        }
        #expect(summaries.count == 1)
        let failure = #expect(throws: Failure.self) {
            try RecordingOutcome([CameraOutcome(summaries: summaries)], isStrict: false, isInterrupted: true).check()
        }
        #expect(failure?.status == .interrupted)
        #expect(failure?.message == "interrupted; the recording is finished and whole")
    }

    @Test(arguments: [RecordingEnd.unplugged, .silence, .signalChanged, .driverFailed])
    func `However a camera went, it is no failure where a user has ended the wait`(end: RecordingEnd) throws {
        var summary = try record(1, goesAt: 10)
        summary.end = end
        let outcome = CameraOutcome(summaries: [summary])
        #expect(outcome.failure(isEnding: true) == nil)
        #expect(outcome.failure(isEnding: false) != nil)
    }

    @Test func `A limit that another camera has reached ends the wait, which is no failure`() throws {
        let active = ActiveRecorder()
        let summaries = try series(active).run(nil) { _, before in
            if before.isEmpty { return try record(1, goesAt: 10) }
            active.end(for: .size)
            throw CaptureError(.noDevice, "it is away")
        } waiting: { _ in
        }
        #expect(summaries.map(\.end) == [.unplugged])
        let cameras = [CameraOutcome(summaries: [try record(2)]), CameraOutcome(summaries: summaries)]
        try RecordingOutcome(cameras, isStrict: true, isEnding: true, isInterrupted: false).check()
        #expect(throws: Failure.self) {
            try RecordingOutcome(cameras, isStrict: true, isEnding: false, isInterrupted: false).check()
        }
    }

    /// With `--reconnect`, recordings before the last one ended by a loss.
    @Test(arguments: [[.unplugged], [.unplugged, .key]] as [[RecordingEnd]])
    func `A key that ends the wait before there was a frame is no failure`(ends: [RecordingEnd]) throws {
        let summaries = try ends.enumerated().map { number, end in
            var summary = try record(number + 1, goesAt: 0)
            (summary.end, summary.failure) = (end, nil)
            return summary
        }
        let outcome = RecordingOutcome(
            [CameraOutcome(summaries: summaries)],
            isStrict: false,
            isEnding: true,
            isInterrupted: false
        )
        let failure = #expect(throws: Failure.self) { try outcome.check() }
        #expect(failure?.status == .interrupted)
    }

    @Test func `Where a signal came before the first frame, nothing was recorded`() throws {
        let summary = try record(1, goesAt: 0)
        #expect(summary.files.isEmpty)
        let failure = #expect(throws: Failure.self) {
            try RecordingOutcome([CameraOutcome(summaries: [summary])], isStrict: false, isInterrupted: true).check()
        }
        #expect(failure?.message == "interrupted; nothing was recorded")
    }

    @Test func `What is wrong with the file is not waited for`() throws {
        #expect(throws: CaptureError.self) {
            _ = try series().run(nil) { _, before in
                // The second file has the first one's name.
                try record(1, goesAt: before.isEmpty ? 10 : nil)
            } waiting: { _ in
            }
        }
    }
}
