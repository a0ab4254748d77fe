internal import FFmpeg

extension MediaDescription {
    /// So many packets are looked at.
    private static let examinedPackets = 8

    /// What is found first in a track's first frames; `nil` where none of them has it. Frames that cannot be decoded are passed
    /// over: they are reported where they are exported.
    func firstFound<Found>(in stream: StreamInfo, _ find: (borrowing Frame) -> Found?) throws -> Found? {
        let demuxer = try demuxer()
        demuxer.select { $0 == stream.index }
        let decoder = try Decoder(stream.parameters, timeBase: stream.timeBase)
        let packet = try Packet()
        let frame = try Frame()
        var (found, count) = (nil as Found?, 0)
        while found == nil, count < Self.examinedPackets, try demuxer.read(into: packet) {
            if packet.streamIndex == stream.index {
                count += 1
                try? decoder.decode(packet, into: frame) { found = found ?? find($0) }
            }
            packet.reset()
        }
        if found == nil { try? decoder.finish(into: frame) { found = found ?? find($0) } }
        return found
    }
}
