internal import Capture
package import FFmpeg
package import MediaTime
internal import SceneRendering

/// The contents of a file, read by the demuxer and the decoders only.
package struct ClipReader: Sendable {
    package struct StoredPacket: Hashable, Sendable {
        /// On the file's own clock.
        package let pts: RationalTime?
        package let dts: RationalTime?
        package let duration: RationalTime
        package let payload: Payload
        package let isKey: Bool
        /// Hidden by an edit list.
        package let isDiscarded: Bool
        /// Where the payload lies in the file.
        package let position: Int64?
    }

    /// Bytes that are not printed when a test fails.
    package struct Payload: Hashable, Sendable, CustomStringConvertible {
        package let bytes: [UInt8]

        package var description: String { "\(bytes.count) bytes" }
    }

    package struct ShownFrame: Hashable, Sendable {
        /// On the file's own clock.
        package let time: RationalTime
        /// What its barcode says.
        package let number: Int64?
    }

    package struct DecodedAudio: Sendable {
        package let sampleRate: Int
        /// The time of the first sample, on the file's own clock.
        package let start: RationalTime
        package let channels: [[Float]]
    }

    package let path: String
    package let format: String
    package let streams: [StreamInfo]
    package let chapters: [ChapterInfo]
    package let metadata: [MetadataEntry]
    /// Of each stream, in the order of the file.
    package let packets: [[StoredPacket]]

    package init(_ path: String) throws {
        let demuxer = try Demuxer(path: path)
        self.path = path
        format = demuxer.formatName
        streams = demuxer.streams
        chapters = demuxer.chapters
        metadata = demuxer.metadata
        var packets: [[StoredPacket]] = Array(repeating: [], count: demuxer.streams.count)
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            let unit = demuxer.streams[packet.streamIndex].timeBase
            packets[packet.streamIndex].append(
                StoredPacket(
                    pts: try packet.pts.map(unit.time),
                    dts: try packet.dts.map(unit.time),
                    duration: try unit.time(packet.duration),
                    payload: Payload(bytes: packet.bytes),
                    isKey: packet.isKey,
                    isDiscarded: packet.isDiscarded,
                    position: packet.filePosition
                )
            )
            packet.reset()
        }
        self.packets = packets
    }

    /// The streams of a kind.
    package func streams(_ kind: MediaKind) -> [StreamInfo] { streams.filter { $0.kind == kind } }

    /// A value of the container's metadata.
    package func text(_ key: String) -> String? { metadata.first { $0.key == key }?.value }

    /// The frames of a stream, in the order in which they are shown.
    package func frames(ofStream index: Int = 0) throws -> [ShownFrame] {
        let timeBase = streams[index].timeBase
        var frames: [ShownFrame] = []
        var grey: FrameFilter?
        try decode(index) { frame in
            guard let ticks = frame.pts ?? frame.bestEffortTimestamp else {
                throw ClipError("a frame without a timestamp")
            }
            // The barcode is read from a plane of brightness.
            if frame.pixelFormat?.name == "bgra", grey == nil {
                grey = try FrameFilter(
                    "format=gray",
                    input: .video(
                        width: frame.width,
                        height: frame.height,
                        pixelFormat: frame.pixelFormat ?? .palette,
                        timeBase: timeBase,
                        sampleAspectRatio: nil
                    )
                )
            }
            let number = try grey?.apply(to: frame).barcode ?? frame.barcode
            frames.append(ShownFrame(time: try timeBase.time(ticks), number: number))
        }
        return frames
    }

    /// The frame of the first video stream that is shown first.
    func firstFrame() throws -> Frame {
        var first: Frame?
        try decode(0) { frame in
            let isThere = first != nil
            if !isThere { first = try frame.reference() }
        }
        guard let first else { throw ClipError("there is no frame") }
        return first
    }

    /// The mean of the samples of brightness of each frame of a stream, in the order in which they are shown.
    package func brightness(ofStream index: Int = 0) throws -> [(time: RationalTime, mean: Double)] {
        let timeBase = streams[index].timeBase
        var list: [(time: RationalTime, mean: Double)] = []
        try decode(index) { frame in
            let (width, height, stride) = (frame.width, frame.height, frame.stride(ofPlane: 0))
            var sum = 0
            frame.withPlane(0) { samples in
                for row in 0..<height {
                    for column in 0..<width { sum += Int(samples[row * stride + column]) }
                }
            }
            list.append((try timeBase.time(frame.pts ?? 0), Double(sum) / Double(width * height)))
        }
        return list
    }

    /// The order of the fields of each frame of a stream, as the decoder says; `nil` where a frame is whole.
    package func fieldOrders(ofStream index: Int = 0) throws -> [FieldOrder?] {
        var orders: [FieldOrder?] = []
        try decode(index) { orders.append($0.fieldOrder) }
        return orders
    }

    /// The audio of a stream. Padding of the encoder, which the container marks, is left out.
    package func audio(ofStream index: Int) throws -> DecodedAudio {
        let stream = streams[index]
        let rate = stream.parameters.sampleRate
        var channels: [[Float]] = Array(repeating: [], count: stream.parameters.channelLayout.channelCount)
        var start: RationalTime?
        var converter: FrameFilter?
        try decode(index) { frame in
            if start == nil { start = try frame.pts.map(stream.timeBase.time) }
            let running = try converter ?? Self.planarConverter(for: frame, timeBase: stream.timeBase)
            converter = running
            let planar = try running.apply(to: frame)
            for channel in channels.indices {
                planar.withChannel(channel) { samples in
                    for index in samples.indices { channels[channel].append(samples[index]) }
                }
            }
        }
        // An MP4's duration is exact to the sample; its last packet decodes to whole frames.
        if let ticks = stream.duration, stream.timeBase == TimeBase(1, Int32(rate)), Int(ticks) < channels[0].count {
            channels = channels.map { Array($0.prefix(Int(ticks))) }
        }
        return DecodedAudio(sampleRate: rate, start: start ?? .zero, channels: channels)
    }

    /// Brings decoded audio to planar float.
    private static func planarConverter(for frame: borrowing Frame, timeBase: TimeBase) throws -> FrameFilter {
        try FrameFilter(
            "aformat=sample_fmts=fltp",
            input: .audio(
                sampleRate: frame.sampleRate,
                sampleFormat: frame.sampleFormatName,
                channelLayout: frame.channelLayout,
                timeBase: timeBase
            )
        )
    }

    package func decode(_ index: Int, _ visit: (borrowing Frame) throws -> Void) throws {
        let demuxer = try Demuxer(path: path)
        demuxer.select { $0 == index }
        let decoder = try Decoder(streams[index].parameters, timeBase: streams[index].timeBase)
        let packet = try Packet()
        let frame = try Frame()
        while try demuxer.read(into: packet) {
            if packet.streamIndex == index {
                try decoder.decode(packet, into: frame, visit)
            }
            packet.reset()
        }
        try decoder.finish(into: frame, visit)
    }
}

extension Frame {
    /// The number that the scene writes into each frame.
    var barcode: Int64? {
        withPlane(0) { luma in
            FrameBarcode.frameNumber(
                in: luma,
                stride: stride(ofPlane: 0),
                width: width,
                height: height,
                bitDepth: pixelFormat?.bitDepth ?? 8
            )
        }
    }
}

extension TimeBase {
    /// A number of ticks as an exact time.
    package func time(_ ticks: Int64) throws -> RationalTime {
        guard let time = RationalTime(ticks: ticks, unitNumerator: numerator, unitDenominator: denominator) else {
            throw ClipError("\(ticks) ticks of \(self) cannot be expressed")
        }
        return time
    }
}
