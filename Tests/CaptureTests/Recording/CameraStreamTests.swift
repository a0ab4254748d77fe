@testable import Capture
import FFmpeg
import MediaTime
import SceneRendering
import TestSupport
import Testing

/// What a camera's own encoder made is stored as it came.
@Suite struct CameraStreamTests {
    private static func record(
        to path: String,
        duration: RationalTime = RationalTime(5, 2),
        faults: SyntheticFaults = SyntheticFaults(),
        change: (inout RecordingSettings) -> Void = { _ in }
    ) throws -> RecordingSummary {
        let camera = try RecorderTests.camera("H264", rate: 60, faults: faults)
        return try RecorderTests.record(camera, to: path, duration: duration, change: change)
    }

    @Test(arguments: ["mp4", "mov"]) func `H264 is stored unit by unit, and its key frames are known`(ending: String)
        throws
    {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.\(ending)")
        let summary = try Self.record(to: path)
        #expect(summary.lost.total == 0)
        #expect(summary.failure == nil)
        let clip = try ClipReader(path)
        #expect(clip.streams[0].parameters.codecName == "h264")
        let frames = try clip.frames()
        #expect(frames.map(\.number) == Array(0..<150))
        #expect(frames.map(\.time) == (0..<150).map { RationalTime(($0 * 1_000_000 + 30) / 60, 1_000_000) })
        #expect(clip.packets[0].indices.filter { clip.packets[0][$0].isKey } == [0, 60, 120])
        // What was delivered, in the container's own format.
        let camera = try RecorderTests.camera("H264", rate: 60)
        try camera.start()
        for packet in clip.packets[0] {
            var delivered: [UInt8] = []
            _ = try camera.nextFrame(within: .zero) { bytes, _ in
                unsafe bytes.withUnsafeBytes { unsafe delivered = Array($0) }
            }
            #expect(LengthPrefixed.units(packet.payload.bytes) == ByteStream.units(delivered))
        }
    }

