internal import FFmpeg
internal import Files
internal import MediaSyntax
internal import MediaTime

/// Reads a finished WebP image that moves: libavformat 5.1 writes such images, and does not read them.
struct MovingWebP {
    private let descriptor: Int32

    /// Of an open file.
    init(descriptor: Int32) { self.descriptor = descriptor }

    /// WebP counts milliseconds.
    private static let tick = RationalTime(1, 1000)

    /// The one track; `nil` where the image is not whole.
    ///
    /// - Complexity: O(number of frames), each a read.
    func tracks() throws(FileError) -> [OutputTrack]? {
        guard let image = try image() else { return nil }
        var track = OutputTrack(
            kind: .video,
            packets: Int64(image.frames.count),
            tick: Self.tick,
            tolerance: Self.tick
        )
        var (time, isKnown): (Int64, Bool) = (0, true)
        for frame in image.frames {
            track.presented.append(time)
            // A single frame has no length.
            if let duration = frame.duration { time += Int64(duration) } else { isKnown = false }
        }
        track.start = .zero
        track.end = isKnown ? RationalTime(ticks: time, unitNumerator: 1, unitDenominator: 1000) : nil
        return [track]
    }

    /// Decodes all frames.
    ///
    /// - Parameters:
    ///   - width: Pixels in a row of each frame.
    ///   - height: Rows of each.
    ///   - count: How many were planned.
    /// - Returns: What differs, as the end of a sentence; `nil` where nothing does.
    /// - Throws: `FileError`, `FFmpegError`.
    func difference(width: Int, height: Int, count: Int64) throws -> String? {
        guard let image = try image() else { return "cannot be read" }
        let parameters = try CodecParameters.frames(codec: "webp", width: width, height: height, pixelFormat: nil)
        let decoder = try Decoder(parameters, timeBase: TimeBase(1, 1000))
        let packet = try Packet()
        let picture = try Frame()
        var shown: Int64 = 0
        var hasOtherSize = false
        func take(_ picture: borrowing Frame) {
            shown += 1
            if picture.width != width || picture.height != height { hasOtherSize = true }
        }
        do {
            for frame in image.frames {
                let length = Int(frame.image.upperBound - frame.image.lowerBound)
                let bytes = try FileBytes.read(descriptor, at: frame.image.lowerBound, count: length)
                try packet.replacePayload(with: WebPImage.file(of: bytes))
                try decoder.decode(packet, into: picture, take)
            }
            try decoder.finish(into: picture, take)
        } catch let error as FFmpegError {
            return "cannot be decoded: \(error)"
        }
        if let error = decoder.takeErrors().last { return "cannot be decoded: \(error.text)" }
        if hasOtherSize { return "has frames of another size than \(width)x\(height)" }
        return shown == count ? nil : "shows \(shown) frames, and \(count) were planned"
    }

    private func image() throws(FileError) -> MovingWebPImage? {
        try WebPScanner(ByteSource(file: descriptor).readingAhead(32)).image()
    }
}
