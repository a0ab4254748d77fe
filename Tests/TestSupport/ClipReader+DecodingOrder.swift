package import FFmpeg
internal import Foundation

extension ClipReader {
    /// Writes the packets of the first stream to another file, `unit` after `unit`, and states that each is presented when it is
    /// decoded: as programs do that copy from AVI. Other payloads take the place of its own where they are given; packets of other
    /// readers follow.
    package func write(
        to path: String,
        presentedEvery unit: TimeBase,
        payloads: [[UInt8]]? = nil,
        followedBy others: some Sequence<ClipReader> = []
    ) throws {
        try write(to: path, presentedEvery: unit, payloads: payloads, followedBy: others, as: streams[0].parameters)
    }

    /// Writes the packets to Matroska in the manner of AVI: the codec is named by four characters, and times are of decoding.
    package func writeLikeAVI(to path: String, fourCC: String, every unit: TimeBase, payloads: [[UInt8]]? = nil) throws
    {
        let own = streams[0].parameters
        // libavformat's muxer does so only for codecs that Matroska has no name for: for this one.
        let parameters = try CodecParameters.frames(
            codec: "flv1",
            width: own.width,
            height: own.height,
            pixelFormat: PixelFormat(named: "yuv420p"),
            extradata: own.extradata
        )
        try write(to: path, presentedEvery: unit, payloads: payloads, followedBy: [], as: parameters)
        var file = try Data(contentsOf: URL(filePath: path))
        guard let place = file.range(of: Data("FLV1".utf8)) else { throw ClipError("no FLV1 in \(path)") }
        file.replaceSubrange(place, with: Data(fourCC.utf8))
        try file.write(to: URL(filePath: path))
    }

    /// The payloads of MPEG-4 with the first of B-frames behind the frame before it, each other one in the place of the one
    /// before, and an empty frame in the last one's place.
    package var packedPayloads: [[UInt8]] {
        let payloads = packets[0].map(\.payload.bytes)
        var packed = payloads
        for index in payloads.indices.dropFirst() where Self.isBFrame(payloads[index]) {
            if Self.isBFrame(payloads[index - 1]) {
                packed[index - 1] = payloads[index]
            } else {
                packed[index - 1] += payloads[index]
            }
            packed[index] = [0, 0, 1, 0xB6, 0x50, 0x7F]
        }
        return packed
    }

    private static func isBFrame(_ payload: [UInt8]) -> Bool {
        let start = payload.indices.dropLast(4).first { payload[$0..<$0 + 4].elementsEqual([0, 0, 1, 0xB6]) }
        return start.map { payload[$0 + 4] >> 6 == 2 } ?? false
    }

    private func write(
        to path: String,
        presentedEvery unit: TimeBase,
        payloads: [[UInt8]]?,
        followedBy others: some Sequence<ClipReader>,
        as parameters: CodecParameters
    ) throws {
        guard let format = ContainerFormat(forPath: path) else { throw ClipError("there is no container for \(path)") }
        let muxer = try Muxer.create(path: path, format: format)
        _ = try muxer.add(
            Muxer.StreamDescription(
                parameters: parameters,
                timeBase: unit,
                frameRate: streams[0].averageFrameRate
            )
        )
        try muxer.writeHeader(options: [])
        let packet = try Packet()
        for (index, stored) in (packets[0] + others.flatMap { $0.packets[0] }).enumerated() {
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
