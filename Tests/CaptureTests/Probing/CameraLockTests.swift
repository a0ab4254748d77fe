import MediaTime
import Testing

@testable import Capture

/// The order of a lock, and what becomes of a camera that does not play along.
@Suite struct CameraLockTests {
    private let camera: FakeCamera
    private let before: CameraFrameFormat
    private var request = LockRequest()

    init() throws {
        let size = FrameSize(width: 320, height: 180)
        let code = try #require(FourCharacterCode("YUYV"))
        let rates = [RationalTime(1, 30), RationalTime(1923, 500_000)].map(FrameRateRange.init)
        let format = CaptureFormat(
            code: code,
            description: "",
            isCompressed: false,
            sizes: [CaptureSize(size: size, ranges: rates)]
        )
        before = CameraFrameFormat(
            format: code,
            size: FrameSize(width: 8, height: 8),
            frameDuration: RationalTime(1, 15)
        )
        camera = FakeCamera([format], current: before)
        camera.descriptions = CameraControl.exposureControls
        camera.values = [
            ControlID.autoExposure: 3, ControlID.exposureTime: 30, ControlID.dynamicFrameRate: 1,
            ControlID.autoFocus: 1, ControlID.focus: 0,
        ]
    }

    @Test func `Everything is set in its order, with the camera's own fraction`() throws {
        let lock = try CameraLock(camera, request)
        #expect(
            camera.diary == [
                "claim", "input 0", "format YUYV 320x180", "interval 1923/500000", "exposure_dynamic_framerate 0",
                "stream",
            ]
        )
        #expect(lock.report.granted.frameDuration.value == 1923)
        #expect(lock.report.granted.frameDuration.timescale == 500_000)
        let measured = try #require(lock.report.measured)
        #expect(abs(measured.rate - 260.01) < 0.1)
        #expect(measured.jitter < 0.000_01)
        #expect(measured.lost == 0)
        #expect(lock.report.isHighFrameRate)
        #expect(lock.report.warnings.isEmpty)
    }

    /// As of drivers whose sensor is another device: neither lists nor grants have a rate.
    @Test(arguments: [true, false]) func `The rate of a camera that says none is measured`(measures: Bool) throws {
        let size = CaptureSize(size: FrameSize(width: 320, height: 180), ranges: [])
        let format = CaptureFormat(
            code: try #require(FourCharacterCode("YUYV")),
            description: "",
            isCompressed: false,
            sizes: [size]
        )
        var frame = before
        frame.frameDuration = nil
        let silent = FakeCamera([format], current: frame)
        var wish = LockRequest()
        wish.measures = measures
        let report = try CameraLock(silent, wish).report
        // It delivers what it is told, and was told nothing.
        let measured = try #require(report.measured)
        #expect(abs(measured.rate - 30) < 0.1)
        #expect(!report.granted.statesRate)
        #expect(abs(report.granted.frameDuration.seconds * measured.rate - 1) < 0.001)
        #expect(report.warnings == [.statesNoRate(measured: measured.rate)])
        #expect(!silent.diary.contains { $0.hasPrefix("interval") })
    }

    @Test func `Where it is cancelled, the camera is put back as it was`() {
        camera.isMute = true
        let error = #expect(throws: CaptureError.self) { _ = try CameraLock(camera, request) { true } }
        #expect(error?.code == .cancelled)
        #expect(camera.current.size == before.size)
        #expect(camera.current.frameDuration == before.frameDuration)
        #expect(camera.values[ControlID.dynamicFrameRate] == 1)
    }

    @Test func `Interlaced frames are granted as such, and warned of`() throws {
        var frame = before
        frame.fields = .lowerFirst
        let interlaced = FakeCamera(camera.list, current: frame)
        let report = try CameraLock(interlaced, request).report
        #expect(report.granted.fields == .lowerFirst)
        #expect(report.warnings == [.fields(.lowerFirst)])
        #expect(report.warnings[0].description.contains("interlaced, lower field first"))
    }

    /// An HDMI input with a grid of sizes.
    private static func grabber() throws -> FakeCamera {
        let code = try #require(FourCharacterCode("YUYV"))
        let sizes = [(16_384, 8640), (1920, 1080), (1280, 720), (32, 16)].map { size in
            CaptureSize(
                size: FrameSize(width: size.0, height: size.1),
                ranges: [FrameRateRange(RationalTime(1, 60))]
            )
        }
        let format = CaptureFormat(code: code, description: "", isCompressed: false, sizes: sizes)
        let size = FrameSize(width: 720, height: 576)
        let camera = FakeCamera([format], current: CameraFrameFormat(format: code, size: size, frameDuration: nil))
        camera.signal = .success(FrameSize(width: 1280, height: 720))
        camera.isMute = true
        return camera
    }

    @Test func `Without a wish for a size it is the signal's, and the input follows it`() throws {
        let camera = try Self.grabber()
        var request = LockRequest()
        request.measures = false
        let report = try CameraLock(camera, request).report
        #expect(camera.diary == ["claim", "input 0", "signal", "format YUYV 1280x720", "interval 1/60"])
        #expect(report.reason == "the highest rate; the size of the signal")
        request.preferences.minimumSize = FrameSize(width: 1300, height: 100)
        #expect(try CameraLock(camera, request).report.granted.size.width == 16_384)
        request.preferences = FormatPreferences()
        request.preferences.size = FrameSize(width: 1920, height: 1080)
        #expect(try CameraLock(camera, request).report.granted.size.width == 1920)
    }

    @Test func `A signal of a size that the camera does not list is scaled`() throws {
        let camera = try Self.grabber()
        camera.signal = .success(FrameSize(width: 1, height: 1))
        var request = LockRequest()
        request.measures = false
        #expect(try CameraLock(camera, request).report.granted.size.width == 16_384)
    }

    @Test func `Without a signal nothing is locked`() throws {
        let camera = try Self.grabber()
        camera.signal = .failure(CaptureError(.noSignal, "there is no signal"))
        let error = #expect(throws: CaptureError.self) { _ = try CameraLock(camera, request) }
        #expect(error?.code == .noSignal)
    }

    @Test func `A camera that is slow at first is caught and helped`() throws {
        camera.slowUntil = 2
        let lock = try CameraLock(camera, request)
        #expect(
            camera.diary.suffix(5) == [
                "interval 3846/500000", "stream", "format YUYV 320x180", "interval 1923/500000", "stream",
            ]
        )
        let warning = try #require(lock.report.warnings.first)
        #expect("\(warning)" == "the camera delivered 26 fps until its rate was set anew")
        #expect(try abs(#require(lock.report.measured).rate - 260.01) < 0.1)
    }

    @Test func `A camera that stays slow is reported, after one more try`() throws {
        camera.slowUntil = 100
        let report = try CameraLock(camera, request).report
        #expect(camera.diary.filter { $0 == "stream" }.count == 3)
        #expect(report.warnings.map(\.description) == ["the camera granted 260.01 fps, but delivers 26 fps"])
        #expect(!report.isHighFrameRate)
    }

    @Test func `What the camera grants is believed, not what was asked`() throws {
        camera.granted = RationalTime(1, 60)
        let report = try CameraLock(camera, request).report
        #expect(report.granted.frameDuration == RationalTime(1, 60))
        #expect(
            report.warnings.map(\.description) == [
                "asked for YUYV 320x180 at 260.01 fps, the camera granted YUYV 320x180 at 60 fps"
            ]
        )
    }

    @Test(arguments: ["format YUYV 320x180", "interval 1923/500000", "exposure_time_absolute 20", "stream"])
    func `Where one setting fails, all are put back`(failing: String) throws {
        var request = request
        request.shutter = RationalTime(1, 500)
        request.input = 2
        camera.failing = failing
        let values = camera.values
        let error = #expect(throws: CaptureError.self) { try CameraLock(camera, request) }
        #expect(error?.message == "\(failing) failed")
        #expect(camera.currentInput == 0)
        #expect(camera.current == before)
        #expect(camera.values == values)
    }

    /// Also when it has been measured, and where it is not.
    @Test func `Where it is cancelled, all is put back`() throws {
        var request = request
        request.measures = false
        request.shutter = RationalTime(1, 500)
        let values = camera.values
        let error = #expect(throws: CaptureError.self) { try CameraLock(camera, request) { true } }
        #expect(error?.code == .cancelled)
        #expect(camera.current == before)
        #expect(camera.values == values)
    }

    @Test func `A camera that goes while it is measured is an error`() throws {
        camera.isMute = true
        let error = #expect(throws: CaptureError.self) { try CameraLock(camera, request) }
        #expect(error?.code == .unplugged)
    }

    @Test func `On request all is put back in the end, and not before`() throws {
        var request = request
        request.restores = true
        request.shutter = RationalTime(1, 500)
        let values = camera.values
        do {
            let lock = try CameraLock(camera, request)
            #expect(camera.values[ControlID.autoExposure] == 1)
            #expect(camera.values[ControlID.exposureTime] == 20)
            #expect(camera.current.frameDuration == lock.report.granted.frameDuration)
        }
        #expect(camera.values == values)
        #expect(camera.current == before)
        #expect(camera.diary.suffix(6).first == "exposure_time_absolute 30", "before the automatic has it again")
    }

    @Test func `Without the wish all stays`() throws {
        _ = try CameraLock(camera, request)
        #expect(camera.current.frameDuration == RationalTime(1923, 500_000))
        #expect(camera.values[ControlID.dynamicFrameRate] == 0)
    }

    @Test func `An exposure longer than a frame is warned of`() throws {
        camera.values[ControlID.autoExposure] = 1
        camera.values[ControlID.exposureTime] = 157
        let warning = try #require(try CameraLock(camera, request).report.warnings.first)
        #expect("\(warning)".hasPrefix("each frame is exposed for 15.7 ms, longer than the 3.85 ms"))
    }

    @Test(
        arguments: [
            (RationalTime(1, 20_000), ["cameras count exposure in 0.1 ms: 0.1 ms was set, not 0.05 ms"]),
            (RationalTime(1, 4000), ["cameras count exposure in 0.1 ms: 0.3 ms was set, not 0.25 ms"]),
            (RationalTime(1, 500), []), (RationalTime(1, 120), []),
        ] as [(RationalTime, [String])]
    )
    func `A shutter that is rounded by much is warned of`(shutter: RationalTime, warnings: [String]) throws {
        var request = request
        request.shutter = shutter
        let found = try CameraLock(camera, request).report.warnings.filter {
            if case .exposureRounded = $0 { true } else { false }
        }
        #expect(found.map(\.description) == warnings)
    }

    @Test func `Without measuring nothing is streamed`() throws {
        var request = request
        request.measures = false
        #expect(try CameraLock(camera, request).report.measured == nil)
        #expect(!camera.diary.contains("stream"))
    }

    @Test func `A recorder has what is locked, and keeps it`() throws {
        var request = request
        request.restores = true
        request.preferences.frameRate = FrameRate(260)
        do {
            let recorder = try {
                let lock = try CameraLock(camera, request)
                return try Recorder(lock, microphone: .none, settings: RecordingSettings(path: "clip.mp4"))
            }()
            #expect(camera.current.frameDuration == RationalTime(1923, 500_000))
            #expect(recorder.lockReport?.measured != nil)
            #expect(recorder.requested == FrameRate(260))
            #expect(try recorder.controls().count == camera.descriptions.count)
        }
        #expect(camera.current == before)
    }
}
