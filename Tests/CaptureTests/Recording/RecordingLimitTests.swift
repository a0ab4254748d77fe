import MediaTime
import TestSupport
import Testing

@testable import Capture

/// Numbers that a program may have from its user, and that no recording can have.
@Suite struct RecordingLimitTests {
    private typealias Change = @Sendable (inout RecordingSettings) -> Void

    private static let far = RationalTime(seconds: .max)
    private static let late = RationalTime(seconds: 1 << 40)

    private static let refused: [(String, Change)] = [
        ("duration", { $0.limits.duration = .zero }), ("duration", { $0.limits.duration = RationalTime(-1, 2) }),
        ("silence", { $0.limits.silence = .zero }), ("silence", { $0.limits.silence = RationalTime(seconds: -3) }),
        ("memory", { $0.bufferSize = 0 }), ("memory", { $0.preRollSize = -1 }),
        ("gain", { $0.audio.gain = .nan }), ("gain", { $0.audio.gain = .infinity }),
        ("gain", { $0.audio.gain = -.infinity }), ("gain", { $0.audio.gain = 1000 }),
        ("channel", { $0.audio.source = .max }), ("channel", { $0.audio.source = .min }),
        ("longer", { $0.limits.duration = far }), ("longer", { $0.limits.silence = far }),
        ("longer", { $0.split = far }),
        ("longer", { $0.start = .triggered(preRoll: far) }),
        ("disposable", { $0.disposable = .min }), ("divided", { $0.split = .zero }),
        ("zero byte", { $0.path = $0.path.replacing(".mp4", with: "\0.mp4") }),
        ("zero byte", { $0.logPath = $0.path + "\0" }),
    ]

    @Test(arguments: refused.indices) func `They are refused before there is a file`(index: Int) throws {
        let (word, change) = Self.refused[index]
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        change(&settings)
        let recorder = Recorder(
            try RecorderTests.camera("YU12", rate: 60),
            audio: SyntheticMicrophone(frameRate: FrameRate(60), pace: .unhurried),
            requested: nil,
            settings: settings,
            isLive: false
        )
        let error = #expect(throws: CaptureError.self) { try recorder.start() }
        #expect(error?.message.contains(word == "disposable" ? "not of" : word) == true, "\(error?.message ?? "")")
        #expect(try scratch.contents.isEmpty)
    }

    private static let large: [Change] = [
        { $0.limits.duration = late }, { $0.limits.silence = late }, { $0.split = late }, { $0.limits.size = .max },
        { $0.start = .triggered(preRoll: late) },
        {
            $0.start = .triggered(preRoll: .zero)
            $0.limits.duration = late
        },
    ]

    @Test(arguments: large.indices) func `Those that are never reached end nothing`(index: Int) throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        Self.large[index](&settings)
        let faults = SyntheticFaults([60: .unplug])
        let recorder = Recorder(
            try RecorderTests.camera(rate: 60, faults: faults),
            requested: nil,
            settings: settings,
            isLive: false
        )
        try recorder.start()
        try recorder.trigger(at: RationalTime(3, 2))
        try recorder.mark(at: RationalTime(3, 2))
        let summary = try recorder.finish()
        #expect(summary.end == .unplugged, "\(summary.failure?.message ?? "")")
        #expect(summary.files.count == 1)
    }

    @Test func `A mark or trigger that is too far away to be counted is refused`() throws {
        let scratch = try ScratchDirectory()
        let camera = try RecorderTests.camera(rate: 60, faults: SyntheticFaults([60: .unplug]))
        let recorder = Recorder(
            camera,
            requested: nil,
            settings: RecordingSettings(path: scratch.file("clip.mp4")),
            isLive: false
        )
        try recorder.start()
        for instant in [Self.far, RationalTime(seconds: .min)] {
            #expect(throws: CaptureError.self) { try recorder.trigger(at: instant) }
            #expect(throws: CaptureError.self) { try recorder.mark(at: instant) }
        }
        let summary = try recorder.finish()
        #expect(summary.files.map(\.frames) == [60])
    }

    @Test(arguments: [RationalTime.zero, RationalTime(-1, 500)]) func `No frame is exposed for no time`(
        shutter: RationalTime
    ) throws {
        var request = CameraRequest(device: CameraRequest.synthetic)
        request.shutter = shutter
        #expect(throws: CaptureError.self) { _ = try request.open() }
        var lock = LockRequest()
        lock.shutter = shutter
        let camera = try Prober.system.open(CameraRequest.synthetic)
        #expect(throws: CaptureError.self) { _ = try camera.lock(lock) }
    }

    @Test(arguments: [-1, 0, .min]) func `A group has a camera at least`(count: Int) {
        #expect(RecorderGroup(count: count).count == 1)
    }
}
