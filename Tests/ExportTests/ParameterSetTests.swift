import Testing

@testable import Export

/// Parameter sets in configuration records, in length-prefixed packets and between start codes.
@Suite struct ParameterSetTests {
    static let sequence: [UInt8] = [0x67, 0x64, 0, 0x1F, 0xAC]
    static let frame: [UInt8] = [0x68, 0xEB, 0xE3]
    static let slice: [UInt8] = [0x65, 1, 2, 3, 0, 0, 3, 4]
    /// avcC: profile and level, four-byte lengths, one SPS, one PPS, and the extension of the high profiles.
    static let avcRecord: [UInt8] =
        [1, 0x64, 0, 0x1F, 0xFF, 0xE1, 0, 5] + sequence + [1, 0, 3] + frame + [0xFD, 0xF8, 0xF8, 0]
    /// hvcC: 21 bytes of profile and layout, four-byte lengths, arrays of VPS, SPS and PPS.
    static let hevcRecord: [UInt8] =
        [1] + Array(repeating: 9, count: 20) + [3, 3]
        + [0xA0, 0, 1, 0, 2, 0x40, 1] + [0xA1, 0, 2, 0, 3, 0x42, 1, 7, 0, 2, 0x42, 2] + [0xA2, 0, 1, 0, 2, 0x44, 1]

    @Test(arguments: [(ParameterSetCodec.h264, avcRecord), (.hevc, hevcRecord)])
    func `A record with its units replaced by themselves is the same record`(
        codec: ParameterSetCodec,
        record: [UInt8]
    ) {
        #expect(codec.record(record) { $0 } == record)
        #expect(codec.lengthSize(in: record) == 4)
    }

    @Test func `A record gets longer units where they are put, and keeps everything else`() {
        let record = ParameterSetCodec.h264.record(Self.avcRecord) { unit in
            unit.first == 0x67 ? [0x67, 1, 2, 3, 4, 5, 6, 7] : unit
        }
        let head: [UInt8] = [1, 0x64, 0, 0x1F, 0xFF, 0xE1, 0, 8, 0x67, 1, 2, 3, 4, 5, 6, 7]
        #expect(record == head + [1, 0, 3] + Self.frame + [0xFD, 0xF8, 0xF8, 0])

        var visited: [UInt8] = []
        _ = ParameterSetCodec.hevc.record(Self.hevcRecord) { unit in
            visited.append(unit.first ?? 0)
            return unit
        }
        #expect(visited == [0x40, 0x42, 0x42, 0x44])
    }

    @Test(arguments: [(ParameterSetCodec.h264, avcRecord.dropLast(4)), (.hevc, hevcRecord[...])])
    func `A record that ends early is refused at every length`(codec: ParameterSetCodec, record: ArraySlice<UInt8>) {
        for count in 0..<record.count {
            #expect(codec.record(Array(record.prefix(count))) { $0 } == nil, "\(count) bytes")
        }
    }

    @Test func `Start codes are no record`() {
        let stream = [0, 0, 0, 1] + Self.sequence
        #expect(ParameterSetCodec.h264.lengthSize(in: stream) == nil)
        #expect(ParameterSetCodec.h264.lengthSize(in: []) == nil)
    }

    @Test(arguments: [1, 2, 4])
    func `A set in a packet is exchanged, the frame stays bit for bit`(lengthSize: Int) throws {
        let scanner = ParameterSetScanner(codec: .h264, lengthSize: lengthSize)
        let payload = prefixed([[9, 0x10], Self.sequence, Self.frame, Self.slice], lengthSize)
        let new: [UInt8] = [0x67, 1, 2, 3, 4, 5, 6]
        #expect(scanner.findsSet(in: payload))
        let exchanged = try #require(scanner.exchange(payload, for: [new[...]]))
        #expect(exchanged == prefixed([[9, 0x10], new, Self.frame, Self.slice], lengthSize))
        #expect(scanner.exchange(payload, for: []) == payload)
        #expect(scanner.exchange(Array(payload.dropLast()), for: [new[...]]) == nil)
    }

    @Test func `A packet of frames alone has no set, whatever its bytes look like`() {
        let scanner = ParameterSetScanner(codec: .h264, lengthSize: 4)
        let slice = Self.slice + prefixed([Self.sequence], 4)
        #expect(!scanner.findsSet(in: prefixed([slice], 4)))
        #expect(!scanner.findsSet(in: []))
        let hevc = ParameterSetScanner(codec: .hevc, lengthSize: 4)
        #expect(hevc.findsSet(in: prefixed([[0x46, 1], [0x42, 1, 5]], 4)))
        #expect(!hevc.findsSet(in: prefixed([[0x26, 1, 5]], 4)))
    }

    @Test(arguments: [[0, 0, 1], [0, 0, 0, 1]] as [[UInt8]])
    func `Sets are found between start codes of either length`(code: [UInt8]) {
        let scanner = ParameterSetScanner(codec: .h264, lengthSize: nil)
        let stream = code + [9, 0x10] + code + Self.sequence + code + Self.frame + code + Self.slice
        #expect(scanner.findsSet(in: stream))
        #expect(scanner.sets(inAnnexB: stream).map(Array.init) == [Self.sequence])
        let frames = code + Self.slice + code + Self.sequence
        #expect(!scanner.findsSet(in: frames))
        #expect(scanner.sets(inAnnexB: []).isEmpty)
    }

    private func prefixed(_ units: [[UInt8]], _ lengthSize: Int) -> [UInt8] {
        units.flatMap { unit in
            (0..<lengthSize).reversed().map { UInt8(truncatingIfNeeded: unit.count >> (8 * $0)) } + unit
        }
    }
}

extension ParameterSetScanner {
    fileprivate func findsSet(in payload: [UInt8]) -> Bool { findsParameterSet(in: payload.span) }
}
