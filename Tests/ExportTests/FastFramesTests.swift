import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Frames that follow one another faster than a container counts: Matroska counts milliseconds.
@Suite struct FastFramesTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: [PlaybackRate.normal, PlaybackRate(3, 4), PlaybackRate(3, 1)], [0, 2])
    func `They are copied to Matroska, several to the millisecond`(rate: PlaybackRate, bFrames: Int) throws {
        let path = try clip(bFrames: bFrames)
        let output = scratch.file("fast.mkv")
        let report = try Retime(rate).run(path, to: output)
        #expect(report.frames.shown == 300)
        let found = try ClipReader(output).frames()
        #expect(found.map(\.number) == Array(0..<300).map(Optional.some))
        for (number, frame) in found.enumerated() {
            let exact = Double(number) / 2000 / rate.approximation
            #expect(abs(frame.time.seconds - exact) <= 0.00051, "frame \(number)")
        }
        #expect(abs(report.duration.seconds - 0.15 / rate.approximation) <= 0.001)
    }

    @Test(arguments: [0, 2]) func `An exact trim copies and encodes them`(bFrames: Int) throws {
        let path = try clip(bFrames: bFrames)
        let output = scratch.file("part.mkv")
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(41, 2000), end: RationalTime(253, 2000))
        retime.isExact = true
        let report = try retime.run(path, to: output)
        #expect(report.frames.shown == 212)
        #expect(try ClipReader(output).frames().map(\.number) == Array(41..<253).map(Optional.some))
    }

    /// Encoded, copied, and both.
    @Test(arguments: [2000, 1500] as [Int32], [true, false])
    func `A check that decodes them takes them as they are`(rate: Int32, isEncoded: Bool) throws {
        let path = try Clip("mp4", frames: 300, at: .fps(rate)).write(to: scratch)
        var retime = isEncoded ? Retime(to: .fps(rate)) : Retime()
        for isExact in [false, true] {
            retime.isExact = isExact
            if isExact { retime.trim = try TimeRange(start: RationalTime(41, rate), end: RationalTime(253, rate)) }
            var exporter = Exporter(plan: try retime.plan(path, for: .mkv))
            exporter.verification = .decode
            let report = try exporter.run(to: scratch.file("fast.mkv"), overwriting: true)
            #expect(report.frames.shown == (isExact ? 212 : 300))
        }
    }

    /// A rate that is stated, and one that is not, as in files that libavformat has written.
    @Test(arguments: [2000, 1200, 5000] as [Int32], [0, 2])
    func `What Matroska holds of them is read back`(rate: Int32, bFrames: Int) throws {
        let path = try clip(bFrames: bFrames, rate: rate)
        let coarse = scratch.file("fast.mkv")
        try Retime().run(path, to: coarse)
        let media = try MediaDescription(ofFile: coarse)
        let duration = try #require(media.mainVideo?.range?.duration)
        #expect(abs(duration.seconds - 300 / Double(rate)) < 1e-6)
        #expect(media.mainVideo?.video?.claimedFrameRate == .fps(rate))
        // Copied, encoded at another speed, and encoded at a constant rate of which each frame has a place.
        var encoded = Retime(.rate(1, 40))
        encoded.settings.video = VideoEncoding(codec: .h264, quality: 20, preset: "ultrafast")
        for (index, (retime, slowness)) in [
            (Retime(), 1.0), (encoded, 40), (Retime(.rate(1, 40), to: .fps(rate / 40)), 40),
        ].enumerated() {
            let output = scratch.file("slow\(index).mp4")
            let report = try retime.run(coarse, to: output)
            #expect(report.frames.shown == 300)
            #expect(report.damage.isEmpty)
            let found = try ClipReader(output).frames()
            #expect(found.map(\.number) == Array(0..<300).map(Optional.some))
            for (number, frame) in found.enumerated() {
                #expect(
                    abs(frame.time.seconds - Double(number) * slowness / Double(rate)) < 0.000_01,
                    "frame \(number)"
                )
            }
        }
    }

    @Test(arguments: [Clip.FrameCodec.vp9, .mjpeg]) func `Frames without an order of their own are read back, too`(
        codec: Clip.FrameCodec
    ) throws {
        let path = try Clip("mkv", frames: 200, at: .fps(2000), codec: codec).write(to: scratch)
        let output = scratch.file("copy.mp4")
        try Retime().run(path, to: output)
        let found = try ClipReader(output).frames()
        #expect(found.map(\.number) == Array(0..<200).map(Optional.some))
        for (number, frame) in found.enumerated() {
            #expect(abs(frame.time.seconds - Double(number) / 2000) < 0.000_01, "frame \(number)")
        }
    }

    @Test func `A plan warns that frames share timestamps`() throws {
        let path = try clip(bFrames: 0)
        func warns(_ rate: PlaybackRate, _ container: Container) throws -> Bool {
            try Retime(rate).plan(path, for: container).warnings.contains { $0.contains("share a timestamp") }
        }
        #expect(try warns(.normal, .mkv))
        #expect(try !warns(.normal, .mov))
        #expect(try !warns(.rate(1, 2), .mkv))
    }

    private func clip(bFrames: Int, rate: Int32 = 2000) throws -> String {
        var clip = Clip("mp4", frames: 300, at: .fps(rate))
        clip.frames?.bFrames = bFrames
        return try clip.write(to: scratch)
    }
}
