internal import FFmpeg
internal import FoundationEssentials
internal import MediaTime

/// The frames of a WebP image that moves, which libavformat does not read: chunk by chunk, by a reader of the tests' own.
package struct WebPReader: Sendable {
    /// How often it is played, 0 for again and again; `nil` where it stands still.
    package private(set) var plays: Int?
    package private(set) var frames: [ClipReader.ShownFrame] = []
    /// How opaque the first pixel of each frame is, 255 for wholly.
    package private(set) var opacities: [UInt8] = []
    /// Of all frames together, in milliseconds.
    package private(set) var duration: Int64 = 0

    package init(_ path: String) throws {
        let file = [UInt8](try Data(contentsOf: URL(filePath: path)))
        guard file.starts(with: "RIFF".utf8), file[8..<12].elementsEqual("WEBP".utf8),
            Self.number(file[4..<8]) == file.count - 8
        else { throw ClipError("\(path) is no whole WebP image") }
        var position = 12
        while position < file.count {
            let content = position + 8..<position + 8 + Self.number(file[position + 4..<position + 8])
            let next = content.upperBound + content.upperBound % 2
            switch String(decoding: file[position..<position + 4], as: UTF8.self) {
            case "ANIM": plays = Self.number(file[content][(content.lowerBound + 4)...])
            case "ANMF":
                let head = content.lowerBound
                try add(Array(file[head + 16..<content.upperBound]))
                duration += Int64(Self.number(file[head + 12..<head + 15]))
            case "VP8 ": try add(Array(file[position..<next]))
            default: break
            }
            position = next
        }
    }

    private mutating func add(_ chunks: [UInt8]) throws {
        let size = chunks.count + 4
        let head = [UInt8]("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
        let packet = try Packet()
        try packet.replacePayload(with: head + Array("WEBP".utf8) + chunks)
        let parameters = try CodecParameters.frames(codec: "webp", width: 16, height: 16, pixelFormat: nil)
        let decoder = try Decoder(parameters, timeBase: TimeBase(1, 1000))
        let time = RationalTime(duration, 1000)
        var shown: ClipReader.ShownFrame?
        var opacity = UInt8.max
        let take: (borrowing Frame) -> Void = { frame in
            shown = ClipReader.ShownFrame(time: time, number: frame.barcode)
            if frame.pixelFormat?.name == "yuva420p" { opacity = frame.withPlane(3) { $0[0] } }
        }
        try decoder.decode(packet, into: try Frame(), take)
        try decoder.finish(into: try Frame(), take)
        guard let shown else { throw ClipError("a frame at \(time) that shows nothing") }
        frames.append(shown)
        opacities.append(opacity)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
}
