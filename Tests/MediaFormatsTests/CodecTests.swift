import CFFmpeg
import FFmpeg
import Testing

@testable import MediaFormats

@Suite struct CodecTests {
    /// The codec that an encoder writes; `nil` where none has this name.
    private func written(by encoder: String) -> String? {
        guard let found = unsafe avcodec_find_encoder_by_name(encoder) else { return nil }
        return unsafe String(cString: avcodec_get_name(found.pointee.id))
    }

    @Test(arguments: VideoCodec.allCases)
    func `Every video codec is found by its own name and its encoder's, and by no other codec's`(codec: VideoCodec) {
        #expect(VideoCodec(named: codec.rawValue) == codec)
        #expect(VideoCodec(named: codec.traits.encoder) == codec)
        #expect(VideoCodec(named: codec.rawValue.uppercased()) == codec)
        for other in VideoCodec.allCases where other != codec {
            #expect(codec.traits.names.isDisjoint(with: other.traits.names))
        }
    }

    @Test(
        arguments: [
            (128, 96, 30, "1.0"), (320, 180, 60, "2.0"), (1280, 720, 30, "3.1"), (1920, 1080, 30, "4.0"),
            (1920, 1080, 240, "5.1"), (3840, 2160, 120, "5.2"), (8192, 4320, 120, "6.2"), (4000, 100, 1, "4.0"),
        ] as [(Int, Int, Double, String)]
    )
    func `The level of HEVC is the lowest that holds frames and their rate`(
        width: Int,
        height: Int,
        rate: Double,
        level: String
    ) {
        #expect(HEVCLevel.lowest(width: width, height: height, framesPerSecond: rate)?.description == level)
    }

    @Test(arguments: VideoCodec.allCases)
    func `Every video codec has an encoder that writes it, and a container`(codec: VideoCodec) {
        #expect(written(by: codec.traits.encoder) == codec.rawValue)
        #expect(Container.allCases.contains { $0.canCarry(codec: codec.rawValue) })
    }

    @Test(arguments: VideoCodec.allCases)
    func `A codec's default quality is one of its qualities`(codec: VideoCodec) {
        let traits = codec.traits
        #expect((traits.qualities == nil) == (traits.defaultQuality == nil))
        if let quality = traits.defaultQuality { #expect(traits.qualities?.contains(quality) == true) }
    }

    /// libavcodec opens an encoder only with options that it knows.
    @Test(arguments: VideoCodec.allCases)
    func `Every quality and preset at the ends of the lists opens the encoder`(codec: VideoCodec) throws {
        let traits = codec.traits
        let capabilities = try #require(EncoderCapabilities(named: traits.encoder))
        let format = try #require(capabilities.pixelFormats.first ?? PixelFormat(named: "yuv420p"))
        let qualities: [Int?] = [nil, traits.qualities?.lowerBound, traits.qualities?.upperBound]
        let presets: [String?] = [nil] + traits.presets
        for (quality, preset) in qualities.map({ ($0, nil) }) + presets.map({ (nil, $0) }) {
            var settings = VideoEncoderSettings(
                encoder: traits.encoder,
                width: 64,
                height: 64,
                pixelFormat: format,
                timeBase: TimeBase(1, 30),
                frameRate: TimeBase(30, 1),
                needsGlobalHeader: true
            )
            settings.options = codec.options(quality: quality, preset: preset)
            _ = try Encoder(settings)
        }
    }

    @Test(
        arguments: [
            (16, 16), (640, 360), (1920, 1080), (3840, 2160), (4096, 3072), (7680, 4320), (8192, 8192), (607, 1080),
            (427, 240),
            (1079, 1919), (7679, 4319),
        ],
        ["yuv420p", "yuv422p10le", "yuva444p16le"]
    )
    func `FFV1 takes frames of every size`(size: (width: Int, height: Int), format: String) throws {
        var settings = VideoEncoderSettings(
            encoder: "ffv1",
            width: size.width,
            height: size.height,
            pixelFormat: try #require(PixelFormat(named: format)),
            timeBase: TimeBase(1, 30),
            frameRate: TimeBase(30, 1),
            needsGlobalHeader: true
        )
        settings.options = VideoCodec.ffv1.options(quality: nil, preset: nil)
        _ = try Encoder(settings)
    }

    @Test(arguments: VideoCodecChoice.allCases) func `A choice of a codec is read as it is written`(
        choice: VideoCodecChoice
    ) {
        #expect(VideoCodecChoice(named: choice.rawValue.uppercased()) == choice)
        if let quality = choice.quality { #expect(choice.codec.traits.qualities?.contains(quality) == true) }
    }

    @Test func `A codec may be named with one of its qualities`() {
        #expect(VideoCodecChoice(named: "prores:proxy")?.quality == 0)
        #expect(VideoCodecChoice(named: "prores:xq")?.quality == 5)
        #expect(VideoCodecChoice(named: "prores")?.quality == nil)
        for none in ["prores:", "prores:best", "h264:hq", ":hq", ""] { #expect(VideoCodecChoice(named: none) == nil) }
    }

    @Test(arguments: AudioCodec.allCases, [16, 24])
    func `Every audio codec has names, an encoder and a container`(codec: AudioCodec, bits: Int) throws {
        let traits = codec.traits
        #expect(AudioCodec(named: codec.rawValue) == codec)
        if bits == 16 { #expect(AudioCodec(named: traits.encoder(sourceBits: bits)) == codec) }
        let encoder = try #require(EncoderCapabilities(named: traits.encoder(sourceBits: bits)))
        #expect(written(by: traits.encoder(sourceBits: bits)) == traits.codecName(sourceBits: bits))
        #expect(Container.allCases.contains { $0.canCarry(codec: traits.codecName(sourceBits: bits)) })
        if let rate = traits.onlySampleRate { #expect(encoder.nearestSampleRate(to: rate) == rate) }
        for other in AudioCodec.allCases where other != codec {
            #expect(traits.names.isDisjoint(with: other.traits.names))
        }
    }

    @Test func `A name that is none is none`() {
        #expect(VideoCodec(named: "h266") == nil)
        #expect(AudioCodec(named: "mp9") == nil)
    }
}
