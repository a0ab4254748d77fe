package import FFmpeg

/// A clip of one still frame that is lighter the further to the right and, less so, the further down. So each place of it is known
/// by its brightness, to a fraction of a pixel.
package struct ChartClip {
    package var width: Int
    package var height: Int
    package var pixelFormat = "yuv420p"
    package var encoder = "libx264"
    package var options = [MetadataEntry(key: "crf", value: "0"), MetadataEntry(key: "preset", value: "ultrafast")]
    package var colour = ColourDescription.bt709Limited
    /// How players mirror and turn it.
    package var display: (clockwise: Int, isMirrored: Bool)?
    package var pixelAspect: (width: Int32, height: Int32)?
    package var frameCount = 3
    /// The brightness of the whole frame instead, as the sample's value.
    package var level: UInt16?
    /// The other samples of the whole frame; `nil` for no colour.
    package var chroma: (UInt16, UInt16)?
    /// How opaque the whole frame is, as the sample's value, where its format is transparent.
    package var opacity: UInt16 = 0

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The sample of brightness at a place of stored frames, in pixels from the top left corner, of 8 bits.
    package func brightness(atX x: Double, y: Double) -> Double {
        20 + 120 * x / Double(width) + 70 * y / Double(height)
    }

    /// Writes the clip.
    package func write(to path: String) throws {
        guard let container = ContainerFormat(forPath: path), let format = PixelFormat(named: pixelFormat) else {
            throw ClipError("no such container or format: \(path), \(pixelFormat)")
        }
        let aspect = pixelAspect.map { TimeBase($0.width, $0.height) }
        let settings = VideoEncoderSettings(
            encoder: encoder,
            width: width,
            height: height,
            pixelFormat: format,
            timeBase: TimeBase(1, 25),
            frameRate: TimeBase(25, 1),
            sampleAspectRatio: aspect,
            colour: colour,
            options: options,
            needsGlobalHeader: container.needsGlobalHeader
        )
        let sideData = display.map { [StreamSideData.display(clockwise: $0.clockwise, isMirrored: $0.isMirrored)] }
        try FrameClip(settings, container, sideData: sideData ?? []).write(to: path, count: frameCount) { _ in
            try frame(format.inPlanesWithAlpha ?? format).converted(to: format)
        }
    }

    private func frame(_ format: PixelFormat) throws -> Frame {
        let frame = try Frame.video(format, width: width, height: height)
        let isDeep = format.bitDepth > 8
        let neutral: UInt16 = isDeep ? 1 << UInt16(format.bitDepth - 1) : 128
        let planes = format.chartPlanes ?? 3
        for plane in 0..<planes {
            let (stride, rows) = (frame.stride(ofPlane: plane), frame.rows(ofPlane: plane))
            let columns = isDeep ? stride / 2 : stride
            frame.withMutablePlane(plane) { samples in
                for row in 0..<rows {
                    for column in 0..<columns {
                        let sample =
                            switch plane {
                            case 0: value(column, row, isDeep: isDeep)
                            case 1: chroma?.0 ?? neutral
                            case 2: chroma?.1 ?? neutral
                            default: opacity
                            }
                        let place = row * stride + column * (isDeep ? 2 : 1)
                        samples[place] = UInt8(truncatingIfNeeded: sample)
                        if isDeep { samples[place + 1] = UInt8(truncatingIfNeeded: sample >> 8) }
                    }
                }
            }
        }
        return frame
    }

    private func value(_ column: Int, _ row: Int, isDeep: Bool) -> UInt16 {
        if let level { return level }
        let brightness = brightness(atX: Double(column) + 0.5, y: Double(row) + 0.5)
        return UInt16(max(0, (isDeep ? brightness * 4 : brightness).rounded()))
    }
}

/// The first frame of a clip.
package struct StillFrame {
    package let width: Int
    package let height: Int
    package let pixelFormat: String
    /// Samples of brightness, row by row.
    package let brightness: [UInt16]
    /// The first sample of each plane.
    package let corner: [UInt16]

    /// Decodes the one that is shown first.
    package init(of path: String) throws { self = try StillFrame(ClipReader(path).firstFrame()) }

    /// Decodes all frames of a clip, in the order in which they are shown.
    package static func all(of path: String) throws -> [StillFrame] {
        var stills: [StillFrame] = []
        try ClipReader(path).decode(0) { frame in stills.append(try StillFrame(frame)) }
        return stills
    }

    private init(_ stored: borrowing Frame) throws {
        guard let format = stored.pixelFormat.map({ $0.inPlanesWithAlpha ?? $0 }) else {
            throw ClipError("a frame of no format")
        }
        let frame = try stored.converted(to: format)
        let (width, height, stride) = (frame.width, frame.height, frame.stride(ofPlane: 0))
        let isDeep = format.bitDepth > 8
        var values: [UInt16] = []
        frame.withPlane(0) { samples in
            for row in 0..<height {
                for column in 0..<width {
                    let place = row * stride + column * (isDeep ? 2 : 1)
                    values.append(UInt16(samples[place]) | (isDeep ? UInt16(samples[place + 1]) << 8 : 0))
                }
            }
        }
        (self.width, self.height, pixelFormat, brightness) = (width, height, format.name, values)
        corner = (0..<(format.chartPlanes ?? 1)).map { plane in
            frame.withPlane(plane) { UInt16($0[0]) | (isDeep ? UInt16($0[1]) << 8 : 0) }
        }
    }

    package subscript(column: Int, row: Int) -> Double { Double(brightness[row * width + column]) }
}

extension Frame {
    /// The same picture in another format.
    fileprivate borrowing func converted(to format: PixelFormat) throws -> Frame {
        if format == pixelFormat { return try reference() }
        let output = try FilterGraph.chain("format=\(format.name)", for: self).apply(to: self)
        guard let output else { throw ClipError("no frame of \(format)") }
        return output
    }
}

extension PixelFormat {
    /// How many planes there are, with that of transparency; `nil` where components share one.
    fileprivate var chartPlanes: Int? {
        ["yuva", "gbrap"].contains { name.hasPrefix($0) } ? 4 : planes?.order.count
    }
}
