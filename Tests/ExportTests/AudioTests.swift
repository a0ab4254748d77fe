import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing
import TimeStretch

/// Rule 5: audio follows the same map, sample by sample.
@Suite struct AudioTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: [PitchAlgorithm.spectral, .varispeed], ["mov", "mkv", "mp4"])
    func `The length is exact to the sample`(pitch: PitchAlgorithm, container: String) throws {
        for (count, rate) in [(9_123, PlaybackRate.rate(1, 2)), (7_999, .rate(1, 3)), (9_001, .rate(3, 2))] {
            let audio = Clip.Audio(samples: Int64(count))
            let result = try retimed(audio, rate, pitch, to: container)
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
        let audio = Clip.Audio(samples: 150_000)
        let result = try retimed(audio, rate, pitch, to: "mov")
        let found = ClickFinder.clicks(in: result.channels[0], sampleRate: result.sampleRate)
        try #require(found.count == audio.clicks.count)
        let errors = zip(found, audio.clicks).map { $0 - $1 / rate.approximation }
        for error in errors { #expect(abs(error) <= bound) }
        let half = errors.count / 2
        let (first, second) = (errors.prefix(half), errors.suffix(half))
        let trend = second.reduce(0, +) / Double(half) - first.reduce(0, +) / Double(half)
        #expect(abs(trend) <= bound / 4)
    }

    @Test func `Varispeed lowers the pitch with the rate, spectral keeps it`() throws {
        let audio = Clip.Audio(samples: 48_000)
        for (pitch, frequency) in [(PitchAlgorithm.varispeed, 220.0), (.spectral, 440)] {
            let result = try retimed(audio, .rate(1, 2), pitch, to: "mov")
            // From well after the beginning to well before the first click.
            let part = result.channels[0][9_600..<38_400]
            #expect(abs(Self.frequency(part, sampleRate: 48_000) - frequency) < 0.5, "\(pitch)")
        }
    }

    @Test(
        arguments: [("pcm_s24le", "mov"), ("pcm_f32le", "mov"), ("pcm_s32le", "mkv")],
        ["flac", "mka", "ogg", "m4a"]
    )
    func `FLAC keeps 24 bits, rounded to the nearest`(source: (encoder: String, container: String), container: String)
        throws
    {
        let path = try Clip(source.container, audio: Clip.Audio(source.encoder, samples: 9_600)).write(to: scratch)
        var retime = Retime()
        retime.settings.audio = AudioEncoding(codec: .flac)
        let output = scratch.file("out.\(container)")
        try retime.run(path, to: output)
        let (before, after) = (try ClipReader(path), try ClipReader(output))
        #expect(after.streams[0].parameters.bitsPerSample == 24)
        let unit = Float(1 << 23)
        let expected = try before.audio(ofStream: 0).channels[0].map { ($0 * unit).rounded(.toNearestOrEven) }
        // Most of them are none of 16 bits.
        #expect(expected.filter { $0.remainder(dividingBy: 256) != 0 }.count > expected.count / 2)
        #expect(try after.audio(ofStream: 0).channels[0].map { $0 * unit } == expected)
    }

    @Test func `FLAC of 16 bits stays so, and one of 24 bits among several is enough for 24`() throws {
        let clips = try ["pcm_s16le", "pcm_s24le"].map { encoder in
            try Clip("mov", audio: Clip.Audio(encoder, samples: 9_600)).write(to: scratch, as: encoder)
        }
        for (inputs, bits) in [([clips[0]], 16), (clips, 24)] {
            let media = try inputs.map { try MediaDescription(ofFile: $0) }
            var (composition, settings) = (Composition(), ExportSettings())
            for one in media {
                let whole = try TimeRange(start: .zero, end: one.asset.duration)
                try composition.insert(whole, of: one.asset, at: composition.duration)
            }
            settings.audio = AudioEncoding(codec: .flac)
            let plan = try ExportPlan(composition, of: media, settings: settings, container: .flac)
            let output = scratch.file("\(bits).flac")
            _ = try Exporter(plan: plan).run(to: output)
            #expect(try ClipReader(output).streams[0].parameters.bitsPerSample == bits)
        }
    }

    @Test(arguments: [PitchAlgorithm.spectral, .varispeed])
    func `At rate 1 the samples are the source's`(pitch: PitchAlgorithm) throws {
        var audio = Clip.Audio(samples: 30_000)
        audio.channels = 2
        let path = try Clip("mov", audio: audio).write(to: scratch)
        var retime = Retime()
        retime.settings.pitch = pitch
        retime.settings.audio = AudioEncoding(codec: .pcm)
        try retime.run(path, to: scratch.file("same.mkv"))
        let (source, result) = (try ClipReader(path), try ClipReader(scratch.file("same.mkv")))
        #expect(try source.audio(ofStream: 0).channels == result.audio(ofStream: 0).channels)
    }

    @Test func `A hole of seconds is silence of the same length, and the audio goes on behind it`() throws {
        var second = Clip.Audio("mp2", samples: 48_000)
        second.start = 5 * 48_000
        let paths = [
            try Clip("ts", audio: Clip.Audio("mp2", samples: 48_000)).write(to: scratch, as: "first"),
            try Clip("ts", audio: second).write(to: scratch, as: "second"),
        ]
        let joined = try scratch.write(paths.flatMap(ScratchDirectory.bytes(of:)), to: "joined.ts")
        var retime = Retime()
        retime.settings.audio = AudioEncoding(codec: .pcm)
        try retime.run(joined, to: scratch.file("joined.wav"))
        let samples = try ClipReader(scratch.file("joined.wav")).audio(ofStream: 0).channels[0]
        #expect(abs(samples.count - 6 * 48_000) < 3 * 1152)
        #expect(samples[(48_000 * 11 / 10)..<(48_000 * 49 / 10)].allSatisfy { $0 == 0 })
        for start in [48_000 / 10, 48_000 * 51 / 10] {
            #expect(samples[start..<start + 4_800].contains { abs($0) > 0.01 })
        }
    }

    @Test func `Audio that does not change is copied`() throws {
        var clip = Clip("mp4", audio: Clip.Audio("aac", samples: 48_000))
        clip.options = [MetadataEntry(key: "movie_timescale", value: "48000")]
        let path = try clip.write(to: scratch)
        try Retime().run(path, to: scratch.file("same.mp4"))
        let (source, result) = (try ClipReader(path), try ClipReader(scratch.file("same.mp4")))
        #expect(source.packets[0].map(\.payload) == result.packets[0].map(\.payload))
        #expect(try source.audio(ofStream: 0).channels == result.audio(ofStream: 0).channels)
    }

    @Test func `Audio that begins late stays in step with the frames`() throws {
        var clip = Clip("mov", frames: 120, at: .fps(120))
        clip.audioTracks = [Clip.Audio(samples: 36_000)]
        clip.audioTracks[0].start = 12_000
        var retime = Retime(.rate(1, 2))
        retime.settings.pitch = .varispeed
        retime.settings.audio = AudioEncoding(codec: .pcm)
        let result = try retime.result(of: clip, as: "mov", in: scratch)
        let audio = try result.audio(ofStream: 1)
        let found = ClickFinder.clicks(in: audio.channels[0], sampleRate: 48_000)
        // The click is half a second into the audio, which begins a quarter of a second into the clip.
        try #require(found.count == 1)
        #expect(abs(audio.start.seconds + found[0] - 1.5) < 0.0002)
        #expect(abs(audio.start.seconds + Double(audio.channels[0].count) / 48_000 - 2) < 0.00002)
        #expect(try result.frames().first?.time == result.origin())
    }

    @Test func `Every track of audio is retimed, in its own layout and language`() throws {
        var clip = Clip("mov", frames: 60, at: .fps(120))
        clip.audioTracks = [Clip.Audio(samples: 24_000), Clip.Audio(samples: 22_050)]
        clip.audioTracks[0].language = "eng"
        clip.audioTracks[1].language = "fra"
        clip.audioTracks[1].sampleRate = 44_100
        clip.audioTracks[1].channels = 2
        var retime = Retime(.rate(1, 2))
        retime.settings.audio = AudioEncoding(codec: .pcm)
        let result = try retime.result(of: clip, as: "mov", in: scratch)
        #expect(result.streams.map(\.kind) == [.video, .audio, .audio])
        #expect(result.streams.map { $0.metadata("language") } == [nil, "eng", "fra"])
        #expect(try result.audio(ofStream: 1).channels.map(\.count) == [48_000])
        #expect(try result.audio(ofStream: 2).channels.map(\.count) == [44_100, 44_100])
        #expect(result.streams[2].parameters.sampleRate == 44_100)
    }

    /// Where the container has it; in Matroska FLAC loses as little.
    @Test(
        arguments: [
            ("mov", "pcm_s16le", "mov", "pcm_s16le"), ("mov", "pcm_s24le", "mov", "pcm_s24le"),
            ("mkv", "pcm_f32le", "mov", "pcm_f32le"), ("mov", "pcm_s16le", "mp4", "aac"),
            ("mov", "pcm_s16le", "mkv", "flac"),
            ("mov", "aac", "mov", "aac"),
        ]
    )
    func `Stretched, uncompressed audio stays uncompressed`(source: String, codec: String, to: String, stored: String)
        throws
    {
        let clip = Clip(source, audio: Clip.Audio(codec, samples: 48_000))
        let result = try Retime(.rate(1, 2)).result(of: clip, as: to, in: scratch)
        #expect(result.streams[0].parameters.codecName == stored)
    }

    @Test(arguments: [("webm", "opus", 48_000), ("flac", "flac", 22_050), ("wav", "pcm_s16le", 22_050)])
    func `Containers of audio get their usual codec`(container: String, codec: String, sampleRate: Int) throws {
        var audio = Clip.Audio(samples: 22_050)
        audio.sampleRate = 22_050
        let result = try Retime(.rate(1, 2)).result(of: Clip("wav", audio: audio), as: container, in: scratch)
        #expect(result.streams.map(\.parameters.codecName) == [codec])
        let decoded = try result.audio(ofStream: 0)
        #expect(decoded.sampleRate == sampleRate)
        #expect(abs(decoded.channels[0].count - 2 * sampleRate) <= (codec == "opus" ? 960 : 0))
    }

    @Test(arguments: [(192_000, 96_000), (96_000, nil), (11_000, nil)] as [(Int, Int?)])
    func `A plan says at which rate AAC is encoded`(rate: Int, lowered: Int?) throws {
        var audio = Clip.Audio(samples: Int64(rate))
        audio.sampleRate = rate
        let path = try Clip("mov", audio: audio).write(to: scratch)
        var retime = Retime()
        retime.settings.audio = AudioEncoding(codec: .aac)
        let plan = try retime.plan(path, for: .mp4)
        let track = try #require(plan.tracks.first)
        guard case .encodeAudio(_, let planned, _) = track.treatment else {
            Issue.record("\(track.treatment)")
            return
        }
        let text = lowered.map { _ in "lowered from \(rate) Hz: aac has no higher rate" }
        #expect(track.reason.contains("lowered") == (lowered != nil))
        #expect(text.map(track.reason.contains) ?? true, "\(track.reason)")
        let result = scratch.file("result.mp4")
        _ = try Exporter(plan: plan).run(to: result)
        #expect(try ClipReader(result).streams[0].parameters.sampleRate == planned)
        #expect(lowered.map { $0 == planned } ?? (planned >= rate))
    }

    /// libvorbis takes no bit rate above 50 kHz.
    @Test(arguments: [(8_000, 8_000), (44_100, 44_100), (64_000, 48_000), (192_000, 48_000)])
    func `A plan says at which rate Vorbis is encoded`(rate: Int, encoded: Int) throws {
        var audio = Clip.Audio(samples: Int64(rate))
        audio.sampleRate = rate
        let path = try Clip("mov", audio: audio).write(to: scratch)
        var retime = Retime()
        retime.settings.audio = AudioEncoding(codec: .vorbis)
        let plan = try retime.plan(path, for: .ogg)
        let text = ", lowered from \(rate) Hz: vorbis has no higher rate"
        #expect(plan.tracks[0].reason.hasSuffix(text) == (encoded < rate))
        _ = try Exporter(plan: plan).run(to: scratch.file("result.ogg"))
        let result = try ClipReader(scratch.file("result.ogg")).audio(ofStream: 0)
        #expect(result.sampleRate == encoded)
        #expect(abs(result.channels[0].count - encoded) <= 256)
    }

    /// Old cameras have 7875 Hz, and some recorders 352.8 and 384 kHz.
    @Test(arguments: [(7_875, 7_875), (352_800, 176_400), (384_000, 192_000)], [PlaybackRate.normal, .rate(1, 2)])
    func `Sample rates that no algorithm takes are brought to one`(rates: (own: Int, result: Int), rate: PlaybackRate)
        throws
    {
        // A click at its 24,000th sample.
        var bytes = try ScratchDirectory.bytes(of: Clip("wav", audio: Clip.Audio(samples: 48_000)).write(to: scratch))
        // Behind RIFF, its size, WAVE, fmt, its size, the format and the channels: the sample rate, and bytes a second.
        for (place, number) in [(24, rates.own), (28, 2 * rates.own)] {
            for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte)) }
        }
        let own = Int32(rates.own)
        var retime = Retime(rate)
        retime.trim = try TimeRange(start: RationalTime(12_000, own), end: RationalTime(36_000, own))
        retime.settings.pitch = .varispeed
        retime.settings.audio = AudioEncoding(codec: .pcm)
        let plan = try retime.plan(scratch.write(bytes, to: "stated.wav"), for: .mov)
        let text = ", lowered from \(rates.own) Hz: audio is rendered at 192000 Hz at most"
        #expect(plan.tracks[0].reason.hasSuffix(text) == (rates.result < rates.own), "\(plan.tracks[0].reason)")
        _ = try Exporter(plan: plan).run(to: scratch.file("result.mov"))
        let result = try ClipReader(scratch.file("result.mov")).audio(ofStream: 0)
        #expect(result.sampleRate == rates.result)
        let seconds = 24_000 / Double(rates.own) / rate.approximation
        #expect(abs(result.channels[0].count - Int(seconds * Double(rates.result))) <= 1)
        let clicks = ClickFinder.clicks(in: result.channels[0], sampleRate: result.sampleRate)
        try #require(clicks.count == 1)
        #expect(abs(clicks[0] - seconds / 2) < 16 / Double(rates.own))
    }

    /// From 4 GiB on, `ds64` takes the place of `JUNK`.
    @Test(arguments: ["mov", "wav"]) func `A WAV file has room for sizes of 64 bits`(source: String) throws {
        let path = try Clip(source, audio: Clip.Audio(samples: 4_800)).write(to: scratch)
        try Retime().run(path, to: scratch.file("result.wav"))
        let bytes = try ScratchDirectory.bytes(of: scratch.file("result.wav"))
        #expect(String(decoding: bytes[12..<16], as: UTF8.self) == "JUNK")
        #expect(bytes[16] >= 28)
        #expect(try ClipReader(scratch.file("result.wav")).audio(ofStream: 0).channels[0].count == 4_800)
    }

    @Test(arguments: [("pcm_s32le", true), ("pcm_f64le", true), ("pcm_f32le", false), ("pcm_s24le", false)])
    func `A plan says where samples lose bits`(coding: String, rounded: Bool) throws {
        let path = try Clip("mov", audio: Clip.Audio(coding, samples: 48_000)).write(to: scratch)
        var retime = Retime(.rate(1, 2))
        for codec in [AudioCodec.pcm, .aac] {
            retime.settings.audio = AudioEncoding(codec: codec)
            let reason = try #require(try retime.plan(path, for: .mov).tracks.first).reason
            #expect(reason.contains("rounded to 24 significant bits") == (rounded && codec == .pcm), "\(reason)")
        }
    }

    @Test func `Muted, there is no audio`() throws {
        var clip = Clip("mp4", frames: 30, at: .fps(120))
        clip.audioTracks = [Clip.Audio("aac", samples: 12_000)]
        var retime = Retime(.rate(1, 2))
        retime.settings.pitch = .mute
        let result = try retime.result(of: clip, as: "mp4", in: scratch)
        #expect(result.streams.map(\.kind) == [.video])
    }

    /// Exports a clip of audio, as PCM where the container takes it.
    private func retimed(
        _ audio: Clip.Audio,
        _ rate: PlaybackRate,
        _ pitch: PitchAlgorithm,
        to container: String
    ) throws -> ClipReader.DecodedAudio {
        let scratch = try ScratchDirectory()
        var retime = Retime(rate)
        retime.settings.pitch = pitch
        if container != "mp4" { retime.settings.audio = AudioEncoding(codec: .pcm) }
        return try retime.result(of: Clip("mov", audio: audio), as: container, in: scratch).audio(ofStream: 0)
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
