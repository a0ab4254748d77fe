internal import FFmpeg
internal import MediaSyntax
internal import SceneRendering

/// Encodes frames in 4:2:0 one by one, each as soon as it is drawn, as cameras do.
final class PromptEncoder {
    private let size: FrameSize
    private let format: PixelFormat
    private let encoder: Encoder
    private let packet: Packet
    private var count: Int64 = 0

    /// The quantiser that cameras come near to: some thirty kilobytes for 640x360.
    private static let quantiser = 4
    /// libav's fixed point for quantisers (FF_QP2LAMBDA).
    private static let quantiserUnit = 118

    /// A JPEG image for each frame.
    static func images(size: FrameSize) throws(CaptureError) -> PromptEncoder {
        try make(
            "mjpeg",
            size: size,
            pixelFormat: "yuvj420p",
            options: [
                // With more threads the encoder holds frames back.
                MetadataEntry(key: "threads", value: "1"),
                MetadataEntry(key: "flags", value: "+qscale"),
                MetadataEntry(key: "global_quality", value: "\(quantiser * quantiserUnit)"),
                MetadataEntry(key: "huffman", value: "default"),
            ]
        )
    }

    /// H.264 or HEVC in the byte-stream format. Each key frame repeats the parameter sets; `keyInterval` is in frames.
    static func stream(
        _ codec: NALCodec,
        size: FrameSize,
        keyInterval: Int,
        colour: ColourDescription = ColourDescription()
    ) throws(CaptureError) -> PromptEncoder {
        let groups = "keyint=\(keyInterval):min-keyint=\(keyInterval):scenecut=0:open-gop=0"
        return try make(
            codec == .h264 ? "libx264" : "libx265",
            size: size,
            pixelFormat: "yuv420p",
            colour: colour,
            options: [
                MetadataEntry(key: "preset", value: "ultrafast"),
                MetadataEntry(key: "tune", value: "zerolatency"),
                MetadataEntry(key: "forced-idr", value: "1"),
                codec == .h264
                    ? MetadataEntry(key: "x264-params", value: groups)
                    : MetadataEntry(key: "x265-params", value: "\(groups):log-level=none"),
            ]
        )
    }

    private static func make(
        _ name: String,
        size: FrameSize,
        pixelFormat: String,
        colour: ColourDescription = ColourDescription(),
        options: [MetadataEntry]
    ) throws(CaptureError) -> PromptEncoder {
        guard let format = PixelFormat(named: pixelFormat) else {
            throw CaptureError(.codec, "this libavutil does not know \(pixelFormat)")
        }
        do {
            let encoder = try Encoder(
                VideoEncoderSettings(
                    encoder: name,
                    width: size.width,
                    height: size.height,
                    pixelFormat: format,
                    timeBase: TimeBase(1, 1000),
                    frameRate: nil,
                    colour: colour,
                    options: options,
                    needsGlobalHeader: false
                )
            )
            return PromptEncoder(size, format, encoder, try Packet())
        } catch {
            throw CaptureError(error)
        }
    }

    private init(_ size: FrameSize, _ format: PixelFormat, _ encoder: consuming Encoder, _ packet: consuming Packet) {
        self.size = size
        self.format = format
        self.encoder = encoder
        self.packet = packet
    }

    /// Encodes the frame that `draw` draws plane by plane, row length in samples, and lends its bytes. With `isKey` decoding can
    /// begin with it.
    func encode(
        isKey: Bool = false,
        _ draw: (FramePlane, inout MutableSpan<UInt8>, _ stride: Int) -> Void,
        _ body: (borrowing RawSpan) -> Void
    ) throws(CaptureError) {
        do {
            let frame = try Frame.video(format, width: size.width, height: size.height)
            for plane in FramePlane.allCases {
                let stride = frame.stride(ofPlane: plane.rawValue)
                frame.withMutablePlane(plane.rawValue) { draw(plane, &$0, stride) }
            }
            if isKey { frame.requestKey() }
            frame.pts = count
            count += 1
            guard try encoder.send(frame), try encoder.receive(into: packet) == .produced else {
                throw CaptureError(.codec, "the encoder \(encoder.name) gives no frame")
            }
            packet.withPayload { unsafe body($0.bytes) }
            packet.reset()
        } catch let error as FFmpegError {
            throw CaptureError(error)
        } catch let error as CaptureError {
            throw error
        } catch {
            throw CaptureError(.codec, "\(error)")
        }
    }
}
