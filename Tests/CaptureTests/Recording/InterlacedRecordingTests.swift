import FFmpeg
import MediaTime
import TestSupport
import Testing

@testable import Capture

/// Interlaced frames are stored as such, and said to be.
@Suite struct InterlacedRecordingTests {
    private static func record(
        _ camera: any CaptureStream,
        to path: String,
        _ coding: FrameCoding
    ) throws -> RecordingSummary {
        var settings = RecordingSettings(path: path)
        settings.coding = coding
        settings.quality = 2
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        return try recorder.finish()
    }

    @Test(
        arguments: [(FrameCoding.copy, "mov"), (.ffv1, "mov"), (.h264, "mp4"), (.h264, "mov")],
        [FrameFields.upperFirst, .lowerFirst]
    )
    func `The file says which field is older`(kind: (coding: FrameCoding, ending: String), fields: FrameFields) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.\(kind.ending)")
        let summary = try Self.record(FieldCamera.interlaced(fields), to: path, kind.coding)
        #expect(summary.lost.total == 0)
        #expect(summary.files.map(\.frames) == [12])
        #expect(summary.notes.isEmpty)
        let clip = try ClipReader(path)
        #expect(clip.text("overcrank.fields") == fields.description)
        #expect(clip.streams[0].parameters.fieldOrder == fields.order)
        let orders = try clip.fieldOrders()
        #expect(orders.count == 12)
        // Raw frames say nothing of themselves.
        if kind.coding != .copy { #expect(orders.allSatisfy { $0 == fields.order }) }
    }

