import FFmpeg
import MediaTime
import TestSupport
import Testing

/// What the muxer writes, the demuxer reads.
@Suite struct RoundTripTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: Clip.FrameCodec.allCases, ["mkv", "mov"])
    func `Every frame comes back with its number and its time`(
        codec: Clip.FrameCodec,
        container: String
    ) throws {
        let clip = Clip(container, frames: 20, at: .fps(25), codec: codec)
        let reader = try ClipReader(clip.write(to: scratch))
        let frames = try reader.frames()
        #expect(frames.map(\.number) == (0..<20).map { $0 })
        #expect(frames.map(\.time) == (0..<20).map { RationalTime($0, 25) })
        #expect(reader.packets[0].allSatisfy { $0.duration == RationalTime(1, 25) })
    }

    /// x265 takes decoding times of so few frames from memory that it has not set, which is not the same each time.
    @Test(arguments: Clip.FrameCodec.allCases, 1...3)
    func `Clips of very few frames have decoding times, too`(codec: Clip.FrameCodec, count: Int) throws {
        for number in 0..<6 {
            let path = try Clip("mov", frames: count, at: .fps(25), codec: codec).write(to: scratch, as: "\(number)")
            let packets = try ClipReader(path).packets[0]
            #expect(packets.count == count)
            let decoding = packets.compactMap { $0.dts ?? $0.pts }
            #expect(zip(decoding, decoding.dropFirst()).allSatisfy { $0 < $1 })
            for packet in packets {
                let pts = try #require(packet.pts)
                let delay = pts.seconds - (packet.dts ?? pts).seconds
                #expect(delay >= 0 && delay < 0.2)
            }
        }
    }

    @Test(arguments: [("pcm_s16le", "mov", 1), ("pcm_s16le", "mkv", 2), ("flac", "mkv", 2), ("aac", "mp4", 2)])
    func `Audio comes back sample for sample in length`(encoder: String, container: String, channels: Int) throws {
        var audio = Clip.Audio(encoder, samples: 48_123)
        audio.channels = channels
        var clip = Clip(container, audio: audio)
        // An edit list counts in the movie's timescale, which libav sets to milliseconds.
        if container == "mp4" { clip.options = [MetadataEntry(key: "movie_timescale", value: "48000")] }
        let reader = try ClipReader(clip.write(to: scratch))
        let decoded = try reader.audio(ofStream: 0)
        #expect(decoded.sampleRate == 48_000)
        #expect(decoded.channels.map(\.count) == Array(repeating: 48_123, count: channels))
        let clicks = ClickFinder.clicks(in: decoded.channels[0], sampleRate: 48_000)
        try #require(clicks.count == audio.clicks.count)
        for (found, expected) in zip(clicks, audio.clicks) { #expect(abs(found - expected) < 0.0005) }
    }

    @Test func `Texts, chapters and languages come back`() throws {
        var clip = Clip("mkv", frames: 12, at: .fps(12))
        clip.metadata = [MetadataEntry(key: "title", value: "Größe 测试")]
        clip.frames?.language = "ger"
        clip.chapters = [
            ChapterInfo(
                timeBase: TimeBase(1, 1000),
                start: 0,
                end: 400,
                metadata: [MetadataEntry(key: "title", value: "first")]
            )
        ]
        clip.subtitles = "1\n00:00:00,100 --> 00:00:00,600\nHello\n"
        let reader = try ClipReader(clip.write(to: scratch))
        #expect(reader.text("title") == "Größe 测试")
        #expect(reader.streams[0].metadata("language") == "ger")
        #expect(reader.chapters.count == 1)
        #expect(reader.streams.map(\.kind) == [.video, .subtitle])
        #expect(reader.packets[1].map(\.pts) == [RationalTime(1, 10)])
        #expect(reader.packets[1].map(\.duration) == [RationalTime(1, 2)])
    }

    @Test func `Timestamps of any spacing come back`() throws {
        let ticks: [Int64] = [0, 3003, 3500, 12_000, 12_001, 90_000]
        var clip = Clip("mp4", frames: ticks.count, at: .fps(30))
        clip.frames?.timing = .ticks(ticks, of: TimeBase(1, 90_000), lastDuration: 4500)
        clip.frames?.bFrames = 0
        let reader = try ClipReader(clip.write(to: scratch))
        #expect(try reader.frames().map(\.time) == ticks.map { RationalTime($0, 90_000) })
        // The last frame has no successor to end it: its own duration is in the track's.
        #expect(reader.streams[0].duration == 94_500)
    }

    @Test func `Ten bits and HDR's description come back`() throws {
        var clip = Clip("mp4", frames: 6, at: .fps(30), codec: .hevc)
        clip.frames?.pixelFormat = "yuv420p10le"
        var colour = ColourDescription()
        colour.range = "tv"
        colour.primaries = "bt2020"
        colour.transfer = "smpte2084"
        colour.matrix = "bt2020nc"
        clip.frames?.colour = colour
        let reader = try ClipReader(clip.write(to: scratch))
        let parameters = reader.streams[0].parameters
        #expect(parameters.pixelFormat?.bitDepth == 10)
        #expect(parameters.colour.primaries == "bt2020")
        #expect(parameters.colour.transfer == "smpte2084")
        #expect(parameters.colour.matrix == "bt2020nc")
        #expect(try reader.frames().map(\.number) == (0..<6).map { $0 })
    }
}