    @Test func `Frames before the first key frame are counted, and none of them is in the file`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        // Without the first frame none of the first second can be decoded.
        let summary = try Self.record(to: path, duration: RationalTime(1, 1), faults: SyntheticFaults([0: .damaged])) {
            $0.logPath = scratch.file("log.jsonl")
        }
        #expect(summary.lost.flagged == 1)
        #expect(summary.lost.undecodable == 59)
        #expect(summary.lost.total == 60)
        // The damaged one, before the first that counts, is one too many.
        #expect(abs(try #require(summary.measuredRate) - 60) < 1)
        let frames = try ClipReader(path).frames()
        #expect(frames.map(\.number) == Array(60..<120))
        #expect(frames.first?.time == .zero)
        let log = String(decoding: try ScratchDirectory.bytes(of: scratch.file("log.jsonl")), as: UTF8.self)
        #expect(log.split(separator: "\n").filter { $0.contains(#""kind": "undecodable""#) }.count == 59)
    }

    @Test(arguments: [true, false]) func `Where decoding can begin with no frame, it is said, and ends`(isLimited: Bool)
        throws
    {
        let scratch = try ScratchDirectory()
        // Slices that refer to others (`nal_unit_type` 1): many more than wait for the writer, who sees what they are.
        let slice: [UInt8] = [0, 0, 0, 1, 0x41, 0x9A, 0x00, 0x10, 0x20]
        let frames = [[UInt8]](repeating: slice, count: 5000)
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        settings.limits.duration = isLimited ? RationalTime(1, 1) : nil
        let camera = ScriptedCamera(format: "H264", size: RecorderTests.size, rate: 30, frames: frames)
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        let summary = try recorder.finish()
        let said = "of the frames that have come in 10 s none can be decoded"
        #expect(summary.files.isEmpty)
        if isLimited {
            #expect(summary.end == .error)
            #expect(summary.failure?.code == .reading)
            #expect(summary.failure?.message == said)
        } else {
            #expect(summary.end == .unplugged)
            #expect(summary.notes.filter { $0.hasPrefix(said) }.count == 1)
        }
    }

    @Test func `A file begins with the pre-roll, what comes before it is hidden`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        var settings = RecordingSettings(path: path)
        settings.start = .triggered(preRoll: RationalTime(1, 2))
        settings.limits.duration = RationalTime(1, 1)
        let camera = try RecorderTests.camera("H264", rate: 60)
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        try recorder.trigger(at: SyntheticCamera.unhurriedStart + RationalTime(9, 4))
        #expect(try recorder.finish().end == .duration)
        let clip = try ClipReader(path)
        let frames = try clip.frames()
        #expect(frames.map(\.number) == Array(105..<165))
        #expect(frames.first?.time == .zero)
        #expect(clip.packets[0].first?.isKey == true)
        #expect(clip.packets[0].first?.isDiscarded == true)
    }

    @Test func `HEVC is stored as it comes, too`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let scene = try RecordedScene(encoder: "libx265", frameCount: 40)
        let camera = ScriptedCamera(format: "HEVC", size: scene.size, rate: 30, frames: scene.packets)
        let recorder = Recorder(camera, requested: nil, settings: RecordingSettings(path: path), isLive: false)
        try recorder.start()
        #expect(try recorder.finish().end == .unplugged)
        let clip = try ClipReader(path)
        #expect(clip.streams[0].parameters.codecName == "hevc")
        #expect(try clip.frames().map(\.number) == Array(0..<40))
        #expect(clip.packets[0].map { LengthPrefixed.units($0.payload.bytes) } == scene.packets.map(ByteStream.units))
    }

    @Test func `Parameter sets that come by themselves are no frame`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let scene = try RecordedScene(encoder: "libx264", frameCount: 10)
        func bytes(of units: some Sequence<[UInt8]>) -> [UInt8] { units.reduce([]) { $0 + [0, 0, 1] + $1 } }
        let units = ByteStream.units(scene.packets[0])
        let isSet = { (unit: [UInt8]) in [7, 8].contains(unit[0] & 0x1F) }
        let alone = bytes(of: units.filter(isSet))
        let bare = bytes(of: units.filter { !isSet($0) })
        #expect(!alone.isEmpty && !bare.isEmpty)
        let camera = ScriptedCamera(
            format: "H264",
            size: scene.size,
            rate: 30,
            frames: [alone, bare] + scene.packets.dropFirst()
        )
        let recorder = Recorder(camera, requested: nil, settings: RecordingSettings(path: path), isLive: false)
        try recorder.start()
        let summary = try recorder.finish()
        #expect(summary.lost.total == 0)
        #expect(try ClipReader(path).frames().map(\.number) == Array(0..<10))
    }
}

/// Numbered frames in the byte-stream format.
private struct RecordedScene {
    let size = FrameSize(width: 320, height: 180)
    private(set) var packets: [[UInt8]] = []

    init(encoder name: String, frameCount: Int64) throws {
        let scene = SyntheticScene(width: size.width, height: size.height, frameRate: FrameRate(30))
        let format = try #require(PixelFormat(named: "yuv420p"))
        let encoder = try Encoder(
            VideoEncoderSettings(
                encoder: name,
                width: size.width,
                height: size.height,
                pixelFormat: format,
                timeBase: TimeBase(1, 30),
                frameRate: nil,
                options: [
                    MetadataEntry(key: "preset", value: "ultrafast"), MetadataEntry(key: "tune", value: "zerolatency"),
                ],
                needsGlobalHeader: false
            )
        )
        let packet = try Packet()
        for number in 0..<frameCount {
            let frame = try Frame.video(format, width: size.width, height: size.height)
            for plane in FramePlane.allCases {
                let stride = frame.stride(ofPlane: plane.rawValue)
                frame.withMutablePlane(plane.rawValue) { scene.render(frame: number, plane, into: &$0, stride: stride) }
            }
            frame.pts = number
            guard try encoder.send(frame), try encoder.receive(into: packet) == .produced else {
                throw CaptureError(.codec, "\(name) holds frames back")
            }
            packets.append(packet.bytes)
            packet.reset()
        }
    }
}