    /// Where chroma has half the lines, those of the two fields are not mixed.
    @Test(arguments: [FrameFields.upperFirst, .progressive])
    func `Each field keeps its colour`(fields: FrameFields) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        _ = try Self.record(FieldCamera.interlaced(fields), to: path, .h264)
        let rows: [Int] = try FirstPlane(1, of: path).rows.map { Int($0[8]) }
        #expect(rows.count == 8)
        for (number, value) in rows.enumerated() where (2..<6).contains(number) {
            let expected = fields == .progressive ? 130 : number % 2 == 0 ? 200 : 60
            #expect(abs(value - expected) < (fields == .progressive ? 40 : 12), "\(rows)")
        }
    }

    @Test func `Copies of images say it in the container`() throws {
        let scratch = try ScratchDirectory()
        let camera = try RecorderTests.camera(rate: 60, faults: SyntheticFaults([10: .unplug]))
        for ending in ["mp4", "mov"] {
            let path = scratch.file("clip.\(ending)")
            let stream = OtherMode(camera, camera.mode.with(.lowerFirst))
            _ = try Self.record(stream, to: path, .copy)
            #expect(try ClipReader(path).streams[0].parameters.fieldOrder == .lowerFirst)
        }
    }

    /// A camera that granted another mode.
    private final class OtherMode: WrappedCamera {
        private let other: CaptureMode
        override var mode: CaptureMode { other }

        init(_ camera: SyntheticCamera, _ mode: CaptureMode) {
            other = mode
            super.init(camera)
        }
    }

    @Test(arguments: [(FrameCoding.hevc, 16, "HEVC does not take"), (.h264, 18, "not 18")])
    func `What a codec has no fields for is refused`(coding: FrameCoding, height: Int, reason: String) throws {
        let scratch = try ScratchDirectory()
        let error = #expect(throws: CaptureError.self) {
            try Self.record(
                FieldCamera.interlaced(.upperFirst, height: height),
                to: scratch.file("clip.mov"),
                coding
            )
        }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
        #expect(try scratch.contents.isEmpty)
    }

    @Test func `A driver that says something else of its frames than it granted is named once`() throws {
        let scratch = try ScratchDirectory()
        let buffers = (0..<4).map { number in
            FieldCamera.Buffer(
                number: UInt32(number),
                time: Int64(number) * 100,
                fields: .lowerFirst,
                lines: Array(repeating: 100, count: FieldCamera.height)
            )
        }
        let summary = try Self.record(FieldCamera(.progressive, buffers), to: scratch.file("clip.mov"), .ffv1)
        #expect(summary.notes.count == 1)
        #expect(summary.notes.first?.contains("interlaced, lower field first") == true)
    }

    /// What a woven camera delivers: the luma of the lines, the driver's number, and whether it is damaged.
    private static func frames(
        _ fields: FrameFields,
        _ arrangement: WovenStream.Arrangement,
        _ buffers: [FieldCamera.Buffer]
    ) throws -> [(lines: [UInt8], facts: CapturedFrame)] {
        let camera = FieldCamera(fields, height: 4, buffers)
        let weave = try #require(FieldWeave(camera.mode.format, camera.mode.size))
        let stream = WovenStream(camera, weave, arrangement)
        try stream.start()
        var frames: [(lines: [UInt8], facts: CapturedFrame)] = []
        do {
            while true {
                _ = try stream.nextFrame(within: RationalTime(1, 10)) { bytes, facts in
                    let bytes: [UInt8] = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
                    let row = 2 * FieldCamera.width
                    let lines: [UInt8] = (0..<bytes.count / row).map { bytes[$0 * row] }
                    frames.append((lines, facts))
                }
            }
        } catch {
            return frames
        }
    }

    @Test(arguments: [FrameFields.upperFirst, .lowerFirst])
    func `Fields that lie one behind the other are put together`(fields: FrameFields) throws {
        let buffer = FieldCamera.Buffer(number: 7, time: 0, fields: fields, lines: [1, 2, 3, 4])
        let frames = try Self.frames(fields, .together, [buffer])
        let lines: [UInt8] = fields == .upperFirst ? [1, 3, 2, 4] : [3, 1, 4, 2]
        #expect(frames.map(\.lines) == [lines])
        #expect(frames.map { $0.facts.fields } == [fields])
    }

    @Test(arguments: [true, false]) func `Fields that come one by one are put together`(countsFields: Bool) throws {
        var buffers: [FieldCamera.Buffer] = []
        for number in 0..<8 {
            let fields = number % 2 == 0 ? FrameFields.lowerOnly : .upperOnly
            let (count, value) = (UInt32(countsFields ? number : number / 2), UInt8(number))
            buffers.append(
                FieldCamera.Buffer(
                    number: count,
                    time: Int64(number) * 50,
                    fields: fields,
                    lines: [value, value + 100]
                )
            )
        }
        let frames = try Self.frames(.lowerFirst, .apart, buffers)
        let lines: [[UInt8]] = [[1, 0, 101, 100], [3, 2, 103, 102], [5, 4, 105, 104], [7, 6, 107, 106]]
        #expect(frames.map(\.lines) == lines)
        #expect(frames.allSatisfy { !$0.facts.isDamaged && $0.facts.fields == .lowerFirst })
        // Of the older field.
        let times = frames.map { $0.facts.timestamp.seconds }
        #expect(times == [40, 40.04, 40.08, 40.12])
    }

    @Test func `A field that is alone is a damaged frame`() throws {
        let fields: [(number: UInt32, fields: FrameFields)] = [
            (0, .upperOnly), (0, .lowerOnly), (1, .lowerOnly), (2, .upperOnly), (2, .lowerOnly), (3, .upperOnly),
        ]
        var buffers: [FieldCamera.Buffer] = []
        for (place, field) in fields.enumerated() {
            buffers.append(
                FieldCamera.Buffer(number: field.number, time: Int64(place) * 50, fields: field.fields, lines: [0, 0])
            )
        }
        let facts = try Self.frames(.upperFirst, .apart, buffers).map(\.facts)
        #expect(facts.map(\.sequence) == [0, 1, 2])
        #expect(facts.map(\.isDamaged) == [false, true, false])
    }
}
