internal import FFmpeg

/// H.264 whose frames are coded as two fields each, as camcorders write it. No encoder of libav's does that, so the stream is
/// written by hand: every macroblock is stored as samples (I_PCM). Frames have 32 × 32 pixels, and come 25 a second.
package struct FieldClip {
    package var frames = 13
    /// Every so many frames there is one that refers to no other. An even number.
    package var keyInterval = 1000
    /// Frames that are not coded as fields, by their number.
    package var codedWhole: Set<Int> = []
    /// Whether the field that is shown first has the lower lines.
    package var isBottomFirst = false
    /// Whether each field has a packet of its own.
    package var isApart = true
    /// So many fields at the beginning of the stream are missing.
    package var missing = 0
    /// Fields that are missing further on, in the order of decoding.
    package var lost: Set<Int> = []

    package init() {}

    /// Writes the stream without times.
    package var bytes: [UInt8] { pictures.flatMap(\.bytes) }

    /// Writes the clip in a container by the ending of the name.
    package func write(to path: String) throws {
        guard let format = ContainerFormat(forPath: path) else { throw ClipError("there is no container for \(path)") }
        let muxer = try Muxer.create(path: path, format: format)
        let parameters = try CodecParameters.frames(
            codec: "h264",
            width: 32,
            height: 32,
            pixelFormat: PixelFormat(named: "yuv420p"),
            extradata: FieldSyntax.sequenceSet + FieldSyntax.pictureSet
        )
        // A tick for each field.
        let unit = TimeBase(1, 50)
        // AVI has a packet for each tick.
        let storedUnit = format.name == "avi" && !isApart ? TimeBase(1, 25) : unit
        _ = try muxer.add(Muxer.StreamDescription(parameters: parameters, timeBase: storedUnit))
        try muxer.writeHeader(options: [])
        let packet = try Packet()
        for picture in packets {
            try packet.replacePayload(with: picture.bytes)
            (packet.pts, packet.dts, packet.duration) = (picture.presentation, picture.decoding, picture.duration)
            packet.streamIndex = 0
            if picture.isKey { packet.markAsKey() }
            packet.rescale(from: unit, to: muxer.timeBase(ofStream: 0))
            try muxer.write(packet)
            packet.reset()
        }
        try muxer.finish()
    }

    /// The numbers of the frames that a decoder shows of a file, in their order. A frame with fields of two frames has none.
    package static func numbers(in path: String) throws -> [Int?] {
        let demuxer = try Demuxer(path: path)
        guard let stream = demuxer.streams.first(where: { $0.kind == .video }) else { throw ClipError("no video") }
        let decoder = try Decoder(stream.parameters, timeBase: stream.timeBase)
        let packet = try Packet()
        let frame = try Frame()
        var numbers: [Int?] = []
        func add(_ frame: borrowing Frame) {
            let stride = frame.stride(ofPlane: 0)
            let rows = frame.withPlane(0) { luma in (4..<6).map { Int(luma[stride * $0 + 8]) } }
            let fields = rows.map { ($0 - FieldSyntax.darkest + FieldSyntax.step / 4) / FieldSyntax.step }
            numbers.append(fields[0] == fields[1] ? fields[0] : nil)
        }
        while try demuxer.read(into: packet) {
            if packet.streamIndex == stream.index { try decoder.decode(packet, into: frame, add) }
            packet.reset()
        }
        try decoder.finish(into: frame, add)
        return numbers
    }
}

extension FieldClip {
    private struct Picture {
        var bytes: [UInt8]
        /// In fields.
        let decoding: Int64
        let presentation: Int64
        var duration: Int64
        let isKey: Bool
        let isSecond: Bool
    }

    private var packets: [Picture] {
        let present = pictures.enumerated().dropFirst(missing).filter { !lost.contains($0.offset) }.map(\.element)
        guard !isApart else { return Array(present) }
        return present.reduce(into: []) { packets, picture in
            if picture.isSecond, let last = packets.indices.last {
                packets[last].bytes += picture.bytes
                packets[last].duration += picture.duration
            } else {
                packets.append(picture)
            }
        }
    }

    /// In the order of decoding: every second frame refers to those before and after it, and comes behind both.
    private var pictures: [Picture] {
        let order = [0] + stride(from: 2, to: frames, by: 2).flatMap { [$0, $0 - 1] }
        var list: [Picture] = []
        var count = 0
        for (place, number) in order.enumerated() {
            let isBetween = number % 2 == 1
            let isKey = number % keyInterval == 0
            let (decoding, presentation) = (Int64(2 * place), Int64(2 * number + 2))
            if number == 0 { count = 0 }
            for field in codedWhole.contains(number) ? [nil] : [false, true] as [Bool?] {
                let isSecond = field ?? false
                let header = FieldSyntax.SliceHeader(
                    kind: isBetween ? .b : isKey && !isSecond ? .i : .p,
                    isFirst: number == 0 && !isSecond,
                    isReference: !isBetween,
                    frameNumber: count,
                    isBottom: field.map { $0 != isBottomFirst },
                    order: 2 * number + (isSecond ? 1 : 0)
                )
                let sets = isKey && !isSecond ? FieldSyntax.sequenceSet + FieldSyntax.pictureSet : []
                list.append(
                    Picture(
                        bytes: FieldSyntax.delimiter + sets + FieldSyntax.slice(header, number: number),
                        decoding: decoding + (isSecond ? 1 : 0),
                        presentation: presentation + (isSecond ? 1 : 0),
                        duration: field == nil ? 2 : 1,
                        isKey: isKey && !isSecond,
                        isSecond: isSecond
                    )
                )
            }
            if !isBetween { count += 1 }
        }
        return list
    }
}
