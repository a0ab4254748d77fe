import FFmpeg
import MediaSyntax
import RandomNumbers
import TestSupport
import Testing

/// What sets, headers of key frames and headers in front of packets say of what is behind them.
@Suite struct PictureFormatTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// What encoders were told.
    @Test(arguments: [Clip.FrameCodec.h264, .hevc, .vp9, .av1], [(320, 180), (322, 182), (480, 272)])
    func `The size of frames is read from their stream`(codec: Clip.FrameCodec, size: (Int, Int)) throws {
        let container = codec == .vp9 || codec == .av1 ? "mkv" : "ts"
        var clip = Clip(container, frames: 4, at: .fps(30), codec: codec)
        clip.frames?.width = size.0
        clip.frames?.height = size.1
        let formats = try formats(of: clip).found
        #expect(formats.map(\.width) == [size.0])
        #expect(formats.map(\.height) == [size.1])
    }

    @Test(arguments: [Clip.FrameCodec.h264, .hevc], ["mp4", "ts"])
    func `How samples are kept is read from the sets`(codec: Clip.FrameCodec, container: String) throws {
        for (name, chroma, depth) in [("yuv420p", 1, 8), ("yuv422p", 2, 8), ("yuv444p", 3, 8), ("yuv420p10le", 1, 10)] {
            var clip = Clip(container, frames: 4, at: .fps(30), codec: codec)
            clip.frames?.pixelFormat = name
            let formats = try formats(of: clip)
            #expect(formats.found.map(\.chromaFormat) == [UInt32(chroma)])
            #expect(formats.found.map(\.bitDepth) == [depth])
            #expect(formats.stated == formats.found.first)
            #expect(formats.found.map(\.width) == [320])
        }
    }

    /// With tables of coefficients, and without; x265 says by default which pictures refer to which.
    @Test(
        arguments: [(.h264, ""), (.hevc, ""), (.hevc, ":scaling-list=default"), (.hevc, ":bframes=4:ref=5")]
            as [(Clip.FrameCodec, String)],
        [(4, 3), (7, 5), (16, 11)] as [(Int32, Int32)]
    )
    func `H.264 and HEVC say the shape of pixels`(
        codec: (name: Clip.FrameCodec, options: String),
        shape: (width: Int32, height: Int32)
    ) throws {
        var clip = Clip("ts", frames: 4, at: .fps(30), codec: codec.name)
        // x265 parts its options by the sign that it writes a shape with.
        let sign = codec.name == .h264 ? "/" : "\\:"
        clip.frames?.encoderOptions = "sar=\(shape.width)\(sign)\(shape.height)\(codec.options)"
        let pixel = try #require(try formats(of: clip).found.first?.pixel)
        #expect(pixel.width == UInt32(shape.width) && pixel.height == UInt32(shape.height))
    }

    @Test(arguments: [Clip.FrameCodec.mjpeg, .mpeg1, .mpeg2], [(320, 180), (480, 272)])
    func `The size of frames is read from their own headers`(codec: Clip.FrameCodec, size: (Int, Int)) throws {
        var clip = Clip("mkv", frames: 4, at: .fps(30), codec: codec)
        clip.frames?.width = size.0
        clip.frames?.height = size.1
        let formats = try formats(of: clip).found
        #expect(formats.map(\.width) == [size.0])
        #expect(formats.map(\.height) == [size.1])
        #expect(formats.allSatisfy { $0.pixel == nil })
    }

    /// 720x576 of 16:9, with the extension of MPEG-2 and without; and a key frame of VP8, of 176x144, and one of other kind.
    @Test func `Headers made by hand are read`() {
        let sequence: [UInt8] = [0, 0, 1, 0xB3, 0x2D, 0x02, 0x40, 0x33, 0xFF, 0xFF, 0xE0, 0x18]
        let extended = sequence + [0, 0, 1, 0xB5, 0x14, 0x82, 0x00, 0x01, 0, 0, 0, 0, 1, 0]
        let found = Self.format("mpeg2video", extended)
        #expect(found?.width == 720 && found?.height == 576)
        #expect(found?.pixel?.width == 64 && found?.pixel?.height == 45)
        #expect(Self.format("mpeg1video", sequence)?.pixel == nil)
        #expect(Self.format("mpeg2video", [0, 0, 1, 0] + sequence) == nil)
        let key: [UInt8] = [0x10, 0x02, 0x00, 0x9D, 0x01, 0x2A, 0xB0, 0x40, 0x90, 0x00]
        let picture = Self.format("vp8", key)
        #expect(picture?.width == 176 && picture?.height == 144)
        #expect(Self.format("vp8", [0x11] + key.dropFirst()) == nil)
    }

    private static func format(_ codec: String, _ payload: [UInt8]) -> PictureFormat? {
        var formats = PictureFormats(codec: codec, configuration: [])
        return formats?.take(payload.span)
    }

    private func formats(of clip: Clip) throws -> PictureFormats {
        var clip = clip
        clip.frames?.repeatsHeaders = clip.container == "ts"
        let reader = try ClipReader(clip.write(to: scratch))
        let parameters = reader.streams[0].parameters
        var formats = try #require(
            PictureFormats(codec: parameters.codecName, configuration: parameters.extradata)
        )
        for packet in reader.packets[0] { formats.take(packet.payload.bytes.span) }
        return formats
    }

    /// Of MPEG-4, Low Complexity, without a checksum.
    @Test func `A header of ADTS is read`() throws {
        let header = try #require(Self.header([0xFF, 0xF1, 0x4C, 0x80, 0x2E, 0xFF, 0xFC, 0x21]))
        #expect(header.profile == 1 && header.sampleRate == 48_000 && header.channels == 2)
        let other = try #require(Self.header([0xFF, 0xF1, 0x51, 0x80, 0x01, 0x00, 0xFC]))
        #expect(other.profile == 1 && other.sampleRate == 44_100 && other.channels == 6)
        // Only the length of the packet differs.
        #expect(header == Self.header([0xFF, 0xF1, 0x4C, 0x80, 0x11, 0x3F, 0xFC]))
        // MP3, and a header that is cut short.
        #expect(Self.header([0xFF, 0xFB, 0x90, 0x64, 0, 0, 0]) == nil)
        #expect(Self.header([0xFF, 0xF1, 0x4C, 0x80, 0x2E, 0xFF]) == nil)
    }

    private static func header(_ bytes: [UInt8]) -> ADTSHeader? { ADTSHeader(bytes.span) }

    @Test func `A chain of Ogg is one where streams begin behind data`() {
        func page(_ flags: UInt8, _ payload: Int) -> [UInt8] {
            [0x4F, 0x67, 0x67, 0x53, 0, flags] + [UInt8](repeating: 0, count: 20) + [1, UInt8(payload)]
                + [UInt8](repeating: 7, count: payload)
        }
        let link = page(2, 30) + page(2, 20) + page(0, 200) + page(4, 100)
        #expect(!OggScanner(ByteSource(link)).isChained())
        #expect(OggScanner(ByteSource(link + link)).isChained())
        #expect(!OggScanner(ByteSource(link + [1] + link)).isChained())
        #expect(!OggScanner(ByteSource([])).isChained())
    }
}
