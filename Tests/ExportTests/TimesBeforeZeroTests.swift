import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Matroska whose first blocks lie before zero, as where a stream is cut without being decoded, and nothing moves it to zero.
@Suite struct TimesBeforeZeroTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Of 60 frames, so many lie before zero, and as much of the audio.
    private func clip(_ container: String, _ codec: Clip.FrameCodec, at rate: FrameRate, before: Int64) throws -> String
    {
        var clip = Clip(container, frames: 60, at: rate, codec: codec)
        clip.frames?.timing = .constant(first: -before)
        let samples = try rate.time(ofFrame: 60).ticks(over: 48_000, rounding: .nearest)
        var audio = Clip.Audio(container == "webm" ? "libopus" : "flac", samples: samples)
        audio.start = -(try rate.time(ofFrame: before).ticks(over: 48_000, rounding: .nearest))
        clip.audioTracks = [audio]
        clip.options = [MetadataEntry(key: "avoid_negative_ts", value: "disabled")]
        return try clip.write(to: scratch)
    }

    private func expect(_ path: String, _ numbers: [Int64], at rate: FrameRate, within tolerance: Double = 1.01e-3)
        throws
    {
        let frames = try ClipReader(path).frames()
        #expect(frames.map(\.number) == numbers)
        // Opus begins with what a decoder leaves out, for which all else is later.
        let start = try #require(frames.first).time.seconds
        #expect(start < 0.04)
        for (place, frame) in frames.enumerated() {
            let due = try start + rate.time(ofFrame: Int64(place)).seconds
            #expect(abs(frame.time.seconds - due) < tolerance, "frame \(place) at \(frame.time.seconds), not \(due)")
        }
    }

    private func clicks(_ path: String) throws -> [Double] {
        let reader = try ClipReader(path)
        let index = try #require(reader.streams.firstIndex { $0.kind == .audio })
        let audio = try reader.audio(ofStream: index)
        let start = try audio.start.ticks(over: 48_000, rounding: .nearest)
        return ClickFinder.clicks(in: audio.channels[0], sampleRate: 48_000).map { $0 + Double(start) }
    }

    static let clips: [(String, Clip.FrameCodec, FrameRate)] = [
        ("mkv", .h264, .fps(24)), ("mkv", .h264, .fps(120)), ("mkv", .hevc, .fps(60)), ("mkv", .mpeg2, .fps(25)),
        ("mkv", .mjpeg, FrameRate(24_000, 1001)), ("webm", .vp9, .fps(30)),
    ]

    @Test(arguments: clips, [1, 7, 20, 59] as [Int64]) func `Every frame is shown at the time of its block`(
        clip: (String, Clip.FrameCodec, FrameRate),
        before: Int64
    ) throws {
        let path = try self.clip(clip.0, clip.1, at: clip.2, before: before)
        let media = try MediaDescription(ofFile: path)
        #expect(media.tracks.allSatisfy { $0.obstacle == nil })
        let length = try clip.2.time(ofFrame: 60).seconds
        #expect(abs(media.asset.duration.seconds - length) < 0.06)
        let copied = scratch.file("copied.mkv")
        let report = try Retime(.rate(1, 2)).run(path, to: copied)
        #expect(report.damageCount == 0)
        #expect(report.frames.shown == 60)
        try expect(copied, Array(0..<60), at: try #require(clip.2.scaled(by: .rate(1, 2))))
        let encoded = scratch.file("encoded.mp4")
        try Retime(to: clip.2).run(path, to: encoded)
        try expect(encoded, Array(0..<60), at: clip.2)
    }

    /// The synthetic scene clicks at each half second.
    @Test(arguments: [7, 20] as [Int64]) func `Audio stays in step with the frames`(before: Int64) throws {
        let path = try clip("mkv", .h264, at: .fps(24), before: before)
        var whole = Clip("mkv", frames: 60, at: .fps(24))
        whole.audioTracks = [Clip.Audio("flac", samples: 120_000)]
        let other = try whole.write(to: scratch)
        for container in ["mov", "wav"] {
            let (result, expected) = (scratch.file("a.\(container)"), scratch.file("b.\(container)"))
            try Retime().run(path, to: result)
            try Retime().run(other, to: expected)
            let (clicks, due) = (try clicks(result), try self.clicks(expected))
            try #require(clicks.count == due.count && !due.isEmpty)
            // The file counts milliseconds.
            for (click, due) in zip(clicks, due) { #expect(abs(click - due) <= 48) }
        }
    }

    @Test func `A part may begin before the file's zero, or end there`() throws {
        let path = try clip("mkv", .h264, at: .fps(24), before: 30)
        for (first, last) in [(5, 20), (20, 40), (35, 50)] as [(Int64, Int64)] {
            var retime = Retime(to: .fps(24))
            retime.trim = try TimeRange(
                start: FrameRate.fps(24).time(ofFrame: first),
                end: FrameRate.fps(24).time(ofFrame: last)
            )
            let result = scratch.file("\(first).mp4")
            try retime.run(path, to: result)
            try expect(result, Array(first..<last), at: .fps(24))
        }
    }

    /// A stated length is a length, or the instant on the file's clock at which it ends; or there is none.
    @Test func `A live recording`() throws {
        var clip = Clip("mkv", frames: 60, at: .fps(60))
        clip.frames?.timing = .constant(first: -33)
        clip.options = [
            MetadataEntry(key: "avoid_negative_ts", value: "disabled"), MetadataEntry(key: "live", value: "1"),
        ]
        let path = try clip.write(to: scratch)
        let copied = scratch.file("copied.mp4")
        try Retime(.rate(1, 2)).run(path, to: copied)
        try expect(copied, Array(0..<60), at: .fps(30))
    }
}
