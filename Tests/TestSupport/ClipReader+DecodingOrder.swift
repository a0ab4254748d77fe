package import FFmpeg

extension ClipReader {
    /// Writes the packets of the first stream to another file, `unit` after `unit`, and states that each is presented when it is
    /// decoded: as programs do that copy from AVI. Other payloads take the place of its own where they are given.
    package func write(to path: String, presentedEvery unit: TimeBase, payloads: [[UInt8]]? = nil) throws {
        guard let format = ContainerFormat(forPath: path) else { throw ClipError("there is no container for \(path)") }
        let muxer = try Muxer.create(path: path, format: format)
        _ = try muxer.add(
            Muxer.StreamDescription(
                parameters: streams[0].parameters,
                timeBase: unit,
                frameRate: streams[0].averageFrameRate
            )
        )
        try muxer.writeHeader(options: [])
        let packet = try Packet()
        for (index, stored) in packets[0].enumerated() {
            try packet.replacePayload(with: payloads?[index] ?? stored.payload.bytes)
            (packet.pts, packet.dts, packet.streamIndex) = (Int64(index), Int64(index), 0)
            packet.duration = 1
            if stored.isKey { packet.markAsKey() }
            packet.rescale(from: unit, to: muxer.timeBase(ofStream: 0))
            try muxer.write(packet)
            packet.reset()
        }
        try muxer.finish()
    }
}
