@testable import Capture
import FFmpeg
import MediaTime
import TestSupport
import Testing

/// Who looks at a recording while it runs does not disturb it.
@Suite struct LiveViewTests {
    @Test func `A slow reader misses frames, the file does not`() async throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        var settings = RecordingSettings(path: path)
        settings.limits.duration = RationalTime(1, 1)
        let recorder = Recorder(try RecorderTests.camera(), requested: nil, settings: settings, isLive: false)
        let frames = recorder.frames()
        let all = recorder.frames(keeping: 240)
        try recorder.start()
        // They end with the recording, before anybody waits for that.
        var count = 0
        for await _ in all { count += 1 }
        #expect(count == 240)
        let summary = try recorder.finish()
        // The reader comes when all is over: one frame waits for it, the others were late.
        var seen: [UInt32] = []
        for await frame in frames { seen.append(frame.facts.sequence) }
        #expect(seen == [239])
        #expect(frames.lateCount == 239)
        #expect(summary.lost.total == 0)
        #expect(try ClipReader(path).packets[0].count == 240)
    }

    @Test(arguments: ["MJPG", "YUYV", "H264"]) func `A still is a JPEG image that says when it was taken`(
        format: String
    ) throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        settings.limits.duration = RationalTime(1, 10)
        let recorder = Recorder(try RecorderTests.camera(format), requested: nil, settings: settings, isLive: false)
        // By a name that ends in .jpg, libavformat would take it for a series of numbered images, which are not read.
        recorder.takeSnapshot(to: scratch.file("still"))
        try recorder.start()
        #expect(try recorder.finish().notes.filter { $0.hasPrefix("no snapshot") } == [])
        let image = try ScratchDirectory.bytes(of: scratch.file("still"))
        #expect(image.prefix(4) == [0xFF, 0xD8, 0xFF, 0xE1])
        #expect(image.suffix(2) == [0xFF, 0xD9])
        let text = String(decoding: image.prefix(400), as: UTF8.self)
        #expect(text.contains("Exif\0\0MM"))
        #expect(text.contains("Synthetic camera\0"))
        #expect(text.contains(/20\d\d:\d\d:\d\d \d\d:\d\d:\d\d\0/))
        let still = try ClipReader(scratch.file("still"))
        #expect(try still.frames().map(\.number) == [0])
        // Black is 0 in a JPEG, and 16 in what most cameras deliver.
        try still.decode(0) { frame in
            let (columns, rows, stride) = (frame.width, frame.height, frame.stride(ofPlane: 0))
            var darkest = UInt8.max
            frame.withPlane(0) { samples in
                for row in 0..<rows {
                    for column in 0..<columns { darkest = min(darkest, samples[row * stride + column]) }
                }
            }
            #expect(darkest < 8)
        }
    }

    @Test(arguments: [(90, false), (180, false), (270, true), (0, true)])
    func `Players are told how to turn the frames`(degrees: Int, isMirrored: Bool) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let rotation = try #require(FrameRotation(rawValue: degrees))
        _ = try RecorderTests.record(try RecorderTests.camera(), to: path, duration: RationalTime(1, 10)) {
            $0.rotation = rotation
            $0.isMirrored = isMirrored
        }
        let clip = try ClipReader(path)
        #expect(isMirrored || clip.streams[0].rotation == Double(degrees))
        #expect(clip.streams[0].sideData.contains { $0 == .display(clockwise: degrees, isMirrored: isMirrored) })
    }
}
