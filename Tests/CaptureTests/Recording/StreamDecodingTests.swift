import FFmpeg
import MediaSyntax
import MediaTime
import TestSupport
import Testing

@testable import Capture

/// What is decoded beside the copy of a camera's H.264 and HEVC, and instead of it.
@Suite struct StreamDecodingTests {
    /// The frames of a camera, as the reader passes them on: one that is missing is known.
    private static func frames(
        _ format: String = "H264",
        count: Int,
        missing: Set<UInt32> = [],
        _ body: (borrowing QueuedFrame) throws -> Void
    ) throws {
        let camera = try RecorderTests.camera(format, rate: 60)
        let pool = try PacketPool(largestPayload: 1 << 20)
        var hasLost = false
        try camera.start()
        for _ in 0..<count {
            var frame: QueuedFrame?
            _ = try camera.nextFrame(within: .zero) { bytes, facts in
                guard !missing.contains(facts.sequence), let packet = try? pool.packet(copying: bytes) else { return }
                frame = QueuedFrame(packet: packet, facts: facts, followsLoss: hasLost)
            }
            hasLost = frame == nil
            if let frame = frame.take() { try body(frame) }
        }
    }

    @Test(arguments: ["H264", "HEVC"]) func `Frames are encoded anew, each at its own instant`(format: String) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("anew.mp4")
        let camera = try RecorderTests.camera(format, rate: 60)
        let summary = try RecorderTests.record(camera, to: path, duration: RationalTime(3, 2)) { $0.coding = .h264 }
        #expect(summary.failure == nil)
        #expect(summary.lost.total == 0)
        let frames = try ClipReader(path).frames()
        #expect(frames.map(\.number) == Array(0..<90))
        #expect(frames.map(\.time) == (0..<90).map { RationalTime(($0 * 1_000_000 + 30) / 60, 1_000_000) })
    }

    /// A camera that grants more than it delivers: who takes the frames relies on the mode.
    @Test func `Frames that are smaller than the mode are counted, not given`() throws {
        let mode = CaptureMode(
            format: try #require(FourCharacterCode("H264")),
            size: FrameSize(width: 640, height: 360),
            frameDuration: RationalTime(1, 60)
        )
        var losses: [Loss] = []
        let frames = try EncoderFrames.make(mode: mode, offered: []) { losses.append($0) }
        var count = 0
        try Self.frames(count: 20) { try frames.take($0) { _, _ in count += 1 } }
        try frames.finish { _, _ in count += 1 }
        #expect(count == 0)
        #expect(losses.map(\.sequence) == Array(0..<20))
        #expect(losses.allSatisfy { $0.kind == .flagged })
    }

    /// Where the driver drops a frame the camera's encoder has not seen it either: its second is a frame longer.
    @Test(arguments: [(SyntheticFaults.Fault.damaged, Int64(60)), (.drop, 61)])
    func `A frame that refers to a missing one is counted, not shown`(fault: SyntheticFaults.Fault, next: Int64) throws
    {
        let scratch = try ScratchDirectory()
        let path = scratch.file("anew.mp4")
        let camera = try RecorderTests.camera("H264", rate: 60, faults: SyntheticFaults([30: fault]))
        let summary = try RecorderTests.record(camera, to: path, duration: RationalTime(2, 1)) { $0.coding = .h264 }
        #expect(summary.lost.sequence + summary.lost.flagged == 1)
        #expect(summary.lost.undecodable == next - 31)
        #expect(try ClipReader(path).frames().map(\.number) == Array(0..<30) + Array(next..<120))
    }

    /// A camera drops frames before the driver counts them: its numbers do not tell.
    @Test(arguments: ["H264", "HEVC"]) func `A frame that refers to one that nobody counted is counted, not shown`(
        format: String
    ) throws {
        var lost: [UInt32] = []
        let codec = try #require(NALCodec(rawValue: format.lowercased()))
        let decoder = try StreamDecoder.make(codec, size: RecorderTests.size) { lost.append($0.sequence) }
        var shown: [UInt32] = []
        let show: (consuming Frame, StreamDecoder.Place) -> Void = { shown.append($1.facts.sequence) }
        try Self.frames(format, count: 120, missing: [30]) { frame in
            let packet = try frame.packet.reference()
            try decoder.take(QueuedFrame(packet: packet, facts: frame.facts), at: 0, show)
        }
        try decoder.finish(show)
        #expect(shown == Array(0..<30) + Array(60..<120))
        #expect(lost == Array(31..<60))
    }

    /// Key frames stand every 60 frames, and a frame is missing in each group.
    @Test func `A stream that says too often that something is missing is not believed`() throws {
        var (lost, notes, keys) = ([UInt32](), [String](), 0)
        let decoder = try StreamDecoder.make(
            .h264,
            size: RecorderTests.size,
            askForKey: { keys += 1 },
            note: { notes.append($0) },
            lost: { lost.append($0.sequence) }
        )
        var shown: [UInt32] = []
        let show: (consuming Frame, StreamDecoder.Place) -> Void = { shown.append($1.facts.sequence) }
        try Self.frames(count: 300, missing: [30, 90, 150, 210]) { frame in
            let packet = try frame.packet.reference()
            try decoder.take(QueuedFrame(packet: packet, facts: frame.facts), at: 0, show)
        }
        try decoder.finish(show)
        #expect(lost == Array(31..<60) + Array(91..<120))
        #expect(shown == (0..<300).filter { !lost.contains($0) && ![30, 90, 150, 210].contains($0) })
        #expect(keys == 3 && notes.count == 1)
    }

    @Test func `Nothing is passed over for ever where no key frame comes`() {
        var trust = ReferenceTrust()
        trust.begin()
        trust.tell()
        for _ in 0..<119 { trust.wait() }
        #expect(trust.isHeld)
        trust.wait()
        #expect(!trust.isHeld)
        trust = ReferenceTrust()
        for isMissing in [true, true, false, true, true] {
            trust.begin()
            if isMissing { trust.tell() }
        }
        #expect(trust.isHeld)
    }

    @Test func `Damage ends nothing, and is counted until decoding can begin anew`() throws {
        let decoder = try StreamDecoder.make(.h264, size: RecorderTests.size) { _ in }
        var shown: [UInt32] = []
        let show: (consuming Frame, StreamDecoder.Place) -> Void = { shown.append($1.facts.sequence) }
        try Self.frames(count: 90) { frame in
            // A frame's header with nothing that makes sense behind it.
            let isDamaged = frame.facts.sequence == 20
            let bytes = isDamaged ? [0, 0, 0, 1, 0x41] + [UInt8](repeating: 0xFF, count: 40) : frame.packet.bytes
            let packet = try Packet()
            try packet.replacePayload(with: bytes)
            try decoder.take(QueuedFrame(packet: packet, facts: frame.facts), at: 0, show)
        }
        try decoder.finish(show)
        #expect(!shown.contains(20))
        #expect(shown.prefix(20) == ArraySlice(0..<20))
        #expect(shown.suffix(30) == ArraySlice(60..<90))
    }

    /// A packet that has not come whole, which the driver did not notice. Of HEVC libavcodec does not notice it either.
    @Test func `What refers to a frame that is cut off is counted, not shown`() throws {
        var (lost, keys) = ([UInt32](), 0)
        let decoder = try StreamDecoder.make(
            .h264,
            size: RecorderTests.size,
            askForKey: { keys += 1 },
            lost: { lost.append($0.sequence) }
        )
        var shown: [UInt32] = []
        let show: (consuming Frame, StreamDecoder.Place) -> Void = { shown.append($1.facts.sequence) }
        try Self.frames(count: 120) { frame in
            let packet = try Packet()
            let bytes = frame.packet.bytes
            try packet.replacePayload(with: frame.facts.sequence == 20 ? Array(bytes.prefix(bytes.count / 2)) : bytes)
            try decoder.take(QueuedFrame(packet: packet, facts: frame.facts), at: 0, show)
        }
        try decoder.finish(show)
        #expect(shown == Array(0..<20) + Array(60..<120))
        #expect(lost == Array(20..<60))
        #expect(keys == 1)
    }

    @Test(arguments: [("H264", 0), ("H264", 47), ("HEVC", 47)])
    func `A still shows the frame of which it is wanted`(format: String, number: UInt32) throws {
        let scratch = try ScratchDirectory()
        let mode = try RecorderTests.camera(format, rate: 60).mode
        let status = RecordingStatus()
        var writer = StillWriter(
            mode: mode,
            camera: SyntheticBackend.device,
            status: status,
            requests: RecordingRequests()
        )
        let path = scratch.file("still")
        try Self.frames(format, count: 60) { try writer.take($0, to: $0.facts.sequence == number ? [path] : []) }
        #expect(status.notes == ["snapshot \(path)"])
        #expect(try ClipReader(path).frames().map(\.number) == [Int64(number)])
    }

    @Test func `A still of what cannot be decoded waits for the next frame that can`() throws {
        let scratch = try ScratchDirectory()
        let mode = try RecorderTests.camera("H264", rate: 60).mode
        let (status, requests) = (RecordingStatus(), RecordingRequests())
        var writer = StillWriter(mode: mode, camera: SyntheticBackend.device, status: status, requests: requests)
        let (path, never) = (scratch.file("still"), scratch.file("never"))
        try Self.frames(count: 100, missing: [40, 70]) {
            try writer.take($0, to: $0.facts.sequence == 45 ? [path] : $0.facts.sequence == 80 ? [never] : [])
        }
        #expect(try ClipReader(path).frames().map(\.number) == [60])
        // A key frame would have helped.
        #expect(requests.keyFrames.take(within: 0))
        writer.finish()
        #expect(status.notes.last == "no snapshot \(never): no frame came that can be decoded")
        #expect(try scratch.contents == ["still"])
    }

    @Test func `Who looks at frames never holds up the copy, and says what it passes over`() throws {
        let mode = try RecorderTests.camera("H264", rate: 60).mode
        let (status, requests) = (RecordingStatus(), RecordingRequests())
        let area = FrameArea(left: 0, top: 0, size: mode.size)
        let examiner = FrameExaminer(
            mode: mode,
            watch: try TriggerWatch(
                .motion(area),
                mode: mode,
                retrigger: .queue,
                status: status,
                circle: TriggerCircle(),
                camera: 1
            ),
            stills: StillWriter(mode: mode, camera: SyntheticBackend.device, status: status, requests: requests),
            isLive: true,
            status: status,
            requests: requests
        )
        try #require(examiner.isBeside)
        // Nobody takes them, and this returns.
        try Self.frames(count: 100) { try examiner.take($0) }
        #expect(status.notes.count == 1)
        #expect(status.notes[0].hasPrefix("motion is not looked for in every frame"))
        examiner.finish()
        examiner.run()
        #expect(status.notes.count == 1)
    }

    @Test(arguments: ["MJPG", "H264"]) func `A still that is asked for behind the last frame is said not to be there`(
        format: String
    ) throws {
        let mode = try RecorderTests.camera(format, rate: 60).mode
        let (status, requests) = (RecordingStatus(), RecordingRequests())
        let examiner = FrameExaminer(
            mode: mode,
            watch: nil,
            stills: StillWriter(mode: mode, camera: SyntheticBackend.device, status: status, requests: requests),
            isLive: true,
            status: status,
            requests: requests
        )
        try Self.frames(format, count: 3) { try examiner.take($0) }
        requests.addSnapshot(to: "late.png")
        examiner.finish()
        examiner.run()
        #expect(status.notes == ["no snapshot late.png: no frame came any more"])
        #expect(requests.takeSnapshots().isEmpty)
    }

    @Test func `A key frame comes where one is wanted`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        var settings = RecordingSettings(path: path)
        settings.start = .triggered(preRoll: .zero)
        settings.limits.duration = RationalTime(3, 1)
        let device = SyntheticDevice()
        let mode = CaptureMode(
            format: try #require(FourCharacterCode("H264")),
            size: RecorderTests.size,
            frameDuration: RationalTime(1, 30)
        )
        let recorder = Recorder(try device.stream(mode), requested: nil, settings: settings, controls: device)
        try recorder.start()
        try recorder.trigger()
        _ = try recorder.finish()
        let clip = try ClipReader(path)
        let numbers = try clip.frames().compactMap(\.number)
        // By itself the camera makes one each second: of its frames 0, 30, 60 and so on.
        let keys = zip(numbers, clip.packets[0].filter { !$0.isDiscarded }).filter { $0.1.isKey }.map(\.0)
        #expect(keys.contains { $0 % 30 != 0 })
    }

    @Test func `The camera is asked once for as many key frames as are wanted at once`() throws {
        let device = SyntheticDevice()
        let mode = CaptureMode(
            format: try #require(FourCharacterCode("H264")),
            size: RecorderTests.size,
            frameDuration: RationalTime(1, 30)
        )
        let requests = RecordingRequests()
        requests.keyFrames.ask()
        requests.keyFrames.ask()
        #expect(requests.keyFrames.take(within: 0))
        #expect(!requests.keyFrames.take(within: 0))
        let live = LiveControls(device, of: try device.stream(mode), status: RecordingStatus(), requests: requests)
        #expect(live.makesKeyFrames)
    }
}
