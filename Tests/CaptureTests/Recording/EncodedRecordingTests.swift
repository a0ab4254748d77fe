@testable import Capture
import FFmpeg
import MediaTime
import TestSupport
import Testing

/// Raw frames are encoded in a pattern of frames that can be left out.
@Suite struct EncodedRecordingTests {
    private static func record(
        _ format: String,
        to path: String,
        duration: RationalTime = RationalTime(5, 2),
        faults: SyntheticFaults = SyntheticFaults(),
        change: (inout RecordingSettings) -> Void = { _ in }
    ) throws -> RecordingSummary {
        let camera = try RecorderTests.camera(format, rate: 60, faults: faults)
        return try RecorderTests.record(camera, to: path, duration: duration, change: change)
    }

    @Test(arguments: [
        ("YU12", FrameCoding.h264, 1), ("YU12", .h264, 2), ("YUYV", .h264, 2), ("YU12", .h264, 4), ("MJPG", .h264, 3),
        ("YU12", .hevc, 1), ("YU12", .hevc, 2), ("YUYV", .hevc, 4),
    ])
    func `Every frame is there, at its instant, and all but one of n can be dropped`(
        format: String,
        coding: FrameCoding,
        disposable: Int
    ) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let summary = try Self.record(format, to: path) {
            $0.coding = coding
            $0.disposable = disposable
        }
        #expect(summary.lost.total == 0)
        let clip = try ClipReader(path)
        #expect(clip.streams[0].parameters.fourCC == (coding == .hevc ? "hvc1" : "avc1"))
        let frames = try clip.frames()
        #expect(frames.map(\.number) == Array(0..<150))
        #expect(frames.map(\.time) == (0..<150).map { RationalTime(($0 * 1_000_000 + 30) / 60, 1_000_000) })

