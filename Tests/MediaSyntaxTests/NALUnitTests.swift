import FFmpeg
import MediaSyntax
import MediaTime
import TestSupport
import Testing

/// Units in packets: by hand, and of what libav's encoders make.
@Suite struct NALUnitTests {
    static let sequence = DecoderConfigurationTests.sequence
    static let picture = DecoderConfigurationTests.picture
    static let slice: [UInt8] = [0x65, 1, 2, 3, 0, 0, 3, 4]

    static func prefixed(_ units: [[UInt8]], _ size: Int) -> [UInt8] {
        units.flatMap { unit in
            (0..<size).reversed().map { UInt8(truncatingIfNeeded: unit.count >> (8 * $0)) } + unit
        }
    }

    @Test(arguments: [1, 2, 3, 4]) func `Units with lengths are found, and exchanged bit for bit`(size: Int) throws {
        let units = NALUnits(.h264, .lengths(size: size))
        let payload = Self.prefixed([[9, 0x10], Self.sequence, [], Self.picture, Self.slice], size)
        #expect(units.units(of: payload[...]) == [[9, 0x10], Self.sequence[...], Self.picture[...], Self.slice[...]])
        let exchanged = units.replacingUnits(of: payload[...]) { $0.first == 0x67 ? [0x67, 1, 2] : $0 }
        #expect(exchanged == Self.prefixed([[9, 0x10], [0x67, 1, 2], [], Self.picture, Self.slice], size))
        #expect(units.replacingUnits(of: payload.dropLast()) { $0 } == nil)
        #expect(units.units(of: payload.dropLast()).count == 3)
        let whole = Self.prefixed([[9, 0x10], Self.sequence, Self.slice], size)
        func fit(_ bytes: some Sequence<UInt8>) -> Bool { units.fit(Array(bytes).span) }
        #expect(fit(whole))
        #expect(fit(whole + [0, 0, 0]))
        // A unit without a byte, and one that is cut short.
        #expect(!fit(payload))
        #expect(!fit(whole.dropLast()))
        let long = Array(repeating: UInt8(1), count: 256)[...]
        #expect((units.replacingUnits(of: payload[...]) { _ in long } == nil) == (size == 1))
    }

    @Test(arguments: [[0, 0, 1], [0, 0, 0, 1]] as [[UInt8]])
    func `Units are found between start codes of either length`(code: [UInt8]) {
        let units = NALUnits(.h264, .startCodes)
        let stream = code + [9, 0x10] + code + Self.sequence + [0, 0] + code + Self.slice + code
        #expect(units.units(of: stream[...]) == [[9, 0x10], Self.sequence[...], Self.slice[...]])
        #expect(units.units(of: []).isEmpty)
        #expect(units.replacingUnits(of: stream[...]) { $0 } == nil)
        // A slice of an array counts from where it was cut.
        #expect(units.units(of: stream.dropFirst(code.count + 2)).count == 2)
    }

    @Test(
        arguments: [
            // An access unit delimiter, then parameter sets and an IDR slice behind start codes of both lengths.
            (
                NALCodec.h264, [0, 0, 0, 1, 9, 0x10, 0, 0, 0, 1, 0x67, 66, 0, 0, 0, 1, 0x68, 1, 0, 0, 1, 0x65, 2],
                [[0x67, 66], [0x68, 1]], true
            ),
            (.h264, [0, 0, 1, 0x41, 7, 0, 0, 1, 0x67, 1], [], false),
            (.h264, [0, 0, 1, 0x67, 0, 0, 2, 0, 0, 0], [[0x67, 0, 0, 2]], nil),
            (
                .hevc, [0, 0, 1, 0x40, 1, 5, 0, 0, 1, 0x42, 1, 6, 0, 0, 1, 0x26, 1], [[0x40, 1, 5], [0x42, 1, 6]], true
            ),
            (.hevc, [0, 0, 1, 0x02, 1, 5], [], false),
            (.h264, [1, 2, 3], [], nil),
            (.h264, [], [], nil),
            (.h264, [0, 0, 1], [], nil),
        ] as [(NALCodec, [UInt8], [[UInt8]], Bool?)]
    )
    func `What stands before a frame is read`(codec: NALCodec, bytes: [UInt8], sets: [[UInt8]], isKey: Bool?) {
        let unit = AccessUnit(bytes.span, units: NALUnits(codec, .startCodes))
        #expect(unit.parameterSets.map(\.unit) == sets)
        #expect(unit.frame?.isRandomAccess == isKey)
    }

    @Test(
        arguments: [
            (NALCodec.h264, [0x01, 0], nil, true), (.h264, [0x41, 0], nil, false), (.h264, [0x06, 0], nil, false),
            (.hevc, [0x00, 1], 1, true), (.hevc, [0x02, 1], 1, false), (.hevc, [0x00, 1], 2, false),
            (.hevc, [0x00, 2], 2, true), (.hevc, [0x00, 1], nil, false), (.hevc, [0x28, 1], 1, false),
            (.hevc, [0x00, 0], 1, false),
        ] as [(NALCodec, [UInt8], UInt8?, Bool)]
    )
    func `Frames that no other refers to are known by their header`(
        codec: NALCodec,
        unit: [UInt8],
        layers: UInt8?,
        isDisposable: Bool
    ) throws {
        let header = try #require(NALUnitHeader(unit[...], codec: codec))
        #expect(header.isDisposable(temporalLayers: layers) == isDisposable)
    }

