internal import FFmpeg

extension MediaDescription {
    /// So many packets are looked at.
    private static let examinedPackets = 8

    /// The same file, whose main video has the order of fields that its first frames state. Headers may say nothing, as those of DV
    /// and of MPEG-4 in AVI, and what libav's parser says of H.264 may be wrong. Where the frames cannot be decoded, the headers
    /// have the word.
    func statingFieldOrder() -> MediaDescription {
        guard let place = tracks.firstIndex(where: { $0.index == mainVideo?.index }),
            tracks[place].obstacle == nil,
            let order = try? firstFieldOrder(of: streams[tracks[place].index])
        else { return self }
        var stated = self
        stated.tracks[place].video?.fieldOrder = order
        return stated
    }

    private func firstFieldOrder(of stream: StreamInfo) throws -> FieldOrder? {
        guard stream.parameters.mayHaveFields || stream.parameters.fieldOrder != nil else { return nil }
        let demuxer = try Demuxer(path: path, restarts: restarts)
        demuxer.select { $0 == stream.index }
        let decoder = try Decoder(stream.parameters, timeBase: stream.timeBase)
        let packet = try Packet()
        let frame = try Frame()
        var (order, count) = (nil as FieldOrder?, 0)
        while order == nil, count < Self.examinedPackets, try demuxer.read(into: packet) {
            if packet.streamIndex == stream.index {
                count += 1
                // What cannot be decoded is reported where it is exported.
                try? decoder.decode(packet, into: frame) { order = order ?? $0.fieldOrder }
            }
            packet.reset()
        }
        if order == nil { try? decoder.finish(into: frame) { order = order ?? $0.fieldOrder } }
        return order
    }
}
