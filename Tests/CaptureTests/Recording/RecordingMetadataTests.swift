@testable import Capture
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// What is said of a recording while it is made is found in it.
@Suite struct RecordingMetadataTests {
    /// An instant so long after the camera's start.
    private static func instant(_ seconds: RationalTime) throws -> RationalTime {
        try SyntheticCamera.unhurriedStart + seconds
    }

    @Test(arguments: ["mp4", "mov"]) func `Marks are chapters, from the file's own start on`(ending: String) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.\(ending)")
        var settings = RecordingSettings(path: path)
        settings.start = .triggered(preRoll: RationalTime(1, 2))
        settings.limits.duration = RationalTime(2, 1)
        let camera = try RecorderTests.camera(rate: 60)
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        // The file shows what happened from 1 s to 3 s.
        try recorder.mark("Start", at: Self.instant(RationalTime(1, 1)))
        try recorder.mark("Finish", at: Self.instant(RationalTime(5, 2)))
        try recorder.mark(at: Self.instant(RationalTime(4, 3)))
        try recorder.mark("Too early", at: Self.instant(RationalTime(99, 100)))
        try recorder.mark("Too late", at: Self.instant(RationalTime(3, 1)))
        try recorder.trigger(at: Self.instant(RationalTime(3, 2)))
        #expect(try recorder.finish().end == .duration)
        let chapters = try ClipReader(path).chapters
        #expect(chapters.map { $0.metadata.map(\.value) } == [["Start"], ["Mark 2"], ["Trigger"], ["Finish"]])
        let starts = try chapters.map { try $0.timeBase.time($0.start).seconds }
        for (start, expected) in zip(starts, [0, 1.0 / 3, 0.5, 1.5]) { #expect(abs(start - expected) < 1e-6) }
    }

    @Test func `Without marks there are no chapters`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        _ = try RecorderTests.record(try RecorderTests.camera(), to: path)
        #expect(try ClipReader(path).chapters.isEmpty)
    }

    @Test func `Texts that come in the course of it are stored, the last one of a key`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        var settings = RecordingSettings(path: path)
        settings.limits.duration = RationalTime(1, 2)
        settings.metadata = [MetadataItem(key: "title", value: "Serve"), MetadataItem(key: "lens", value: "50mm")]
        let recorder = Recorder(try RecorderTests.camera(), requested: nil, settings: settings, isLive: false)
        try recorder.start()
        try recorder.add(MetadataItem(key: "title", value: "Ace"))
        try recorder.add(MetadataItem(key: "player", value: "7"))
        _ = try recorder.finish()
        let clip = try ClipReader(path)
        #expect(clip.text("title") == "Ace")
        #expect(clip.text("player") == "7")
        #expect(clip.text("lens") == "50mm")
        #expect(clip.metadata.filter { $0.key == "title" }.count == 1)
    }

    @Test func `Without a recording triggers, marks and texts are refused`() throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        settings.limits.duration = RationalTime(1, 10)
        let recorder = Recorder(try RecorderTests.camera(), requested: nil, settings: settings, isLive: false)
        func codes() -> [CaptureError.Code?] {
            let calls: [() throws -> Void] = [
                { try recorder.trigger() }, { try recorder.mark("Serve") },
                { try recorder.add(MetadataItem(key: "title", value: "Ace")) },
            ]
            return calls.map { call in
                do { try call() } catch { return (error as? CaptureError)?.code }
                return nil
            }
        }
        #expect(codes() == [.misuse, .misuse, .misuse])
        try recorder.start()
        #expect(codes() == [nil, nil, nil])
        _ = try recorder.finish()
        #expect(codes() == [.misuse, .misuse, .misuse])
    }

    @Test func `What is set at the camera is stored in words`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        var settings = RecordingSettings(path: path)
        settings.limits.duration = RationalTime(1, 10)
        let items = [CameraControl.Item(value: 1, name: "Manual Mode")]
        let controls = [
            Self.control("auto_exposure", .menu, value: 1, items: items),
            Self.control("exposure_time_absolute", .integer, value: 20),
            Self.control("white_balance_automatic", .boolean, value: 1),
            Self.control("white_balance_temperature", .integer, value: 4600, isInactive: true),
            Self.control("reset", .button, value: 0),
            Self.control("gain", .integer, value: nil),
        ]
        let recorder = Recorder(
            try RecorderTests.camera(),
            requested: nil,
            settings: settings,
            controls: FixedControls(controls),
            isLive: false
        )
        try recorder.start()
        _ = try recorder.finish()
        let stored = try ClipReader(path).metadata.filter { $0.key.hasPrefix("overcrank.control.") }
        #expect(
            stored.map { "\($0.key.dropFirst("overcrank.control.".count)) \($0.value)" } == [
                "auto_exposure 1 (Manual Mode)", "exposure_time_absolute 20", "white_balance_automatic on",
            ]
        )
    }

    /// Controls that nobody sets.
    private final class FixedControls: AdjustableCamera {
        let device = SyntheticBackend.device
        private let list: [CameraControl]

        init(_ list: [CameraControl]) { self.list = list }

        func controls() -> [CameraControl] { list }
        func setControl(_ control: CameraControl, to value: Int64) -> Int64? { nil }
    }

    private static func control(
        _ name: String,
        _ kind: CameraControl.Kind,
        value: Int64?,
        items: [CameraControl.Item] = [],
        isInactive: Bool = false
    ) -> CameraControl {
        CameraControl(
            id: 0,
            name: name,
            kind: kind,
            minimum: 0,
            maximum: 10_000,
            step: 1,
            defaultValue: 0,
            value: value,
            isInactive: isInactive,
            isReadOnly: false,
            items: items
        )
    }
}