    @Test(
        arguments: [
            // H.264: profile, constraints and level, then 3 (00100); the 3 after two zeros is no part of it.
            (NALCodec.h264, [0x67, 0, 0, 3, 1, 0b0010_0000], .sequence, 3), (.h264, [0x68, 0b0101_0000], .picture, 1),
            (.h264, [0x67, 66, 0], .sequence, nil), (.hevc, [0x40, 1, 0x5F], .video, 5),
            // HEVC: VPS 0, one temporal layer, 96 bits of profile and level, then 2 (011).
            (.hevc, [0x42, 1, 0x01] + Array(repeating: 1, count: 12) + [0b0110_0000], .sequence, 2),
            // Two temporal layers, of which the lower one states profile and level: 16 bits of flags, 96 of both.
            (
                .hevc,
                [0x42, 1, 0x03] + Array(repeating: 1, count: 12) + [0xC0, 0] + Array(repeating: 1, count: 12) + [0x40],
                .sequence, 1
            ),
            (.hevc, [0x44, 1, 0b0010_1000], .picture, 4), (.hevc, [0x45, 9, 0b0010_1000], .picture, nil),
        ] as [(NALCodec, [UInt8], ParameterSet.Kind, UInt32?)]
    )
    func `Parameter sets have numbers`(codec: NALCodec, unit: [UInt8], kind: ParameterSet.Kind, id: UInt32?) throws {
        let set = try #require(ParameterSet(unit[...], codec: codec))
        #expect(set.kind == kind)
        #expect(set.id == id)
        #expect(set.replaces(set))
    }

    @Test func `A set replaces one of its kind and number`() throws {
        func set(_ unit: [UInt8]) throws -> ParameterSet { try #require(ParameterSet(unit[...], codec: .h264)) }
        #expect(try set([0x68, 0b0101_0000]).replaces(set([0x68, 0b0101_1000])))
        #expect(try !set([0x68, 0b0101_0000]).replaces(set([0x68, 0b1101_0000])))
        #expect(try !set([0x67, 66, 0, 30, 0x80]).replaces(set([0x68, 0x80])))
        #expect(ParameterSet(Self.slice[...], codec: .h264) == nil)
    }

    @Test(
        arguments: [
            (.h264, [[0x65, 0x88]], true),
            // Slices of types I and P that are not of an IDR frame, and P after a recovery point.
            (.h264, [[0x09, 0x10], [0x41, 0x88, 0]], true), (.h264, [[0x41, 0x98, 0]], false),
            (.h264, [[0x06, 0x06, 0x01, 0x84], [0x41, 0x98, 0]], true), (.h264, [[0x67, 1, 2]], nil), (.h264, [], nil),
            // IDR, CRA, and a trailing frame.
            (.hevc, [[0x28, 1]], true), (.hevc, [[0x46, 1, 0], [0x2A, 1]], true), (.hevc, [[0x02, 1]], false),
        ] as [(NALCodec, [[UInt8]], Bool?)]
    )
    func `Where decoding can begin is what the units say`(codec: NALCodec, units: [[UInt8]], isEntry: Bool?) {
        let lengths = Self.prefixed(units, 4)
        #expect(FrameSyntax.units(NALUnits(codec, .lengths(size: 4))).canBeginDecoding(lengths.span) == isEntry)
        let codes = units.flatMap { unit -> [UInt8] in [0, 0, 1] + unit }
        #expect(FrameSyntax.units(NALUnits(codec, .startCodes)).canBeginDecoding(codes.span) == isEntry)
    }

    @Test(arguments: [Clip.FrameCodec.h264, .hevc])
    func `The units of a clip are the same in MP4 and in a transport stream`(codec: Clip.FrameCodec) throws {
        let scratch = try ScratchDirectory()
        var clip = Clip("mp4", frames: 24, at: .fps(30), codec: codec)
        clip.frames?.repeatsHeaders = true
        // x264 does not make the same packets each time, so the stream is a copy.
        let path = try clip.write(to: scratch)
        let copy = scratch.file("copy.ts")
        try Self.copy(path, to: copy)
        let (movie, stream) = (try ClipReader(path), try ClipReader(copy))
        let parameters = movie.streams[0].parameters
        let name = try #require(NALCodec(rawValue: parameters.codecName))
        let (lengths, codes) = (NALUnits(name, configuration: parameters.extradata), NALUnits(name, .startCodes))
        #expect(lengths.framing == .lengths(size: 4))
        #expect(movie.packets[0].count == 24)
        #expect(stream.packets[0].count == 24)
        for (packet, other) in zip(movie.packets[0], stream.packets[0]) {
            // The muxer of transport streams adds delimiters.
            func slices(_ units: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
                units.filter { NALUnitHeader($0, codec: name)?.isSlice == true }
            }
            let units = slices(lengths.units(of: packet.payload.bytes[...]))
            #expect(!units.isEmpty)
            #expect(units == slices(codes.units(of: other.payload.bytes[...])))
            let access = AccessUnit(packet.payload.bytes.span, units: lengths)
            #expect(access.frame?.isRandomAccess == packet.isKey)
            #expect(access.parameterSets.isEmpty != packet.isKey)
        }
    }

    /// Copies the only track of a file into a container of another kind.
    private static func copy(_ path: String, to target: String) throws {
        let demuxer = try Demuxer(path: path)
        let stream = demuxer.streams[0]
        let muxer = try Muxer.create(path: target, format: #require(ContainerFormat(forPath: target)))
        _ = try muxer.add(Muxer.StreamDescription(parameters: stream.parameters, timeBase: stream.timeBase))
        try muxer.writeHeader()
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            packet.rescale(from: stream.timeBase, to: muxer.timeBase(ofStream: 0))
            try muxer.write(packet)
        }
        try muxer.finish()
    }
}
