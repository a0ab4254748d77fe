internal import FFmpeg
internal import Files
internal import MediaSyntax
internal import PathNames
internal import SceneRendering

/// Writes a frame of the running recording as a JPEG image.
final class Snapshot {
    private let mode: CaptureMode
    private let isImage: Bool
    private let encoder: PromptEncoder?

    init(mode: CaptureMode) throws(CaptureError) {
        self.mode = mode
        isImage = CameraFormat(mode.format)?.codec == "mjpeg"
        encoder = isImage ? nil : try PromptEncoder.images(size: mode.size)
    }

    /// Writes the newest frame of a group; an image that the camera made is only given its description. A name that is taken gets
    /// a number.
    ///
    /// - Returns: the path of the image.
    func write(_ group: borrowing FrameGroup, description: ExifDescription, to path: String) throws -> String {
        let bytes = try isImage ? group.newestBytes : encoded(group)
        guard let image = JPEGImage.image(bytes, with: description) else {
            throw CaptureError(.codec, "the camera's frame is no JPEG image")
        }
        var copy = 1
        while true {
            let path = FileEnding.path(path, copy: copy)
            do {
                try SmallFile.write(image, to: path, overwrites: false)
                return path
            } catch let error as OutputFileError where error.code == .exists {
                copy += 1
            }
        }
    }

    private func encoded(_ group: borrowing FrameGroup) throws -> [UInt8] {
        let frames = try EncoderFrames.make(mode: mode, offered: [])
        var newest: Frame?
        var number: UInt32?
        let keep: (consuming Frame, StreamDecoder.Place) -> Void = { frame, place in
            newest = consume frame
            number = place.facts.sequence
        }
        try group.forEach { try frames.take($0, keep) }
        try frames.finish(keep)
        guard let frame = newest.take(), number == group.newest?.sequence else {
            throw CaptureError(.codec, "a frame from the camera cannot be decoded")
        }
        let isInterlaced = mode.fields.order != nil
        return try encoded(ImageFrame.make(of: frame, standingFor: frames.colour, isInterlaced: isInterlaced))
    }

    private func encoded(_ frame: borrowing Frame) throws -> [UInt8] {
        guard let encoder else { return [] }
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
