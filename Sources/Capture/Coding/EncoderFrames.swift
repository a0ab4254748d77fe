internal import FFmpeg

/// Makes frames that an encoder takes of a camera's frames, raw or encoded.
final class EncoderFrames {
    /// The pixel format of the frames that this makes.
    let pixelFormat: PixelFormat
    private let size: FrameSize
    /// The pixel format of the camera's raw frames; `nil` where they are encoded.
    private let raw: PixelFormat?
    private let decoder: Decoder?
    private let timeBase = TimeBase.microseconds
    /// Converts the pixel format. It is made with the first frame, and is `nil` where nothing is to be converted.
    private var converter: FilterGraph?
    private var isPrepared = false

    /// Prepares for a camera's frames.
    ///
    /// - Parameters:
    ///   - mode: what the camera delivers.
    ///   - offered: the pixel formats that the encoder takes; the one that loses least is chosen. Where it is empty, the
    ///     encoder takes any.
    /// - Returns: what makes the encoder's frames.
    /// - Throws: ``CaptureError`` `.unsupported` where the camera's format is not known, or its frames refer to each other.
    static func make(mode: CaptureMode, offered: [PixelFormat]) throws -> EncoderFrames {
        guard let format = CameraFormat(mode.format), let native = PixelFormat(named: format.pixelFormat) else {
            throw CaptureError(.unsupported, "frames in \(mode.format) cannot be encoded")
        }
        guard format.stream == nil else {
            throw CaptureError(.unsupported, "frames in \(mode.format) refer to others, and are stored as they come")
        }
        let pixelFormat = native.leastLossy(of: offered) ?? native
        guard let codec = format.codec else {
            return EncoderFrames(mode.size, pixelFormat, raw: native, decoder: nil)
        }
        let parameters = try CodecParameters.frames(
            codec: codec,
            width: mode.size.width,
            height: mode.size.height,
            pixelFormat: nil
        )
        let decoder = try Decoder(parameters, timeBase: TimeBase.microseconds)
        return EncoderFrames(mode.size, pixelFormat, raw: nil, decoder: decoder)
    }

    private init(_ size: FrameSize, _ pixelFormat: PixelFormat, raw: PixelFormat?, decoder: consuming Decoder?) {
        self.size = size
        self.pixelFormat = pixelFormat
        self.raw = raw
        self.decoder = decoder
    }

    /// The frame that the encoder takes, of one packet of the camera.
    func frame(of packet: borrowing Packet) throws -> Frame {
        if let raw {
            return try converted(try Frame.video(in: packet, raw, width: size.width, height: size.height))
        }
        return try converted(try decoded(packet))
    }

    private func decoded(_ packet: borrowing Packet) throws -> Frame {
        let frame = try Frame()
        guard try decoder?.send(packet) == true, try decoder?.receive(into: frame) == .produced else {
            throw CaptureError(.codec, "a frame from the camera cannot be decoded")
        }
        return frame
    }

    private func converted(_ frame: consuming Frame) throws -> Frame {
        if !isPrepared {
            isPrepared = true
            if let format = frame.pixelFormat, format != pixelFormat {
                converter = try FilterGraph(
                    "format=\(pixelFormat.name)",
                    input: .video(
                        width: frame.width,
                        height: frame.height,
                        pixelFormat: format,
                        timeBase: timeBase,
                        sampleAspectRatio: nil
                    )
                )
            }
        }
        guard converter != nil else { return frame }
        let output = try Frame()
        frame.pts = 0
        try converter?.send(frame)
        guard try converter?.receive(into: output) == .produced else {
            throw CaptureError(.codec, "a frame from the camera cannot be converted")
        }
        return output
    }
}
