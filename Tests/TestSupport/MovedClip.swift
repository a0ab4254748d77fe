package import FFmpeg
internal import Glibc

/// A clip of a still scene that lies elsewhere in each frame, by parts of pixels. The scene consists of waves, so that its
/// brightness is known exactly at every place.
package struct MovedClip {
    /// Where the scene lies: turned about the middle of the frame, and then shifted, in pixels and radians.
    package struct Place {
        package var x = 0.0
        package var y = 0.0
        package var angle = 0.0
        /// How large it is.
        package var scale = 1.0

        package init(x: Double = 0, y: Double = 0, angle: Double = 0) {
            (self.x, self.y, self.angle) = (x, y, angle)
        }
    }

    package var frameCount: Int
    package var rate: Int32
    package var pixelFormat = "yuv420p"
    package var encoder = "libx264"
    package var options = [MetadataEntry(key: "crf", value: "4"), MetadataEntry(key: "preset", value: "ultrafast")]
    /// Width ÷ height of a pixel. Places are in the height of one.
    package var pixelAspect: (width: Int32, height: Int32) = (1, 1)
    /// From this frame on, another scene is shown.
    package var cut: Int?
    /// Where the scene lies at an instant in seconds.
    package var place: (Double) -> Place

    private static let width = 320
    private static let height = 240

    package init(frameCount: Int, rate: Int32, place: @escaping (Double) -> Place) {
        self.frameCount = frameCount
        self.rate = rate
        self.place = place
    }

    /// A wave: how fast its phase changes to the right and down, and its phase in the middle.
    private struct Wave {
        let x: Double
        let y: Double
        let phase: Double

        init(length: Double, direction: Double, phase: Double) {
            let speed = 2 * .pi / length
            (x, y, self.phase) = (speed * cos(direction), speed * sin(direction), phase)
        }
    }

    private static let scenes = [
        [(13, 0.3, 0.1), (17, 1.2, 2), (29, 2.1, 4), (53, 2.9, 1), (71, 0.8, 3), (97, 1.7, 5)],
        [(15, 0.9, 1), (19, 2.6, 3), (31, 0.1, 2), (43, 1.9, 0), (61, 2.3, 4), (83, 1.3, 1)],
    ].map { waves in waves.map { Wave(length: Double($0.0), direction: $0.1, phase: $0.2) } }

    /// Brightness at a place of the scene, from its middle, and its slopes.
    private static func sample(_ x: Double, _ y: Double, _ scene: Int) -> (
        value: Double, slopeX: Double, slopeY: Double
    ) {
        var (value, slopeX, slopeY) = (128.0, 0.0, 0.0)
        for wave in scenes[scene] {
            let phase = x * wave.x + y * wave.y + wave.phase
            value += 17 * sin(phase)
            let slope = 17 * cos(phase)
            (slopeX, slopeY) = (slopeX + slope * wave.x, slopeY + slope * wave.y)
        }
        return (value, slopeX, slopeY)
    }

    /// Writes the clip in a container by the ending of the name.
    package func write(to path: String) throws {
        guard let container = ContainerFormat(forPath: path), let format = PixelFormat(named: pixelFormat) else {
            throw ClipError("no such container or format: \(path), \(pixelFormat)")
        }
        let settings = VideoEncoderSettings(
            encoder: encoder,
            width: Self.width,
            height: Self.height,
            pixelFormat: format,
            timeBase: TimeBase(1, rate),
            frameRate: TimeBase(rate, 1),
            sampleAspectRatio: TimeBase(pixelAspect.width, pixelAspect.height),
            colour: .bt709Limited,
            options: options,
            needsGlobalHeader: container.needsGlobalHeader
        )
        try FrameClip(settings, container).write(to: path, count: frameCount) { number in
            try frame(format, place(Double(number) / Double(rate)), scene: cut.map { number < $0 ? 0 : 1 } ?? 0)
        }
    }

    private func frame(_ format: PixelFormat, _ place: Place, scene: Int) throws -> Frame {
        let frame = try Frame.video(format, width: Self.width, height: Self.height)
        let unit = format.bitDepth > 8 ? 2 : 1
        let factor = Double(1 << (format.bitDepth - 8))
        let (cosine, sine) = (cos(place.angle), sin(place.angle))
        let aspect = Double(pixelAspect.width) / Double(pixelAspect.height)
        for plane in 0..<3 {
            let (stride, rows) = (frame.stride(ofPlane: plane), frame.rows(ofPlane: plane))
            frame.withMutablePlane(plane) { samples in
                for row in 0..<rows {
                    for column in 0..<stride / unit {
                        var value = 128.0
                        if plane == 0 {
                            let x = (Double(column) - Double(Self.width - 1) / 2) * aspect - place.x
                            let y = Double(row) - Double(Self.height - 1) / 2 - place.y
                            value = Self.sample(cosine * x + sine * y, cosine * y - sine * x, scene).value
                        }
                        let sample = UInt16(max(0, value * factor).rounded())
                        samples[row * stride + column * unit] = UInt8(truncatingIfNeeded: sample)
                        if unit == 2 { samples[row * stride + column * 2 + 1] = UInt8(truncatingIfNeeded: sample >> 8) }
                    }
                }
            }
        }
        return frame
    }

    /// Where the scene lies in each frame of a file, found by least squares: right where it lies near that of the first scene.
    package static func places(in path: String, pixelAspect: (width: Int32, height: Int32) = (1, 1)) throws -> [Place] {
        var place = Place()
        let aspect = Double(pixelAspect.width) / Double(pixelAspect.height)
        return try StillFrame.all(of: path).map { frame in
            for _ in 0..<6 { improve(&place, frame, aspect) }
            return place
        }
    }

    private static func improve(_ place: inout Place, _ frame: StillFrame, _ aspect: Double) {
        let (cosine, sine) = (cos(place.angle), sin(place.angle))
        var sums = [[Double]](repeating: [Double](repeating: 0, count: 5), count: 4)
        let factor = frame.brightness.contains { $0 > 255 } ? 4.0 : 1
        for row in stride(from: 20, to: frame.height - 20, by: 5) {
            for column in stride(from: 20, to: frame.width - 20, by: 5) {
                let x = (Double(column) - Double(width - 1) / 2) * aspect / place.scale - place.x
                let y = (Double(row) - Double(height - 1) / 2) / place.scale - place.y
                let (u, v) = (cosine * x + sine * y, cosine * y - sine * x)
                let found = sample(u, v, 0)
                // How brightness changes when the scene goes to the right, down, turns, and grows.
                let right = -(found.slopeX * cosine - found.slopeY * sine)
                let down = -(found.slopeX * sine + found.slopeY * cosine)
                let factors = [
                    right, down, found.slopeX * v - found.slopeY * u, right * (x + place.x) + down * (y + place.y),
                    frame[column, row] / factor - found.value,
                ]
                for index in 0..<4 {
                    for other in 0..<5 { sums[index][other] += factors[index] * factors[other] }
                }
            }
        }
        for index in 0..<4 {
            let pivot = sums[index][index]
            for other in 0..<5 { sums[index][other] /= pivot }
            for row in 0..<4 where row != index {
                let share = sums[row][index]
                for other in 0..<5 { sums[row][other] -= share * sums[index][other] }
            }
        }
        place.x += sums[0][4]
        place.y += sums[1][4]
        place.angle += sums[2][4]
        place.scale *= 1 + sums[3][4]
    }
}
