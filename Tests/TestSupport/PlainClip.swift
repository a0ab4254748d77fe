package import FFmpeg

/// A clip of small frames of one brightness each, at 25 frames a second. They take so few bytes that many lie in one packet of a
/// container that consists of packets.
package struct PlainClip {
    package var frameCount: Int
    package var encoder: String
    package var options: [MetadataEntry] = []

    private static let (width, height) = (96, 64)

    package init(frameCount: Int, encoder: String) {
        (self.frameCount, self.encoder) = (frameCount, encoder)
    }

    /// Writes the clip in a container by the ending of the name.
    package func write(to path: String) throws {
        guard let container = ContainerFormat(forPath: path), let format = PixelFormat(named: "yuv420p") else {
            throw ClipError("no such container: \(path)")
        }
        let settings = VideoEncoderSettings(
            encoder: encoder,
            width: Self.width,
            height: Self.height,
            pixelFormat: format,
            timeBase: TimeBase(1, 25),
            frameRate: TimeBase(25, 1),
            colour: .bt709Limited,
            options: options,
            needsGlobalHeader: container.needsGlobalHeader
        )
        try FrameClip(settings, container).write(to: path, count: frameCount) { number in
            let frame = try Frame.video(format, width: Self.width, height: Self.height)
            for plane in 0..<3 {
                // Neighbours differ by much, and none of the first two hundred is like another.
                let value = plane == 0 ? UInt8(20 + 77 * number % 200) : 128
                frame.withMutablePlane(plane) { samples in
                    for index in samples.indices { samples[index] = value }
                }
            }
            return frame
        }
    }
}
