internal import FFmpeg

/// Encodes pictures in 4:2:0 one by one as JPEG images.
final class ImageEncoder {
    private let size: PictureSize
    private let format: PixelFormat
    private let encoder: Encoder
    private let packet: Packet

    /// The quantiser that cameras come near to: some thirty kilobytes for 640x360.
    private static let quantiser = 4
    /// libav's fixed point for quantisers (FF_QP2LAMBDA).
    private static let quantiserUnit = 118

    static func make(size: PictureSize) throws(CaptureError) -> ImageEncoder {
        guard let format = PixelFormat(named: "yuvj420p") else {
            throw CaptureError(.codec, "this libavutil does not know yuvj420p")
        }
        do {
            let encoder = try Encoder(
                VideoEncoderSettings(
                    encoder: "mjpeg",
                    width: size.width,
                    height: size.height,
                    pixelFormat: format,
                    timeBase: TimeBase(1, 1000),
                    frameRate: nil,
                    options: [
                        // With more threads the encoder holds pictures back.
                        MetadataEntry(key: "threads", value: "1"),
                        MetadataEntry(key: "flags", value: "+qscale"),
                        MetadataEntry(key: "global_quality", value: "\(quantiser * quantiserUnit)"),
                        MetadataEntry(key: "huffman", value: "default"),
                    ],
                    needsGlobalHeader: false
                )
            )
            return ImageEncoder(size, format, encoder, try Packet())
        } catch {
            throw CaptureError(error)
        }
    }

    private init(_ size: PictureSize, _ format: PixelFormat, _ encoder: consuming Encoder, _ packet: consuming Packet) {
        self.size = size
        self.format = format
        self.encoder = encoder
        self.packet = packet
    }

    /// Encodes the picture that `draw` draws plane by plane, row length in samples, and lends the image.
    func encode(
        _ draw: (PicturePlane, inout MutableSpan<UInt8>, _ stride: Int) -> Void,
        _ body: (borrowing RawSpan) -> Void
    ) throws(CaptureError) {
        do {
            let frame = try Frame.picture(format, width: size.width, height: size.height)
            for plane in PicturePlane.allCases {
                let stride = frame.stride(ofPlane: plane.rawValue)
                frame.withMutablePlane(plane.rawValue) { draw(plane, &$0, stride) }
            }
            guard try encoder.send(frame), try encoder.receive(into: packet) == .produced else {
                throw CaptureError(.codec, "the JPEG encoder gives no picture")
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
