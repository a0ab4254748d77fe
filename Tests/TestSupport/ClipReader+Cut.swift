internal import FFmpeg

extension ClipReader {
    /// Writes the packets of a file's first stream but the first of them, in decoding order, to another file, with the times that they have.
    package static func cut(_ path: String, leavingOut count: Int, to output: String) throws {
        guard let format = ContainerFormat(forPath: output) else {
            throw ClipError("there is no container for \(output)")
        }
        let source = try Demuxer(path: path)
        let muxer = try Muxer.create(path: output, format: format)
        let stream = source.streams[0]
        _ = try muxer.add(Muxer.StreamDescription(parameters: stream.parameters, timeBase: stream.timeBase))
        try muxer.writeHeader()
        let packet = try Packet()
        var left = count
        while try source.read(into: packet) {
            left -= 1
            if left < 0, packet.streamIndex == 0 {
                packet.rescale(from: stream.timeBase, to: muxer.timeBase(ofStream: 0))
                try muxer.write(packet)
            }
            packet.reset()
        }
        try muxer.finish()
    }
}
