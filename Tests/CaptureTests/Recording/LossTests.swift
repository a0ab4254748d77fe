import MediaTime
import TestSupport
import Testing

@testable import Capture

/// A gap that reaches beyond the end of a recording is counted up to the end.
@Suite struct LossTests {
    private static let interval = RationalTime(1, 30)

    /// A gap of four frames after the one at 0.9 s: they were due at 0.933, 0.967, 1.0 and 1.033 s.
    @Test(
        arguments: [Loss.Kind.sequence, .time],
        [
            (RationalTime(9, 10), nil), (RationalTime(93, 100), nil), (RationalTime(94, 100), 1),
            (RationalTime(1, 1), 2), (RationalTime(1001, 1000), 3), (RationalTime(2, 1), 4),
        ] as [(RationalTime, Int64?)]
    )
    func `Frames that were due before the end are counted`(kind: Loss.Kind, end: (RationalTime, Int64?)) {
        let loss = Loss(kind: kind, count: 4, timestamp: RationalTime(900_000, 1_000_000), sequence: 28)
        #expect(loss.part(before: end.0, interval: Self.interval)?.count == end.1)
    }

    @Test(arguments: [Loss.Kind.flagged, .overflow, .undecodable])
    func `A frame that came is counted by its own instant`(kind: Loss.Kind) {
        let loss = Loss(kind: kind, count: 1, timestamp: RationalTime(1, 1), sequence: 30)
        #expect(loss.part(before: RationalTime(1, 1), interval: Self.interval) == nil)
        #expect(loss.part(before: RationalTime(11, 10), interval: Self.interval) == loss)
    }

    /// Of half a second the last three frames are lost, and one before; and of the file of a trigger likewise.
    @Test(arguments: [false, true])
    func `A file whose last frames are lost lasts as long as it was to last, and they are lost in it`(isTriggered: Bool)
        throws
    {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        var settings = RecordingSettings(path: path)
        settings.limits.duration = RationalTime(2, 1)
        if isTriggered { settings.start = .triggered(preRoll: RationalTime(1, 1)) }
        // Of a trigger at 3 s, by a clock that begins at 1 s, the file begins with frame 60.
        let first = isTriggered ? 60 : 0
        let lost = [100, 117, 118, 119].map { Int64($0 + first) }
        let faults = SyntheticFaults(Dictionary(uniqueKeysWithValues: lost.map { ($0, .drop) }))
        let camera = try RecorderTests.camera("MJPG", rate: 60, faults: faults)
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        if isTriggered { try recorder.trigger(at: RationalTime(3, 1)) }
        let summary = try recorder.finish()
        #expect(summary.end == .duration)
        #expect(summary.files.map(\.frames) == [116])
        #expect(summary.files.map(\.duration) == [RationalTime(2, 1)])
        #expect(summary.lostWithinFiles == 4)
        #expect(summary.lostFromRecording == 4)
    }
}