        let kept = clip.packets[0].filter { !LengthPrefixed.isDisposable($0.payload.bytes, coding) }
        let keptNumbers = try kept.map { packet in
            try #require(frames.first { $0.time == packet.pts }?.number)
        }
        // The last pattern may be incomplete, and ends with a frame that others could have referred to.
        #expect(keptNumbers.dropLast() == (0..<keptNumbers.count - 1).map { Int64($0 * disposable) }[...])
        let keys = clip.packets[0].filter(\.isKey).compactMap(\.pts)
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $1.seconds - $0.seconds <= 1 })
    }

    @Test(arguments: [FrameCoding.h264, .hevc], [2, 3, 8])
    func `A limit that comes before the first packet takes no frame beyond it`(
        coding: FrameCoding,
        disposable: Int
    ) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let summary = try Self.record("YU12", to: path, duration: RationalTime(2, 60)) {
            $0.coding = coding
            $0.disposable = disposable
        }
        #expect(summary.end == .duration)
        #expect(summary.files.map(\.frames) == [2])
        let clip = try ClipReader(path)
        #expect(clip.packets[0].count == 2)
        #expect(try clip.frames().map(\.number) == [0, 1])
    }

    /// Each format that is known, unless the camera encodes it: grey stays as grey as it was.
    @Test(arguments: CameraFormat.codes) func `Raw frames of every format are encoded`(code: String) throws {
        let format = try #require(FourCharacterCode(code))
        guard CameraFormat(format)?.codec == nil else { return }
        let mode = CaptureMode(
            format: format,
            size: FrameSize(width: 64, height: 48),
            frameDuration: RationalTime(1, 30)
        )
        let size = try #require(RowLayout(format, mode.size)?.size)
        let bytes = [UInt8](repeating: 128, count: size)
        let pool = try PacketPool(largestPayload: size)
        for offered in ["yuv420p", "yuv422p"].map({ [PixelFormat(named: $0)].compactMap(\.self) }) {
            let frames = try EncoderFrames.make(mode: mode, offered: offered)
            var count = 0
            let facts = CapturedFrame(sequence: 0, timestamp: .zero, isDamaged: false)
            try frames.take(QueuedFrame(packet: try unsafe pool.packet(copying: bytes.span.bytes), facts: facts)) {
                frame,
                _ in
                #expect([frame.pixelFormat] == offered)
                count += 1
            }
            #expect(count == 1)
        }
    }

    @Test func `Both components of chroma that take turns are stored apart`() throws {
        let size = FrameSize(width: 6, height: 2)
        let mode = CaptureMode(
            format: try #require(FourCharacterCode("NV16")),
            size: size,
            frameDuration: RationalTime(1, 30)
        )
        let bytes: [UInt8] = Array(0..<12) + [50, 90, 51, 91, 52, 92, 53, 93, 54, 94, 55, 95]
        let pool = try PacketPool(largestPayload: bytes.count)
        let frames = try EncoderFrames.make(mode: mode, offered: [PixelFormat(named: "yuv422p")].compactMap(\.self))
        let facts = CapturedFrame(sequence: 0, timestamp: .zero, isDamaged: false)
        var planes: [[UInt8]] = []
        try frames.take(QueuedFrame(packet: try unsafe pool.packet(copying: bytes.span.bytes), facts: facts)) {
            frame,
            _ in
            for (plane, count) in [6, 3, 3].enumerated() {
                let stride = frame.stride(ofPlane: plane)
                planes.append(
                    frame.withPlane(plane) { samples in
                        (0..<2).flatMap { row in (0..<count).map { samples[row * stride + $0] } }
                    }
                )
            }
        }
        #expect(planes == [Array(0..<12), Array(50...55), Array(90...95)])
    }

    @Test(arguments: [FrameCoding.h264, .hevc])
    func `Without the disposable half the rest decodes as before`(coding: FrameCoding) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        _ = try Self.record("YU12", to: path) { $0.coding = coding }
        let all = try Decoded(path) { _ in true }
        let half = try Decoded(path) { !LengthPrefixed.isDisposable($0, coding) }
        #expect(all.frames.count == 150)
        #expect(half.frames.count < 80)
        #expect(half.warning == nil)
        for (time, frame) in half.frames { #expect(all.frames[time] == frame) }
    }

    @Test func `All steps of the ladder share their parameter sets`() throws {
        let ladder = EncoderPresets(.h264, disposable: 2, quality: 20)
        let format = try #require(PixelFormat(named: "yuv420p"))
        let headers = try ladder.steps.map { step in
            try Encoder(
                VideoEncoderSettings(
                    encoder: ladder.encoder,
                    width: 320,
                    height: 180,
                    pixelFormat: format,
                    timeBase: TimeBase(1, 1_000_000),
                    frameRate: TimeBase(240, 1),
                    options: step.options,
                    needsGlobalHeader: true
                )
            ).parameters.extradata
        }
        #expect(headers.count == 4)
        #expect(Set(headers).count == 1)
    }

    @Test func `When it falls behind it makes less effort, says so, and loses nothing`() throws {
        let camera = try RecorderTests.camera("YU12", rate: 60)
        let settings = RecordingSettings(path: "")
        var notes: [String] = []
        let encoder = try FrameEncoder.make(
            .h264,
            mode: camera.mode,
            disposable: settings.disposable,
            quality: settings.quality,
            bufferSize: 1000
        ) { notes.append($0) }
        let pool = try PacketPool(largestPayload: 320 * 180 * 3 / 2)
        var times: Set<Int64> = []
        var decoded: [Int64] = []
        func note(_ packet: borrowing Packet) {
            times.insert(packet.pts ?? -1)
            decoded.append(packet.dts ?? -1)
        }
        try camera.start()
        for number in Int64(0)..<300 {
            // It is behind in the second and in the fourth second.
            let isBehind = (30..<90).contains(number) || (150..<210).contains(number)
            let backlog = Backlog(frames: 1, bytes: isBehind ? 251 : 250)
            _ = try camera.nextFrame(within: .zero) { bytes, facts in
                guard let packet = try? pool.packet(copying: bytes) else { return }
                let frame = QueuedFrame(packet: packet, facts: facts)
                try? encoder.take(frame, at: number * 16_667, backlog: backlog) { note($0) }
            }
        }
        try encoder.finish { note($0) }
        #expect(notes.count == 2)
        #expect(notes.allSatisfy { $0.hasPrefix("encoding with less effort") })
        #expect(times == Set((0..<300).map { $0 * 16_667 }))
        #expect(zip(decoded, decoded.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `Black and white of Motion JPEG are those of its whole range`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        _ = try Self.record("MJPG", to: path, duration: RationalTime(1, 20)) { $0.coding = .copy }
        let decoded = try #require(try Decoded(path) { _ in true }.frames[.zero])
        let scene = try SyntheticFrames(mode: RecorderTests.camera("YU12", rate: 60).mode, frameRate: FrameRate(60))
        var luma: [UInt8] = []
        try scene.withFrame(0) { bytes in unsafe bytes.withUnsafeBytes { unsafe luma = Array($0.prefix(320 * 180)) } }
        try #require(decoded.count == luma.count)
        let errors = zip(decoded, luma).map { shown, filmed -> Double in
            let wanted = (Double(filmed) - 16) * 255 / 219
            return abs(Double(shown) - wanted)
        }
        #expect(errors.reduce(0, +) / Double(errors.count) < 2)
        #expect(try #require(decoded.min()) < 8)
        #expect(try #require(decoded.max()) > 247)
    }

    @Test func `FFV1 keeps every sample`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mov")
        _ = try Self.record("YU12", to: path, duration: RationalTime(1, 2)) { $0.coding = .ffv1 }
        let clip = try ClipReader(path)
        #expect(clip.streams[0].parameters.codecName == "ffv1")
        #expect(try clip.frames().map(\.number) == Array(0..<30))
        let camera = try RecorderTests.camera("YU12", rate: 60)
        let frames = try SyntheticFrames(mode: camera.mode, frameRate: FrameRate(60))
        let decoded = try Decoded(path) { _ in true }
        for number in 0..<Int64(30) {
            var luma: [UInt8] = []
            try frames.withFrame(number) { bytes in
                unsafe bytes.withUnsafeBytes { unsafe luma = Array($0.prefix(320 * 180)) }
            }
            #expect(decoded.frames[RationalTime((number * 1_000_000 + 30) / 60, 1_000_000)] == luma)
        }
    }
}

