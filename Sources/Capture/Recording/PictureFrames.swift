internal import FFmpeg

/// Makes frames that an encoder takes of a camera's pictures, raw or encoded.
final class PictureFrames {
    /// What the frames are in.
    let pixelFormat: PixelFormat
    private let size: PictureSize
    /// What raw pictures are in; `nil` where they must be decoded.
    private let raw: PixelFormat?
    private let decoder: Decoder?
    private let timeBase = TimeBase(1, MovieLayout.clockRate)
    /// Converts; made for what the first frame turns out to be, `nil` where nothing is to be done.
    private var converter: FilterGraph?
    private var isPrepared = false

    /// Of `offered`, what the encoder takes, the format is chosen that loses least; nothing means anything.
    static func make(mode: CaptureMode, offered: [PixelFormat]) throws -> PictureFrames {
        guard let format = CameraFormat(mode.format), let native = PixelFormat(named: format.pixelFormat) else {
            throw CaptureError(.unsupported, "pictures in \(mode.format) cannot be encoded")
        }
        guard format.stream == nil else {
            throw CaptureError(.unsupported, "pictures in \(mode.format) refer to others, and are stored as they come")
        }
        let pixelFormat = native.leastLossy(of: offered) ?? native
        guard let codec = format.codec else {
            return PictureFrames(mode.size, pixelFormat, raw: native, decoder: nil)
        }
        let parameters = try CodecParameters.pictures(
            codec: codec,
            width: mode.size.width,
            height: mode.size.height,
            pixelFormat: nil
        )
        let decoder = try Decoder(parameters, timeBase: TimeBase(1, MovieLayout.clockRate))
        return PictureFrames(mode.size, pixelFormat, raw: nil, decoder: decoder)
    }

    private init(_ size: PictureSize, _ pixelFormat: PixelFormat, raw: PixelFormat?, decoder: consuming Decoder?) {
        self.size = size
        self.pixelFormat = pixelFormat
        self.raw = raw
        self.decoder = decoder
    }

    /// The frame of one picture.
    func frame(of packet: borrowing Packet) throws -> Frame {
        if let raw {
            return try converted(try Frame.picture(in: packet, raw, width: size.width, height: size.height))
        }
        return try converted(try decoded(packet))
    }

    private func decoded(_ packet: borrowing Packet) throws -> Frame {
        let frame = try Frame()
        guard try decoder?.send(packet) == true, try decoder?.receive(into: frame) == .produced else {
            throw CaptureError(.codec, "a picture from the camera cannot be decoded")
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
            throw CaptureError(.codec, "a picture from the camera cannot be converted")
        }
        return output
    }
}
