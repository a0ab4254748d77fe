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

    private func clip(bFrames: Int) throws -> String {
        var clip = Clip("mp4", frames: 300, at: .fps(2000))
        clip.frames?.bFrames = bFrames
        return try clip.write(to: scratch)
    }
}
