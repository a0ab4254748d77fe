import FFmpeg
import Glibc
import MediaTime
import Synchronization
import TestSupport
import Testing

@testable import Capture

/// Controls that are set, or change by themselves, while a recording runs.
@Suite(.endsIfItHangs) struct LiveControlsTests {
    /// A camera that films as time goes by, and its controls.
    private func camera(
        _ controls: SyntheticControls,
        faults: SyntheticFaults = SyntheticFaults()
    ) throws -> SyntheticCamera {
        let mode = CaptureMode(
            format: try #require(FourCharacterCode("MJPG")),
            size: RecorderTests.size,
            frameDuration: RationalTime(1, 30)
        )
        return try SyntheticCamera(mode: mode, faults: faults, controls: controls)
    }

    private func waitForFrames(_ count: Int64, of recorder: Recorder) throws {
        try Patience.wait { recorder.figures.frames >= count || recorder.state == .failed }
    }

    private func log(_ path: String) throws -> [String] {
        String(decoding: try ScratchDirectory.bytes(of: path), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `What is set is in the log, in the file, and to be seen from that instant on`() throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        settings.logPath = scratch.file("log.jsonl")
        let controls = SyntheticControls()
        let recorder = Recorder(try camera(controls), requested: nil, settings: settings, controls: controls)
        try recorder.start()
        try waitForFrames(10, of: recorder)
        let changes = try recorder.set(control: "gain", to: "50")
        #expect(changes.map(\.value) == [50])
        try waitForFrames(20, of: recorder)
        recorder.stop()
        let summary = try recorder.finish()

        let lines = try log(scratch.file("log.jsonl")).filter { $0.contains(#""kind": "control""#) }
        let line = try #require(lines.first)
        #expect(lines.count == 1)
        #expect(line.contains(#""name": "gain", "previous": 0, "value": 50, "cause": "asked", "timestamp": ""#))
        let seconds = try #require(line.split(separator: " ").last.flatMap { Double($0.dropLast()) })

        let clip = try ClipReader(settings.path)
        #expect(clip.text("overcrank.control.gain") == "0", "as it was at the start")
        let stored = try #require(clip.text("overcrank.control.changes")).split(separator: " ")
        #expect(stored.dropFirst() == ["gain", "50"])
        // The file begins with the first frame, from which the log counts.
        #expect(abs(try #require(Double(stored[0])) - seconds) < 0.000_002)

        // Frames are three times as bright from the instant on, at the latest from the second one. On a busy machine frames are
        // drawn later than they say, and are bright before.
        let frames = try clip.brightness()
        let before = try #require(frames.first).mean
        let bright = frames.map { $0.mean > 1.5 * before }
        let first = try #require(bright.firstIndex(of: true))
        #expect(bright[first...].allSatisfy { $0 })
        #expect(frames[first].time.seconds < seconds + 2.0 / 30, "bright at \(frames[first].time), set at \(seconds)")
        #expect(summary.failure == nil)
    }

    /// Notes on which threads it is used.
    private final class WatchedControls: AdjustableCamera {
        let device = SyntheticBackend.device
        let isTold: Bool
        var threads: [pthread_t] = []
        private(set) var questions = 0
        var value: Int64 = 5
        var listens = false

        init(isTold: Bool = false) { self.isTold = isTold }

        func controls() -> [CameraControl] {
            questions += 1
            return [
                CameraControl.made(ControlID.autoExposure, "auto_exposure", .menu, 0...3, value: isTold ? 3 : 1),
                CameraControl.made(ControlID.exposureTime, "exposure_time_absolute", .integer, 1...5000, value: value),
                counter,
            ]
        }

        /// What some drivers count frames in: nobody sets it.
        private var counter: CameraControl {
            CameraControl(
                id: 1,
                name: "frames",
                kind: .integer,
                minimum: 0,
                maximum: 1000,
                step: 1,
                defaultValue: 0,
                value: 0,
                isInactive: false,
                isReadOnly: true,
                items: []
            )
        }

        func setControl(_ control: CameraControl, to value: Int64) -> Int64? {
            threads.append(pthread_self())
            self.value = value
            return value
        }

        /// Three changes, one at each question.
        func takeControlEvents() -> [ControlEvent] {
            guard value < 8 else { return [] }
            value += 1
            return [ControlID.exposureTime, 1].map {
                ControlEvent(id: $0, value: value, instant: MonotonicClock.now())
            }
        }
    }

    /// Notes on which thread frames are taken.
    private final class WatchedCamera: WrappedCamera {
        let thread = Mutex<pthread_t?>(nil)

        override func nextFrame(
            within timeout: RationalTime,
            _ body: (borrowing RawSpan, CapturedFrame) -> Void
        ) throws(CaptureError) -> Bool {
            let current = pthread_self()
            thread.withLock { $0 = current }
            return try camera.nextFrame(within: timeout, body)
        }
    }

    @Test func `Nothing is set on the thread that takes frames`() throws {
        let scratch = try ScratchDirectory()
        let controls = WatchedControls()
        let camera = WatchedCamera(try camera(SyntheticControls()))
        let recorder = Recorder(
            camera,
            requested: nil,
            settings: RecordingSettings(path: scratch.file("clip.mp4")),
            controls: controls
        )
        try recorder.start()
        try waitForFrames(2, of: recorder)
        try recorder.set(control: "exposure_time_absolute", to: "20")
        try recorder.set(control: "exposure_time_absolute", to: "+")
        recorder.stop()
        _ = try recorder.finish()
        #expect(controls.threads == [pthread_self(), pthread_self()])
        #expect(controls.value == 25)
        #expect(controls.questions == 1, "only at the start: to ask for everything keeps cameras busy")
        #expect(camera.thread.withLock { $0 } != pthread_self())
    }

    @Test(arguments: [true, false]) func `What changes by itself is said once, and logged each time`(isAutomatic: Bool)
        throws
    {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        settings.logPath = scratch.file("log.jsonl")
        let controls = WatchedControls(isTold: isAutomatic)
        let recorder = Recorder(
            try camera(SyntheticControls()),
            requested: nil,
            settings: settings,
            controls: controls
        )
        try recorder.start()
        try waitForFrames(20, of: recorder)
        recorder.stop()
        let summary = try recorder.finish()
        let notes = summary.notes.filter { $0.contains("changes by itself") }
        #expect(notes.count == (isAutomatic ? 1 : 0))
        if isAutomatic {
            #expect(
                notes[0].hasPrefix("exposure_time_absolute changes by itself, from 5 to 6, while auto_exposure is 3")
            )
        }
        let lines = try log(scratch.file("log.jsonl")).filter { $0.contains(#""kind": "control""#) }
        let cause = isAutomatic ? "automatic" : "elsewhere"
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.contains("\"cause\": \"\(cause)\"") })
    }

    @Test func `An exposure that is longer than a frame is warned of once`() throws {
        let scratch = try ScratchDirectory()
        let controls = SyntheticControls()
        let recorder = Recorder(
            try camera(controls),
            requested: nil,
            settings: RecordingSettings(path: scratch.file("clip.mp4")),
            controls: controls
        )
        try recorder.start()
        try waitForFrames(2, of: recorder)
        // A frame lasts 33.3 ms.
        for value in [333, 500, 600] { try recorder.set(control: "exposure", to: "\(value)") }
        recorder.stop()
        let notes = try recorder.finish().notes.filter { $0.contains("longer than") }
        #expect(
            notes == ["each frame is exposed for 50 ms, longer than the 33.33 ms that it lasts: the rate will fall"]
        )
    }

    @Test func `A zoom takes its time, and another setting ends it`() throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        settings.logPath = scratch.file("log.jsonl")
        let controls = SyntheticControls()
        let recorder = Recorder(try camera(controls), requested: nil, settings: settings, controls: controls)
        func zoom() throws -> Int64? { try recorder.control(named: "zoom").value }
        #expect(throws: CaptureError.self) { try recorder.zoom(to: .factor(2), over: RationalTime(1, 1)) }
        try recorder.start()
        try waitForFrames(2, of: recorder)
        let way = try recorder.zoom(to: .factor(2), over: RationalTime(1, 2))
        #expect(way == (100, 200))
        try Patience.wait { try zoom() == 200 }
        // It would take all day.
        try recorder.zoom(to: .value(500), over: RationalTime(36_000, 1))
        try recorder.set(control: "zoom", to: "3x")
        #expect(try zoom() == 300)
        try recorder.zoom(to: .factor(1), over: RationalTime(1, 1))
        try Patience.wait { try zoom() != 300 }
        recorder.stopZoom()
        let rest = try zoom()
        try waitForFrames(recorder.figures.frames + 10, of: recorder)
        #expect(try zoom() == rest)
        recorder.stop()
        _ = try recorder.finish()
        let steps = try log(scratch.file("log.jsonl")).filter { $0.contains(#""cause": "ramp""#) }
        #expect(steps.count > 2)
        let stored = try #require(ClipReader(settings.path).text("overcrank.control.changes"))
        #expect(stored.contains(" zoom_absolute 200; ") && stored.contains(" zoom_absolute 300; "))
    }

    /// A lens whose motor moves for as long as some settings take.
    private final class SlowLens: AdjustableCamera {
        let device = SyntheticBackend.device
        private let state = Mutex((value: Int64(100), refusals: 0))
        private let reluctance: Int

        /// - Parameter reluctance: so many settings are refused after each that was taken.
        init(reluctance: Int) { self.reluctance = reluctance }

        func controls() -> [CameraControl] {
            [
                CameraControl.made(
                    ControlID.zoom,
                    "zoom_absolute",
                    .integer,
                    100...500,
                    value: state.withLock { $0.value }
                )
            ]
        }

        func setControl(_ control: CameraControl, to value: Int64) throws(CaptureError) -> Int64? {
            try state.withLock { state throws(CaptureError) in
                guard state.refusals == 0 else {
                    state.refusals -= 1
                    throw ControlRefusal.notReady.error(control, value, among: [])
                }
                state = (value, reluctance)
                return value
            }
        }
    }

    @Test func `A zoom waits for a lens that still moves`() throws {
        let scratch = try ScratchDirectory()
        let recorder = Recorder(
            try camera(SyntheticControls()),
            requested: nil,
            settings: RecordingSettings(path: scratch.file("clip.mp4")),
            controls: SlowLens(reluctance: 3)
        )
        try recorder.start()
        try waitForFrames(2, of: recorder)
        #expect(try recorder.zoom(to: .value(400), over: RationalTime(1, 2)) == (100, 400))
        try Patience.wait { try recorder.control(named: "zoom").value == 400 }
        recorder.stop()
        #expect(try recorder.finish().notes.allSatisfy { !$0.contains("the zoom stays") })
    }

    @Test func `The synthetic camera's automatics change what they set`() throws {
        let controls = SyntheticControls()
        let list = controls.controls()
        func control(_ id: UInt32) throws -> CameraControl {
            try #require(controls.controls().first { $0.id == id })
        }
        #expect(list.allSatisfy { !$0.isInactive })
        _ = try controls.setControls([ControlSetting(id: ControlID.autoExposure, value: 3)])
        #expect(try control(ControlID.exposureTime).isInactive)
        let refused = #expect(throws: CaptureError.self) {
            try controls.setControl(control(ControlID.exposureTime), to: 10)
        }
        #expect(refused?.message.contains("while auto_exposure is 3 (Aperture Priority Mode)") == true)
        let wrong = #expect(throws: CaptureError.self) {
            try controls.setControl(control(ControlID.autoExposure), to: 2)
        }
        #expect(wrong?.message.contains("1 (Manual Mode), 3 (Aperture Priority Mode)") == true)
        // The automatic is switched off first.
        let changes = try controls.setControls([ControlSetting(id: ControlID.exposureTime, value: 10)])
        #expect(changes.map(\.isImplied) == [true, false])
        #expect(try control(ControlID.exposureTime).value == 10)
        #expect(try controls.setControl(control(ControlID.focus), to: 33) == 35, "steps of 5")
        #expect(try controls.setControl(control(ControlID.zoom), to: 9999) == 500)
    }

