import FFmpeg

/// Writes a clip of one video track from frames that a test draws.
struct FrameClip {
    private let settings: VideoEncoderSettings
    private let container: ContainerFormat
    private let sideData: [StreamSideData]

    /// The encoder's settings, which have a frame rate, and what is said of the track in the container.
    init(_ settings: VideoEncoderSettings, _ container: ContainerFormat, sideData: [StreamSideData] = []) {
        self.settings = settings
        self.container = container
        self.sideData = sideData
    }

    /// Encodes `count` frames, each of which lasts a unit of the encoder's time.
    func write(to path: String, count: Int, _ frame: (Int) throws -> Frame) throws {
        let encoder = try Encoder(settings)
        let muxer = try Muxer.create(path: path, format: container)
        _ = try muxer.add(
            Muxer.StreamDescription(
                parameters: encoder.parameters,
                timeBase: encoder.timeBase,
                frameRate: settings.frameRate,
                sampleAspectRatio: settings.sampleAspectRatio,
                sideData: sideData
            )
        )
        try muxer.writeHeader()
        let packet = try Packet()
        let unit = encoder.timeBase
        func deliver(_ packet: borrowing Packet) throws {
            packet.duration = 1
            packet.rescale(from: unit, to: muxer.timeBase(ofStream: 0))
            try muxer.write(packet)
        }
        for number in 0..<count {
            let frame = try frame(number)
            frame.pts = Int64(number)
            try encoder.encode(frame, into: packet, deliver)
        }
        try encoder.finish(into: packet, deliver)
        try muxer.finish()
    }
}
