import Composition
import FFmpeg
import MediaFormats
import MediaTime
import Synchronization
import TestSupport
import Testing
import TimeStretch

@testable import Export

/// What Opus begins with is not heard. Matroska says how long that is, and readers subtract it from the times of blocks.
@Suite struct OpusInMatroskaTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Two seconds of frames, and a click in the middle of each.
    private static var clip: Clip {
        var clip = Clip("mov", frames: 120, at: .fps(60))
        clip.audioTracks = [Clip.Audio(samples: 96_000)]
        return clip
    }

    /// By how many milliseconds each click comes later beside the frames than it should, where all lasts `rate` times as long.
    private func lateness(of path: String, slowedBy rate: Double) throws -> [Double] {
        let reader = try ClipReader(path)
        let audio = try reader.audio(ofStream: 1)
        let frame = try #require(try reader.frames().first { $0.number == 0 })
        return ClickFinder.clicks(in: audio.channels[0], sampleRate: audio.sampleRate).map { click in
            let heard = click + audio.start.seconds - frame.time.seconds
            let period = rate * 0.5
            return (heard - (heard / period).rounded() * period) * 1000
        }
    }

    private func expectInStep(
        _ path: String,
        slowedBy rate: Double = 1,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let lateness = try lateness(of: path, slowedBy: rate)
        #expect(!lateness.isEmpty, sourceLocation: sourceLocation)
        for value in lateness { #expect(abs(value) < 2, "\(path): \(value) ms", sourceLocation: sourceLocation) }
    }

    /// The clip with Opus in a container.
    private func encoded(as ending: String) throws -> String {
        var retime = Retime()
        retime.settings.audio = AudioEncoding(codec: .opus)
        let path = scratch.file("opus.\(ending)")
        try retime.run(Self.clip.write(to: scratch), to: path)
        return path
    }

    /// A file that does not begin at zero is read as a whole, packets of which nothing is heard with it.
    @Test(arguments: [0, 0.5], [nil, AudioCodec.pcm]) func `Audio that begins late begins with what is heard`(
        offset: Double,
        codec: AudioCodec?
    ) throws {
        let (path, late) = (try encoded(as: "mkv"), scratch.file("late.mkv"))
        let outcome = try RunningCommand([
            "ffmpeg", "-v", "error", "-nostdin", "-i", path, "-itsoffset", "1.5", "-i", path, "-map", "0:v", "-map",
            "1:a", "-c", "copy", "-output_ts_offset", "\(offset)", late,
        ]).wait()
        try #require(outcome.status == 0, "\(outcome.errors)")
        let stored = try #require(MediaDescription(ofFile: late).tracks[1].range)
        let reader = try ClipReader(late)
        let heard = try reader.audio(ofStream: 1).start.seconds
        let seen = try #require(try reader.frames().first).time.seconds
        #expect(abs(stored.start.seconds - (heard - seen)) < 0.0011)
        var retime = Retime()
        retime.settings.audio = codec.map { AudioEncoding(codec: $0) }
        let result = scratch.file("result.mov")
        try retime.run(late, to: result)
        let expected = try lateness(of: late, slowedBy: 1)
        let found = try lateness(of: result, slowedBy: 1)
        #expect(found.count == expected.count)
        for (found, expected) in zip(found, expected) { #expect(abs(found - expected) < 1.1) }
        guard codec != nil else { return }
        #expect(try abs(ClipReader(result).audio(ofStream: 1).channels[0].count - 96_000) < 48)
    }

    @Test func `Copies of copies stay in step`() throws {
        var path = try encoded(as: "mkv")
        try expectInStep(path)
        for (number, ending) in ["mkv", "mkv", "mkv", "mp4", "mkv", "mkv", "mp4"].enumerated() {
            let next = scratch.file("copy\(number).\(ending)")
            let plan = try Retime().plan(path, for: try #require(Container(rawValue: ending)))
            #expect(plan.carried.allSatisfy { if case .copy = $0.treatment { true } else { false } })
            var exporter = Exporter(plan: plan)
            exporter.verification = .decode
            let report = try exporter.run(to: next)
            #expect(abs(report.duration.seconds - 2) < 0.03)
            try expectInStep(next)
            path = next
        }
    }

    @Test func `Slowed audio is in step`() throws {
        var retime = Retime(.rate(1, 2))
        retime.settings.audio = AudioEncoding(codec: .opus)
        retime.settings.pitch = .varispeed
        let path = scratch.file("slow.mkv")
        try retime.run(Self.clip.write(to: scratch), to: path)
        try expectInStep(path, slowedBy: 2)
    }

    @Test(arguments: [8_000, 24_000]) func `Audio of lower sample rates is in step`(sampleRate: Int) throws {
        var clip = Self.clip
        clip.audioTracks = [Clip.Audio(samples: Int64(2 * sampleRate))]
        clip.audioTracks[0].sampleRate = sampleRate
        var retime = Retime()
        retime.settings.audio = AudioEncoding(codec: .opus)
        let path = scratch.file("low.mkv")
        try retime.run(clip.write(to: scratch), to: path)
        try expectInStep(path)
        try Retime().run(path, to: scratch.file("copy.mkv"))
        try expectInStep(scratch.file("copy.mkv"))
    }

    @Test func `The clip begins with what is heard first`() throws {
        let path = try encoded(as: "mkv")
        let media = try MediaDescription(ofFile: path)
        #expect(media.tracks.map(\.range?.start) == [.zero, .zero])
        // The first frame that is shown from a second on is the 60th.
        var retime = Retime()
        retime.isExact = true
        retime.trim = try TimeRange(start: RationalTime(1, 1), end: RationalTime(3, 2))
        try retime.run(path, to: scratch.file("part.mp4"))
        let shown = try ClipReader(scratch.file("part.mp4")).frames().filter { $0.time >= .zero }
        #expect(shown.first?.number == 60)
        #expect(shown.count == 30)
    }

    @Test func `As samples it has no silence in front`() throws {
        var retime = Retime()
        retime.settings.audio = AudioEncoding(codec: .opus)
        let source = try Clip("wav", audio: Clip.Audio(samples: 96_000)).write(to: scratch)
        try retime.run(source, to: scratch.file("sound.mka"))
        try Retime().run(scratch.file("sound.mka"), to: scratch.file("copy.mka"))
        for name in ["sound", "copy"] {
            try Retime().run(scratch.file("\(name).mka"), to: scratch.file("\(name).wav"))
            let audio = try ClipReader(scratch.file("\(name).wav")).audio(ofStream: 0)
            #expect(abs(audio.channels[0].count - 96_000) <= 960)
            let clicks = ClickFinder.clicks(in: audio.channels[0], sampleRate: 48_000)
            let expected = Clip.Audio(samples: 96_000).clicks
            #expect(clicks.count == expected.count)
            for (click, place) in zip(clicks, expected) { #expect(abs(click - place) < 0.001) }
        }
    }

    @Test(arguments: [0, 1]) func `A track that the muxer moves beside the others is found`(stream: Int) throws {
        for audio in [AudioCodec.opus, .aac, .flac] {
            var retime = Retime()
            retime.settings.audio = AudioEncoding(codec: audio)
            let path = scratch.file("\(audio)\(stream).mkv")
            try retime.run(Self.clip.write(to: scratch), to: path)
            for input in [try Self.clip.write(to: scratch), path] {
                let plan = try (input == path ? Retime() : retime).plan(input, for: .mkv)
                var exporter = Exporter(plan: plan)
                exporter.fault = { packet in
                    guard packet.streamIndex == stream else { return true }
                    packet.pts = packet.pts.map { $0 + 7 }
                    packet.dts = packet.dts.map { $0 + 7 }
                    return true
                }
                let error = #expect(throws: ExportError.self) { try exporter.run(to: scratch.file("moved.mkv")) }
                #expect(error?.code == .outputDiffers)
                #expect(error?.message.contains(" ms later beside the other tracks than was planned") == true)
            }
        }
    }
}