/// The decoded luma of a file's frames, of those whose packets are chosen.
private struct Decoded {
    var frames: [RationalTime: [UInt8]] = [:]
    /// What the decoder complained of.
    var warning: String?

    init(_ path: String, _ isChosen: ([UInt8]) -> Bool) throws {
        let demuxer = try Demuxer(path: path)
        let stream = demuxer.streams[0]
        let decoder = try Decoder(stream.parameters, timeBase: stream.timeBase)
        let packet = try Packet()
        let frame = try Frame()
        var found: [RationalTime: [UInt8]] = [:]
        func drain() throws {
            while try decoder.receive(into: frame) == .produced {
                let stride = frame.stride(ofPlane: 0)
                let (width, height) = (frame.width, frame.height)
                var luma: [UInt8] = []
                frame.withPlane(0) { plane in
                    for row in 0..<height {
                        for column in 0..<width { luma.append(plane[row * stride + column]) }
                    }
                }
                guard let ticks = frame.pts else { continue }
                found[try stream.timeBase.time(ticks)] = luma
            }
        }
        while try demuxer.read(into: packet) {
            if packet.streamIndex == 0, isChosen(packet.bytes) {
                while try !decoder.send(packet) { try drain() }
                try drain()
            }
            packet.reset()
        }
        try decoder.sendEnd()
        try drain()
        frames = found
        warning = decoder.takeErrors().last?.text
    }
}
