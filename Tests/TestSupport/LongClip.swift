internal import FFmpeg
package import MediaTime

/// A long clip that is made quickly: it repeats one small encoded frame.
package struct LongClip {
    private let count: Int
    private let rate: FrameRate

    package init(frames count: Int, rate: FrameRate) {
        self.count = count
        self.rate = rate
    }

    /// Writes the clip.
    package func write(to path: String) throws {
        guard let format = ContainerFormat(named: "mov") else { throw ClipError("there is no container mov") }
        let encoder = try encoder()
        let muxer = try Muxer.create(path: path, format: format)
        _ = try muxer.add(
            Muxer.StreamDescription(
                parameters: encoder.parameters,
                timeBase: encoder.timeBase,
                frameRate: TimeBase(rate.numerator, rate.denominator)
            )
        )
        try muxer.writeHeader()
        let packet = try encoded(by: encoder)
        for number in 0..<Int64(count) {
            let copy = try packet.reference()
            copy.pts = number
            copy.dts = number
            copy.duration = 1
            copy.rescale(from: encoder.timeBase, to: muxer.timeBase(ofStream: 0))
            try muxer.write(copy)
        }
        try muxer.finish()
    }

    private func encoder() throws -> Encoder {
        guard let format = PixelFormat(named: "yuvj420p") else { throw ClipError("there is no yuvj420p") }
        return try Encoder(
            VideoEncoderSettings(
                encoder: "mjpeg",
                width: 16,
                height: 16,
                pixelFormat: format,
                timeBase: TimeBase(rate.denominator, rate.numerator),
                frameRate: nil,
                needsGlobalHeader: false
            )
        )
    }

    /// A grey frame.
    private func encoded(by encoder: borrowing Encoder) throws -> Packet {
        guard let format = PixelFormat(named: "yuvj420p") else { throw ClipError("there is no yuvj420p") }
        let frame = try Frame.video(format, width: 16, height: 16)
        for plane in 0..<3 {
            frame.withMutablePlane(plane) { samples in
                for index in samples.indices { samples[index] = 128 }
            }
        }
        frame.pts = 0
        let packet = try Packet()
        guard try encoder.send(frame) else { throw ClipError("the encoder takes no frame") }
        try encoder.sendEnd()
        guard try encoder.receive(into: packet) == .produced else { throw ClipError("the encoder gives no packet") }
        return packet
    }
}
