import Export
import FFmpeg
import MediaTime
import TestSupport
import Testing
import TimeStretch

/// Rule 5: sound follows the same map, sample by sample.
@Suite struct SoundTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: [PitchAlgorithm.spectral, .varispeed], ["mov", "mkv", "mp4"])
    func `The length is exact to the sample`(pitch: PitchAlgorithm, container: String) throws {
        for (count, rate) in [(9_123, PlaybackRate.rate(1, 2)), (7_999, .rate(1, 3)), (9_001, .rate(3, 2))] {
            let sound = Clip.Sound(samples: Int64(count))
            let result = try retimed(sound, rate, pitch, to: container)
            let exact = try rate.targetDuration(of: RationalTime(Int64(count), 48_000))
            let samples = try exact.ticks(over: 48_000, rounding: .nearest)
            #expect(Int64(result.channels[0].count) == samples, "\(count) at \(rate)")
            #expect(result.start == .zero)
        }
    }

    @Test(arguments: [
        (PitchAlgorithm.spectral, PlaybackRate.rate(1, 2), 0.005), (.spectral, .rate(1, 4), 0.012),
        (.varispeed, .rate(1, 2), 0.0002), (.varispeed, .rate(1, 4), 0.0002),
    ])
    func `Every click is where the map puts it, without a trend`(
        pitch: PitchAlgorithm,
        rate: PlaybackRate,
        bound: Double
    ) throws {
        let sound = Clip.Sound(samples: 150_000)
        let result = try retimed(sound, rate, pitch, to: "mov")
        let found = ClickFinder.clicks(in: result.channels[0], sampleRate: result.sampleRate)
        try #require(found.count == sound.clicks.count)
        let errors = zip(found, sound.clicks).map { $0 - $1 / rate.approximation }
        for error in errors { #expect(abs(error) <= bound) }
        let half = errors.count / 2
        let (first, second) = (errors.prefix(half), errors.suffix(half))
        let trend = second.reduce(0, +) / Double(half) - first.reduce(0, +) / Double(half)
        #expect(abs(trend) <= bound / 4)
    }

    @Test func `Varispeed lowers the pitch with the rate, spectral keeps it`() throws {
        let sound = Clip.Sound(samples: 48_000)
        for (pitch, frequency) in [(PitchAlgorithm.varispeed, 220.0), (.spectral, 440)] {
            let result = try retimed(sound, .rate(1, 2), pitch, to: "mov")
            // From well after the beginning to well before the first click.
            let part = result.channels[0][9_600..<38_400]
            #expect(abs(Self.frequency(part, sampleRate: 48_000) - frequency) < 0.5, "\(pitch)")
        }
    }

    @Test(arguments: [PitchAlgorithm.spectral, .varispeed])
    func `At rate 1 the samples are the source's`(pitch: PitchAlgorithm) throws {
        var sound = Clip.Sound(samples: 30_000)
        sound.channels = 2
        let path = try Clip("mov", sound: sound).write(to: scratch)
        var retime = Retime()
        retime.settings.pitch = pitch
        retime.settings.audio = AudioEncoding(codec: .pcm)
        try retime.run(path, to: scratch.file("same.mkv"))
        let (source, result) = (try ClipReader(path), try ClipReader(scratch.file("same.mkv")))
        #expect(try source.sound(ofStream: 0).channels == result.sound(ofStream: 0).channels)
    }

    @Test func `Sound that does not change is copied`() throws {
        var clip = Clip("mp4", sound: Clip.Sound("aac", samples: 48_000))
        clip.options = [MetadataEntry(key: "movie_timescale", value: "48000")]
        let path = try clip.write(to: scratch)
        try Retime().run(path, to: scratch.file("same.mp4"))
        let (source, result) = (try ClipReader(path), try ClipReader(scratch.file("same.mp4")))
        #expect(source.packets[0].map(\.payload) == result.packets[0].map(\.payload))
        #expect(try source.sound(ofStream: 0).channels == result.sound(ofStream: 0).channels)
    }

    @Test func `Sound that begins late stays in step with the pictures`() throws {
        var clip = Clip("mov", frames: 120, at: .fps(120))
        clip.sounds = [Clip.Sound(samples: 36_000)]
        clip.sounds[0].start = 12_000
        var retime = Retime(.rate(1, 2))
        retime.settings.pitch = .varispeed
        retime.settings.audio = AudioEncoding(codec: .pcm)
        let result = try retime.result(of: clip, as: "mov", in: scratch)
        let sound = try result.sound(ofStream: 1)
        let found = ClickFinder.clicks(in: sound.channels[0], sampleRate: 48_000)
        // The click is half a second into the sound, which begins a quarter of a second into the clip.
        try #require(found.count == 1)
        #expect(abs(sound.start.seconds + found[0] - 1.5) < 0.0002)
        #expect(abs(sound.start.seconds + Double(sound.channels[0].count) / 48_000 - 2) < 0.00002)
        #expect(try result.pictures().first?.time == result.origin())
    }

    @Test func `Every track of sound is retimed, in its own layout and language`() throws {
        var clip = Clip("mov", frames: 60, at: .fps(120))
        clip.sounds = [Clip.Sound(samples: 24_000), Clip.Sound(samples: 22_050)]
        clip.sounds[0].language = "eng"
        clip.sounds[1].language = "fra"
        clip.sounds[1].sampleRate = 44_100
        clip.sounds[1].channels = 2
        var retime = Retime(.rate(1, 2))
        retime.settings.audio = AudioEncoding(codec: .pcm)
        let result = try retime.result(of: clip, as: "mov", in: scratch)
        #expect(result.streams.map(\.kind) == [.video, .audio, .audio])
        #expect(result.streams.map { $0.metadata("language") } == [nil, "eng", "fra"])
        #expect(try result.sound(ofStream: 1).channels.map(\.count) == [48_000])
        #expect(try result.sound(ofStream: 2).channels.map(\.count) == [44_100, 44_100])
        #expect(result.streams[2].parameters.sampleRate == 44_100)
    }

    @Test(arguments: [("webm", "opus", 48_000), ("flac", "flac", 22_050), ("wav", "pcm_s16le", 22_050)])
    func `Containers of sound get their usual codec`(container: String, codec: String, sampleRate: Int) throws {
        var sound = Clip.Sound(samples: 22_050)
        sound.sampleRate = 22_050
        let result = try Retime(.rate(1, 2)).result(of: Clip("wav", sound: sound), as: container, in: scratch)
        #expect(result.streams.map(\.parameters.codecName) == [codec])
        let decoded = try result.sound(ofStream: 0)
        #expect(decoded.sampleRate == sampleRate)
        #expect(abs(decoded.channels[0].count - 2 * sampleRate) <= (codec == "opus" ? 960 : 0))
    }

    @Test func `Muted, there is no sound`() throws {
        var clip = Clip("mp4", frames: 30, at: .fps(120))
        clip.sounds = [Clip.Sound("aac", samples: 12_000)]
        var retime = Retime(.rate(1, 2))
        retime.settings.pitch = .mute
        let result = try retime.result(of: clip, as: "mp4", in: scratch)
        #expect(result.streams.map(\.kind) == [.video])
    }

    /// Exports a clip of sound, as PCM where the container takes it.
    private func retimed(
        _ sound: Clip.Sound,
        _ rate: PlaybackRate,
        _ pitch: PitchAlgorithm,
        to container: String
    ) throws -> ClipReader.DecodedSound {
        let scratch = try ScratchDirectory()
        var retime = Retime(rate)
        retime.settings.pitch = pitch
        if container != "mp4" { retime.settings.audio = AudioEncoding(codec: .pcm) }
        return try retime.result(of: Clip("mov", sound: sound), as: container, in: scratch).sound(ofStream: 0)
    }

    /// Of a steady tone, by its rising zero crossings.
    private static func frequency(_ samples: ArraySlice<Float>, sampleRate: Double) -> Double {
        var crossings: [Double] = []
        for index in samples.indices.dropFirst() where samples[index - 1] < 0 && samples[index] >= 0 {
            let part = samples[index] / (samples[index] - samples[index - 1])
            crossings.append(Double(index) - Double(part))
        }
        guard let first = crossings.first, let last = crossings.last, crossings.count > 1 else { return 0 }
        return Double(crossings.count - 1) * sampleRate / (last - first)
    }
}
