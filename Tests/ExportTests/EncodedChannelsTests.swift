import Export
import FFmpeg
import Glibc
import MediaFormats
import MediaTime
import SceneRendering
import TestSupport
import Testing
import TimeStretch

/// What an encoded track says of its channels is what they are.
@Suite struct EncodedChannelsTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func clip(_ layout: String, _ channels: Int, _ encoder: String = "pcm_s16le") throws -> String {
        var audio = Clip.Audio(encoder, samples: 4_800)
        (audio.channels, audio.layout) = (channels, layout)
        return try Clip("mov", audio: audio).write(to: scratch)
    }

    @Test(arguments: [
        ("5.1(side)", 6, AudioCodec.opus, Container.webm, "5.1"), ("5.1(side)", 6, .opus, .ogg, "5.1"),
        ("5.1(side)", 6, .vorbis, .ogg, "5.1"), ("5.1(side)", 6, .aac, .mp4, "5.1"),
        ("5.1(side)", 6, .flac, .mka, "5.1(side)"), ("5.0(side)", 5, .vorbis, .ogg, "5.0"),
        ("quad(side)", 4, .opus, .webm, "quad"), ("quad(side)", 4, .flac, .flac, "quad(side)"),
        ("4.1", 5, .flac, .flac, "4.1"), ("4.1", 5, .flac, .mka, "4.1"), ("4.0", 4, .aac, .m4a, "4.0"),
        ("6.1", 7, .vorbis, .ogg, "6.1"), ("7.1", 8, .opus, .opus, "7.1"),
        ("5.0", 5, .opus, .ogg, "5.0"), ("5.0(side)", 5, .opus, .mp4, "5.0"), ("6.1", 7, .opus, .webm, "6.1"),
    ])
    func `The loudspeakers stay, be it by another name`(
        layout: String,
        channels: Int,
        codec: AudioCodec,
        container: Container,
        stated: String
    ) throws {
        let path = try clip(layout, channels)
        var retime = Retime(.rate(1, 2))
        retime.settings.pitch = .varispeed
        retime.settings.audio = AudioEncoding(codec: codec)
        let plan = try retime.plan(path, for: container)
        if stated != layout { #expect(plan.tracks[0].reason.hasSuffix("with its channels, \(layout), as \(stated)")) }
        let output = scratch.file("result.\(container.rawValue)")
        _ = try Exporter(plan: plan).run(to: output)
        let result = try ClipReader(output)
        #expect(result.streams[0].parameters.channelLayout.name == stated)
        // Each channel has a tone of its own, an octave lower now.
        let audio = try result.audio(ofStream: 0).channels
        try #require(audio.count == channels)
        let tones = (0..<channels).map { SyntheticScene.toneFrequency(ofChannel: $0) / 2 }
        // What is for deep tones alone may hold no other ones.
        for channel in 0..<channels where !(layout.contains(".1") && channel == 3) {
            let levels = tones.map { Self.level(of: $0, in: audio[channel]) }
            #expect(levels.firstIndex(of: levels.max() ?? 0) == channel, "\(levels)")
        }
    }

    @Test(arguments: [Container.mka, .mkv, .wav, .mov], [("5.1", 6), ("6.1", 7), ("stereo", 2)])
    func `Where samples do not say which channel is which, a warning does`(
        container: Container,
        layout: (name: String, channels: Int)
    ) throws {
        let path = try clip(layout.name, layout.channels)
        for isEncoded in [false, true] {
            var retime = isEncoded ? Retime(.rate(1, 2)) : Retime()
            retime.settings.pitch = .varispeed
            if isEncoded { retime.settings.audio = AudioEncoding(codec: .pcm) }
            let plan = try retime.plan(path, for: container)
            let warned = plan.warnings.contains { $0.contains("does not say which channel is which in uncompressed") }
            let output = scratch.file("\(isEncoded ? "encoded" : "copied").\(container.rawValue)")
            _ = try Exporter(plan: plan).run(to: output)
            let isLost = try !ClipReader(output).streams[0].parameters.statesLayout
            #expect(warned == (isLost && layout.channels > 2), "\(plan.warnings)")
            #expect(warned == (container.traits.muxer == "matroska" && layout.channels > 2))
        }
    }

    @Test(arguments: [("FL", AudioCodec.aac, Container.mp4), ("FR", .opus, .webm), ("BL", .vorbis, .ogg)])
    func `A channel by itself is mono, whatever it was for`(
        layout: String,
        codec: AudioCodec,
        container: Container
    ) throws {
        var retime = Retime(.rate(1, 2))
        retime.settings.audio = AudioEncoding(codec: codec)
        let plan = try retime.plan(clip(layout, 1), for: container)
        #expect(plan.tracks[0].reason.hasSuffix("(\(layout)), as mono"))
        let output = scratch.file("result.\(container.rawValue)")
        _ = try Exporter(plan: plan).run(to: output)
        let result = try ClipReader(output)
        #expect(result.streams[0].parameters.channelLayout.name == "mono")
        #expect(try result.audio(ofStream: 0).channels.count == 1)
    }

    /// How much of a tone, in hertz, is in samples at 48 kHz.
    private static func level(of frequency: Int, in samples: [Float]) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for (index, sample) in samples.dropFirst(2_400).prefix(2_400).enumerated() {
            let angle = 2 * Double.pi * Double(index * frequency % 48_000) / 48_000
            real += Double(sample) * cos(angle)
            imaginary += Double(sample) * sin(angle)
        }
        return real * real + imaginary * imaginary
    }

    @Test(arguments: [
        ("4.1", 5, AudioCodec.opus, Container.webm), ("4.1", 5, .aac, .mp4), ("4.1", 5, .vorbis, .ogg),
        ("4.1", 5, .flac, .ogg), ("4.0", 4, .flac, .mp4), ("7.1(wide)", 8, .opus, .opus),
        ("6.1(back)", 7, .opus, .webm),
    ])
    func `Channels that would be taken for others are refused`(
        layout: String,
        channels: Int,
        codec: AudioCodec,
        container: Container
    ) throws {
        let path = try clip(layout, channels)
        var retime = Retime(.rate(1, 2))
        retime.settings.audio = AudioEncoding(codec: codec)
        let error = try #require(throws: ExportError.self) { try retime.plan(path, for: container) }
        #expect(error.code == .channelsNotCarried(codec, container))
        #expect(error.message.hasSuffix("which channel is which in \(layout)"))
    }
}
