import SceneRendering
import FFmpeg
import MediaTime
import Testing

@Suite("The barcode after lossy compression")
struct CompressionTests {
    @Test("is read from every frame of H.264", arguments: [(320, 180, "30"), (640, 360, "30"), (320, 180, "40")])
    func everyFrame(width: Int, height: Int, quality: String) throws {
        let scene = SyntheticScene(width: width, height: height, frameRate: FrameRate(240))
        // From shortly before a click, so that the flash is among them, and a number of many set bits.
        let numbers = Array(Int64(0xFF_FFF0)..<0xFF_FFF0 + 16) + Array(110..<126)
        #expect(try Self.numbersRead(from: numbers, of: scene, quality: quality) == numbers)
    }

    /// Encodes frames of a scene and reads their numbers from what is decoded again, in presentation order.
    private static func numbersRead(
        from numbers: [Int64],
        of scene: SyntheticScene,
        quality: String
    ) throws -> [Int64?] {
        let pixelFormat = try #require(PixelFormat(named: "yuv420p"))
        let encoder = try Encoder(
            VideoEncoderSettings(
                encoder: "libx264",
                width: scene.width,
                height: scene.height,
                pixelFormat: pixelFormat,
                timeBase: TimeBase(1, 240),
                frameRate: nil,
                options: [MetadataEntry(key: "preset", value: "veryfast"), MetadataEntry(key: "crf", value: quality)],
                needsGlobalHeader: false
            )
        )
        let decoder = try Decoder(encoder.parameters, timeBase: encoder.timeBase)
        let packet = try Packet()
        let decoded = try Frame()
        var found: [Int64?] = []

        func readDecoded() throws {
            while try decoder.receive(into: decoded) == .produced {
                let number = decoded.withPlane(0) { luma in
                    FrameBarcode.frameNumber(
                        in: luma,
                        stride: decoded.stride(ofPlane: 0),
                        width: decoded.width,
                        height: decoded.height
                    )
                }
                found.append(number)
            }
        }
        func decodeEncoded() throws {
            while try encoder.receive(into: packet) == .produced {
                #expect(try decoder.send(packet))
                try readDecoded()
            }
        }

        for (position, number) in numbers.enumerated() {
            let frame = try Frame.video(pixelFormat, width: scene.width, height: scene.height)
            for plane in FramePlane.allCases {
                frame.withMutablePlane(plane.rawValue) { samples in
                    let stride = frame.stride(ofPlane: plane.rawValue)
                    scene.render(frame: number, plane, into: &samples, stride: stride)
                }
            }
            frame.pts = Int64(position)
            #expect(try encoder.send(frame))
            try decodeEncoded()
        }
        try encoder.sendEnd()
        try decodeEncoded()
        try decoder.sendEnd()
        try readDecoded()
        return found
    }
}
