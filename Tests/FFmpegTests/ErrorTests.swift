import FFmpeg
import Glibc
import MediaTime
import TestSupport
import Testing

@Suite struct ErrorTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `A missing file: operation, file and the system's reason`() throws {
        let path = scratch.file("none.mp4")
        let error = try #require(failure { _ = try Demuxer(path: path) })
        #expect(error.operation == "open")
        #expect(error.subject == path)
        #expect(error.errno == ENOENT)
        #expect(error.description == "cannot open \(path): No such file or directory")
    }

    @Test func `What is no media: libav's last line is kept`() throws {
        // An MP4 cut off before its index.
        let clip = try Clip("mp4", frames: 12, at: .fps(120)).write(to: scratch)
        let bytes = try ScratchDirectory.bytes(of: clip)
        let path = try scratch.write(bytes.prefix(bytes.count / 4), to: "cut.mp4")
        let error = try #require(failure { _ = try Demuxer(path: path) })
        #expect(error.subject == path)
        #expect(error.isInvalidData && error.isDamage)
        #expect(error.logLine?.contains("moov atom not found") == true)
        #expect(error.logLine?.contains("0x") == false)
    }

    @Test func `A URL is a file name like any other`() throws {
        let error = try #require(failure { _ = try Demuxer(path: "http://localhost/clip.mp4") })
        #expect(error.errno == ENOENT)
    }

    @Test(arguments: [
        "ffconcat version 1.0\nfile 'clip.mp4'\n",
        "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nclip.mp4\n#EXT-X-ENDLIST\n",
        "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n",
    ])
    func `A playlist is no media, whatever its name is`(text: String) throws {
        _ = try Clip("mp4", frames: 12, at: .fps(120)).write(to: scratch)
        let path = try scratch.write(text.utf8, to: "list.mp4")
        let error = try #require(failure { _ = try Demuxer(path: path) })
        #expect(error.operation == "open")
        #expect(error.isInvalidData)
    }

    @Test func `An encoder's option that nobody knows is an error`() throws {
        var settings = try Self.encoderSettings
        settings.options = [MetadataEntry(key: "presett", value: "fast")]
        let error = try #require(failure { _ = try Encoder(settings) })
        #expect(error.operation == "set presett=fast for the encoder")
        #expect(error.subject == "ffv1")
        settings = try Self.encoderSettings
        settings.encoder = "no-such-encoder"
        #expect(failure { _ = try Encoder(settings) }?.operation == "find the encoder")
    }

    @Test func `A filter that nobody knows is an error`() throws {
        let format = try #require(PixelFormat(named: "yuv420p"))
        let input = FilterGraph.Input.video(
            width: 320,
            height: 180,
            pixelFormat: format,
            timeBase: TimeBase(1, 30),
            sampleAspectRatio: nil
        )
        let error = try #require(failure { _ = try FilterGraph("nofilter=1", input: input) })
        #expect(error.subject == "nofilter=1")
        #expect(error.logLine?.contains("nofilter") == true)
    }

    @Test func `A place that cannot be written to`() throws {
        let format = try #require(ContainerFormat(named: "mp4"))
        let error = try #require(
            failure { _ = try Muxer.create(path: scratch.file("no/where.mp4"), format: format, name: "where.mp4") }
        )
        #expect(error.operation == "create")
        #expect(error.subject == "where.mp4")
        #expect(error.errno == ENOENT)
    }

    private static var encoderSettings: VideoEncoderSettings {
        get throws {
            VideoEncoderSettings(
                encoder: "ffv1",
                width: 320,
                height: 180,
                pixelFormat: try #require(PixelFormat(named: "yuv420p")),
                timeBase: TimeBase(1, 30),
                frameRate: nil,
                needsGlobalHeader: false
            )
        }
    }

    private func failure(_ body: () throws -> Void) -> FFmpegError? {
        do { try body() } catch { return error as? FFmpegError }
        return nil
    }
}
