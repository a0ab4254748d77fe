package import FFmpeg
package import MediaTime

/// A clip of interlaced frames. Each of its fields is grey all over, and a little lighter than the field before it. So
/// the brightness of a frame that was made of a field says which field that was.
package struct InterlacedClip {
    package var encoder = "libx264"
    package var options = [MetadataEntry(key: "crf", value: "1"), MetadataEntry(key: "preset", value: "ultrafast")]
    package var order = FieldOrder.upperFirst
    package var rate = FrameRate.fps(25)
    package var frameCount = 25
    /// Whether headers and frames say that the frames are interlaced.
    package var isMarked = true
    package var pixelFormat = "yuv420p"
    /// How players turn it, in degrees.
    package var clockwise: Int?
    /// The samples of chroma of the upper and the lower field.
    package var chroma: (upper: UInt8, lower: UInt8) = (128, 128)
    package let width = 96
    package let height = 64

    package init() {}

    /// The brightness of a field, as the sample's value.
    package static func brightness(ofField number: Int) -> Double { Double(40 + 3 * number) }

    /// Writes the clip in a container by the ending of the name.
    package func write(to path: String) throws {
        guard let container = ContainerFormat(forPath: path), let format = PixelFormat(named: pixelFormat) else {
            throw ClipError("no such container or format: \(path), \(pixelFormat)")
        }
        var settings = VideoEncoderSettings(
            encoder: encoder,
            width: width,
            height: height,
            pixelFormat: format,
            timeBase: TimeBase(rate.denominator, rate.numerator),
            frameRate: TimeBase(rate.numerator, rate.denominator),
            colour: .bt709Limited,
            options: options + [MetadataEntry(key: "g", value: "6")],
            needsGlobalHeader: container.needsGlobalHeader
        )
        settings.fieldOrder = isMarked ? order : nil
        let sideData = clockwise.map { [StreamSideData.display(clockwise: $0, isMirrored: false)] } ?? []
        try FrameClip(settings, container, sideData: sideData).write(to: path, count: frameCount) { number in
            let frame = try frame(number, format)
            if isMarked { frame.markFields(order) }
            return frame
        }
    }

    private func frame(_ number: Int, _ format: PixelFormat) throws -> Frame {
        let frame = try Frame.video(format, width: width, height: height)
        for plane in 0..<3 {
            let (stride, rows) = (frame.stride(ofPlane: plane), frame.rows(ofPlane: plane))
            frame.withMutablePlane(plane) { samples in
                for row in 0..<rows {
                    let isSecond = (row % 2 == 0) != (order == .upperFirst)
                    let field = Self.brightness(ofField: 2 * number + (isSecond ? 1 : 0))
                    let colour = row % 2 == 0 ? chroma.upper : chroma.lower
                    for column in 0..<stride { samples[row * stride + column] = plane == 0 ? UInt8(field) : colour }
                }
            }
        }
        return frame
    }
}
