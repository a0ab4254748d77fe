import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing
import TimeStretch

/// A part of audio is what it is in the whole, wherever a seek has led.
@Suite struct AudioSeekTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Exports parts of a clip's audio, and compares them with the same samples of all of it.
    private func expectSameParts(of path: String, sampleRate: Int32, count: Int64) throws {
        let whole = scratch.file("whole.wav")
        var retime = Retime()
        retime.settings.audio = AudioEncoding(codec: .pcm)
        try retime.run(path, to: whole)
        let source = try ClipReader(whole).audio(ofStream: 0).channels[0]
        for start in stride(from: Int64(4000), to: count * 2 / 3, by: 7919) {
            let end = start + count / 6
            retime.trim = try TimeRange(start: RationalTime(start, sampleRate), end: RationalTime(end, sampleRate))
            let part = scratch.file("part.wav")
            let report = try Exporter(plan: retime.plan(path, for: .wav)).run(to: part, overwriting: true)
            #expect(report.damageCount == 0)
            let samples = try ClipReader(part).audio(ofStream: 0).channels[0]
            #expect(samples.count == Int(end - start))
            // The decoder of MP2 rounds with what is left of the samples before.
            let worst = zip(samples, source[Int(start)..<Int(end)]).map { abs($0 - $1) }.max() ?? 0
            #expect(worst < 0.0002, "from \(start)")
        }
    }

    /// They say nowhere where a packet of audio begins.
    @Test(arguments: ["vob", "ts"]) func `MPEG-PS and MPEG-TS`(container: String) throws {
        var clip = Clip(container, frames: 75, at: .fps(25), codec: .mpeg2)
        clip.audioTracks = [Clip.Audio("mp2", samples: 144_000)]
        try expectSameParts(of: clip.write(to: scratch), sampleRate: 48_000, count: 144_000)
    }

    /// libavformat finds an instant by the bytes a second that the header states.
    @Test func `A WAV file that states another byte rate`() throws {
        var bytes = try ScratchDirectory.bytes(of: Clip("wav", audio: Clip.Audio(samples: 96_000)).write(to: scratch))
        // Behind RIFF, its size, WAVE, fmt, its size, the format, the channels and the sample rate.
        bytes.replaceSubrange(28..<32, with: [0x80, 0x3e, 0, 0])
        try expectSameParts(of: scratch.write(bytes, to: "rate.wav"), sampleRate: 48_000, count: 96_000)
    }

    /// A packet holds several frames, of which only the first has a time.
    @Test(arguments: ["adpcm_ms", "adpcm_ima_wav"]) func `ADPCM`(encoder: String) throws {
        let clip = Clip("wav", audio: Clip.Audio(encoder, samples: 96_000))
        try expectSameParts(of: clip.write(to: scratch), sampleRate: 48_000, count: 96_000)
    }

    /// Their decoders carry their state from packet to packet, or begin a packet in the middle of a frame.
    @Test(arguments: [
        ("adpcm_yamaha", "wav", 48_000), ("adpcm_ima_qt", "mov", 48_000), ("libspeex", "ogg", 16_000),
        ("wmav2", "wav", 48_000),
    ])
    func `Codecs that are decoded from the beginning`(encoder: String, container: String, sampleRate: Int) throws {
        var audio = Clip.Audio(encoder, samples: Int64(sampleRate) * 3)
        audio.sampleRate = sampleRate
        if encoder == "wmav2" { audio.options = [MetadataEntry(key: "b", value: "128000")] }
        try expectSameParts(
            of: Clip(container, audio: audio).write(to: scratch),
            sampleRate: Int32(sampleRate),
            count: audio.count
        )
    }

    /// What they read may lie up to nine packets before, which is half a second at such rates.
    @Test func `MP3 of few bits`() throws {
        var audio = Clip.Audio("libmp3lame", samples: 24_000)
        audio.sampleRate = 8000
        audio.options = [MetadataEntry(key: "b", value: "8000")]
        try expectSameParts(of: Clip("mov", audio: audio).write(to: scratch), sampleRate: 8000, count: audio.count)
    }

    /// Their timestamps are up to half a millisecond off, which is 24 samples.
    @Test(arguments: [
        ("pcm_s16le", "mkv", 44_100), ("pcm_s16le", "mkv", 48_000), ("pcm_s24le", "mkv", 96_000),
        ("flac", "mkv", 44_100),
        ("aac", "mkv", 48_000), ("aac", "flv", 44_100), ("libmp3lame", "mkv", 44_100),
    ])
    func `Containers that count milliseconds`(encoder: String, container: String, sampleRate: Int) throws {
        var audio = Clip.Audio(encoder, samples: Int64(sampleRate) * 3)
        audio.sampleRate = sampleRate
        try expectSameParts(
            of: Clip(container, audio: audio).write(to: scratch),
            sampleRate: Int32(sampleRate),
            count: audio.count
        )
    }

    /// At 29.97 frames a second, four of five cuts are so.
    @Test(arguments: [1, 3, 7, 9] as [Int64])
    func `A part that begins and ends between two samples has the source's own`(
        tenths: Int64
    ) throws {
        let path = try Clip("wav", audio: Clip.Audio(samples: 96_000)).write(to: scratch)
        let source = try ClipReader(path).audio(ofStream: 0).channels[0]
        var retime = Retime()
        for start in [Int64(9_600), 24_000, 47_990] {
            retime.trim = try TimeRange(
                start: RationalTime(start * 10 + tenths, 480_000),
                end: RationalTime((start + 20_000) * 10 + 3, 480_000)
            )
            let part = scratch.file("part.wav")
            _ = try Exporter(plan: retime.plan(path, for: .wav)).run(to: part, overwriting: true)
            let samples = try ClipReader(part).audio(ofStream: 0).channels[0]
            let first = Int(start) + (tenths < 5 ? 0 : 1)
            #expect(samples == Array(source[first..<first + samples.count]))
        }
    }

    /// Interpolation takes the samples around a part from the source.
    @Test func `A slower part is what it is in the whole, from its first sample to its last`() throws {
        let path = try Clip("wav", audio: Clip.Audio(samples: 96_000)).write(to: scratch)
        var retime = Retime(.rate(1, 2))
        retime.settings.pitch = .varispeed
        try retime.run(path, to: scratch.file("whole.wav"))
        let whole = try ClipReader(scratch.file("whole.wav")).audio(ofStream: 0).channels[0]
        // In the midst of a click, and at other places.
        for start in [Int64(12_000), 24_003, 48_001, 48_010] {
            retime.trim = try TimeRange(start: RationalTime(start, 48_000), end: RationalTime(start + 24_001, 48_000))
            let part = scratch.file("part.wav")
            _ = try Exporter(plan: retime.plan(path, for: .wav)).run(to: part, overwriting: true)
            let samples = try ClipReader(part).audio(ofStream: 0).channels[0]
            let expected = whole[Int(start) * 2..<Int(start) * 2 + 48_002]
            #expect(samples.count == expected.count)
            #expect(zip(samples, expected).allSatisfy { abs($0 - $1) < 0.0001 }, "from \(start)")
        }
    }
}