    @Test func `A file tells of the changes that fall into it`() throws {
        func change(
            _ name: String,
            _ value: Int64,
            at seconds: Int64,
            _ cause: RecordedControlChange.Cause = .asked
        ) -> RecordedControlChange {
            let id = name == "gain" ? ControlID.gain : ControlID.zoom
            return RecordedControlChange(
                id: id,
                name: name,
                previous: nil,
                value: value,
                instant: RationalTime(seconds, 1),
                cause: cause
            )
        }
        let camera = try RecorderTests.camera()
        let metadata = RecordingMetadata(
            device: camera.device,
            mode: camera.mode,
            requested: nil,
            controls: SyntheticControls().controls(),
            tags: []
        )
        let changes = [
            change("gain", 10, at: 90), change("gain", 20, at: 102), change("zoom_absolute", 110, at: 103, .ramp),
            change("zoom_absolute", 120, at: 104, .ramp), change("zoom_absolute", 130, at: 105, .ramp),
            change("gain", 30, at: 110),
        ]
        let entries = metadata.entries(
            start: FileStart(at: RationalTime(100, 1)),
            duration: RationalTime(10, 1),
            measured: nil,
            changes: changes,
            added: []
        )
        func text(_ key: String) -> String? { entries.first { $0.key == key }?.value }
        #expect(text("overcrank.control.gain") == "10")
        #expect(text("overcrank.control.zoom_absolute") == "100")
        #expect(text("overcrank.control.changes") == "2.000000 gain 20; 5.000000 zoom_absolute 130")
    }

    /// Who plays the file at the rate at which it was filmed takes this number.
    @Test(arguments: [(nil, "240.0"), (238.5, "240.0"), (99.98765, "99.988")] as [(Double?, String)])
    func `The file says at what rate frames came`(measured: Double?, text: String) throws {
        let camera = try RecorderTests.camera()
        let metadata = RecordingMetadata(
            device: camera.device,
            mode: camera.mode,
            requested: nil,
            controls: [],
            tags: []
        )
        let entries = metadata.entries(start: FileStart(at: RationalTime(100, 1)), measured: measured, added: [])
        #expect(entries.first { $0.key == "com.android.capture.fps" }?.value == text)
    }

    @Test func `A change is a line of the log`() {
        let change = RecordedControlChange(
            id: ControlID.gain,
            name: "gain",
            previous: 3,
            value: 20,
            instant: RationalTime(5_250_000, 1_000_000),
            cause: .elsewhere
        )
        #expect(
            RecordingLog.line(change, since: RationalTime(1, 1))
                == #"{"kind": "control", "count": 0, "name": "gain", "previous": 3, "value": 20, "cause": "elsewhere", "#
                + #""timestamp": "5250000/1000000", "seconds": 4.25}"#
        )
    }
}
