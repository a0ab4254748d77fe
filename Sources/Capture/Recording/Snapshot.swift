internal import FFmpeg
internal import Files
internal import SceneRendering

/// Writes a frame of the running recording as a JPEG image.
final class Snapshot {
    private let mode: CaptureMode
    private let isImage: Bool
    private let frames: EncoderFrames?
    private let encoder: PromptEncoder?

    init(mode: CaptureMode) throws(CaptureError) {
        self.mode = mode
        isImage = CameraFormat(mode.format)?.codec == "mjpeg"
        do {
            frames =
                isImage
                ? nil : try EncoderFrames.make(mode: mode, offered: [PixelFormat(named: "yuv420p")].compactMap { $0 })
        } catch {
            throw CaptureError(anything: error)
        }
        encoder = isImage ? nil : try PromptEncoder.images(size: mode.size)
    }

    /// Writes a frame; an image that the camera made is only given its description.
    func write(_ packet: borrowing Packet, description: ImageDescription, to path: String) throws {
        var image = isImage ? packet.bytes : try encoded(packet)
        guard image.starts(with: ImageDescription.startOfImage) else {
            throw CaptureError(.codec, "the camera's frame is no JPEG image")
        }
        image.insert(contentsOf: description.segment, at: ImageDescription.startOfImage.count)
        let file = try OutputFile.create(path: path, overwrites: false)
        try FileBytes.write(image, to: file.descriptor, at: 0)
        try file.commit()
    }

    private func encoded(_ packet: borrowing Packet) throws -> [UInt8] {
        guard let frames, let encoder else { return [] }
        let frame = try frames.frame(of: packet)
        var image: [UInt8] = []
        try encoder.encode(
            { plane, output, stride in
                let (columns, rows) = (plane.columns(ofWidth: mode.size.width), plane.rows(ofHeight: mode.size.height))
                let sourceStride = frame.stride(ofPlane: plane.rawValue)
                frame.withPlane(plane.rawValue) { source in
                    for row in 0..<rows {
                        for column in 0..<columns {
                            output[row * stride + column] = source[row * sourceStride + column]
                        }
                    }
                }
            },
            { bytes in unsafe bytes.withUnsafeBytes { unsafe image = Array($0) } }
        )
        return image
    }
}
