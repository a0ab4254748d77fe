package import FFmpeg
internal import MediaFormats

/// Makes pictures of decoded frames for a screen: upright, with square pixels, no wider than asked for, in the colours of JPEG
/// (BT.601 in full range). What has a high dynamic range is tone mapped.
package struct PictureMaker: ~Copyable, Sendable {
    private var shaper: FrameShaper
    private let encoder: Encoder
    private let packet: Packet
    /// Of pictures that were made.
    private var count: Int64 = 0

    /// The encoder's scale, from 2 (best) to 31.
    private static let quality = 3

    /// A maker of pictures of a track.
    ///
    /// - Parameters:
    ///   - media: The clip.
    ///   - track: Its video.
    ///   - mostWidth: Of a picture, in pixels. None is wider than its frame.
    /// - Returns: The maker.
    /// - Throws: ``ExportError`` where frames are of an unknown format; what libav throws.
    package static func make(
        _ media: MediaDescription,
        track: MediaTrack,
        mostWidth: Int
    ) throws -> PictureMaker {
        guard let format = track.video, let pixels = PixelFormat(named: "yuv420p") else {
            throw ExportError(.nothingToExport, "\(media.path) has no video")
        }
        let seen = SeenFrame(format)
        let scale = min(1, Double(mostWidth) / max(1, seen.size.width))
        func side(_ length: Double) -> Int { max(2, Int((length * scale / 2).rounded()) * 2) }
        let (width, height) = (side(seen.size.width), side(seen.size.height))
        var shape = FrameShape()
        (shape.size, shape.fit) = (.exact(width: width, height: height), .stretch)
        let stream = media.streams[track.index]
        let source = stream.parameters.completeColour
        let isMapped = format.colour.isHighRange
        let recipe = FrameRecipe(
            colour: isMapped ? .toneMapped : .recoded,
            pixelFormat: pixels.name,
            alphaFormat: nil,
            reasons: [],
            layouts: [try FrameLayout(seen, shape, step: (2, 2))],
            frames: [seen],
            zoom: nil,
            coding: SampleCoding(.mjpeg, in: nil)
        )
        let target = FrameTarget(width: width, height: height, pixelFormat: pixels, colour: .jpeg(of: source, isMapped))
        let shaper = FrameShaper(recipe, target, from: [source], timeBase: stream.timeBase, isInterlaced: false)
        var settings = VideoEncoderSettings(
            encoder: "mjpeg",
            width: width,
            height: height,
            pixelFormat: pixels,
            timeBase: TimeBase(1, 1),
            frameRate: nil,
            sampleAspectRatio: TimeBase(1, 1),
            colour: ColourDescription(),
            options: [
                MetadataEntry(key: "flags", value: "+qscale+bitexact"),
                MetadataEntry(key: "global_quality", value: "\(quality * 118)"),
                MetadataEntry(key: "huffman", value: "default"),
            ],
            needsGlobalHeader: false
        )
        settings.threadCount = 1
        settings.colour.range = "pc"
        let encoder = try Encoder(settings)
        let packet = try Packet()
        return PictureMaker(shaper: shaper, encoder: encoder, packet: packet)
    }

    private init(
        shaper: consuming FrameShaper,
        encoder: consuming Encoder,
        packet: consuming Packet
    ) {
        self.packet = packet
        self.encoder = encoder
        self.shaper = shaper
    }

    /// The picture of a frame, as a JPEG file.
    package mutating func picture(of frame: borrowing Frame) throws -> [UInt8] {
        let shaped = try shaper.shape(frame, ofPart: 0, view: nil)
        // The frame keeps the type that it had in its stream; encoders want times that rise.
        shaped.clearPictureType()
        shaped.pts = count
        count += 1
        guard try encoder.send(shaped), try encoder.receive(into: packet) == .produced else {
            throw ExportError(.fault, "the encoder gave no picture")
        }
        defer { packet.reset() }
        return packet.bytes
    }
}

extension ColourDescription {
    /// What programs take a JPEG for whose frames had some colours. Only what people would see is changed.
    fileprivate static func jpeg(of source: ColourDescription, _ isMapped: Bool) -> ColourDescription {
        var colour = isMapped ? .bt709Limited : source
        if colour.primaries?.hasPrefix("bt2020") == true { colour.primaries = "bt709" }
        (colour.range, colour.matrix, colour.chromaLocation) = ("pc", "smpte170m", "center")
        return colour
    }
}

extension VideoFormat {
    /// The size of frames as people see them, in pixels: turned, with square pixels.
    package var seenSize: (width: Int, height: Int) {
        let size = SeenFrame(self).size
        return (Int(size.width.rounded()), Int(size.height.rounded()))
    }
}
