import Testing

@testable import MediaSyntax

@Suite struct H264RestartTests {
    /// Sets: numbers of frames have 4 bits, and those of their order, too; coded data is not arithmetic.
    private static let sequence: [UInt8] = bits(0x67, [(66, 8), (0, 8), (30, 8)]) { writer in
        // Number of the set, of bits, kind of order, of bits, references.
        for code: UInt32 in [0, 0, 0, 0, 2] { golomb(code, &writer) }
        writer.bit(false)
        for code: UInt32 in [3, 3] { golomb(code, &writer) }
        for bit in [true, true, false, false] { writer.bit(bit) }
    }

    private static let picture: [UInt8] = bits(0x68, []) { writer in
        for code: UInt32 in [0, 0] { golomb(code, &writer) }
        writer.bits(0, 2)
        for code: UInt32 in [0, 0, 0] { golomb(code, &writer) }
        writer.bits(0, 3)
        for code: UInt32 in [0, 0, 0] { golomb(code, &writer) }
        writer.bits(0, 3)
    }

    /// A slice: type 2 is I, and 0 is P.
    private static func slice(_ type: UInt32, number: UInt32, order: UInt32, data: UInt32) -> [UInt8] {
        bits(0x41, []) { writer in
            for code in [0, type, 0] { golomb(code, &writer) }
            writer.bits(number, 4)
            writer.bits(order, 4)
            // The number of references stays, and their order.
            if type == 0 { writer.bits(0, 2) }
            writer.bit(false)
            golomb(0, &writer)
            writer.bits(data, 32)
        }
    }

    private static func bits(_ header: UInt8, _ numbers: [(UInt32, Int)], _ write: (inout BitWriter) -> Void) -> [UInt8]
    {
        var writer = BitWriter()
        for (value, count) in numbers { writer.bits(value, count) }
        write(&writer)
        writer.bit(true)
        return [header] + EmulationPrevention.added(to: writer.bytes)
    }

    private static func golomb(_ value: UInt32, _ writer: inout BitWriter) {
        let length = 32 - (value + 1).leadingZeroBitCount
        writer.bits(0, length - 1)
        writer.bits(value + 1, length)
    }

    private static func packet(_ units: [[UInt8]]) -> [UInt8] { units.flatMap { [0, 0, 0, 1] + $0 } }

    private static let headers = packet([sequence, picture])

    /// Type, number, order, and what follows of a slice.
    private func read(_ packet: [UInt8]) throws -> [UInt32] {
        let unit = try #require(NALUnits(.h264, .startCodes).units(of: packet[...]).first)
        let header = H264UnitHeader(unit[unit.startIndex])
        let bytes = EmulationPrevention.removed(from: unit.dropFirst())
        let sets = H264Sets(configuration: Self.headers)
        let slice = try #require(H264SliceHeader(bytes[...], unit: header, sets: sets))
        var reader = BitReader(bytes[...])
        let isLong = reader.skip(slice.end)
        let rest = reader.bits(32)
        let data = try #require(isLong ? rest : nil)
        return [UInt32(header.type.rawValue), slice.number.value, slice.order.value, data]
    }

    @Test func `An I frame becomes an IDR frame, and later ones are numbered from it on`() throws {
        var restart = H264Restart(configuration: Self.headers, allowingGaps: false)
        // Numbers go from 15 to 0.
        let frames: [(type: UInt32, number: UInt32, order: UInt32)] = [(2, 14, 10), (0, 15, 14), (0, 0, 2)]
        for (index, frame) in frames.enumerated() {
            // Zeros need bytes between them.
            let data: UInt32 = index == 0 ? 0x0100_0000 : 0xDEAD_BEEF
            let packet = Self.packet([Self.slice(frame.type, number: frame.number, order: frame.order, data: data)])
            let restarted = restart.restarted(packet)
            let new = try #require(restarted)
            let expected = [index == 0 ? 5 : 1, UInt32(index), UInt32(index) * 4, data]
            #expect(try read(new) == expected)
        }
        #expect(!restart.isOver)
        // The source's own IDR frame, and what follows, stay.
        let idr = Self.packet([[0x65, 0x88, 0x84]])
        let kept = restart.restarted(idr)
        #expect(kept == idr)
        #expect(restart.isOver)
    }

    @Test func `A frame that refers to others cannot be the first`() {
        var restart = H264Restart(configuration: Self.headers, allowingGaps: false)
        let restarted = restart.restarted(Self.packet([Self.slice(0, number: 1, order: 2, data: 0)]))
        #expect(restarted == nil)
    }

    @Test func `A slice of zeros alone behind its header is none`() {
        // Its header ends with a zero, too.
        var slice = Self.bits(0x41, []) { writer in
            for code: UInt32 in [0, 2, 0] { Self.golomb(code, &writer) }
            writer.bits(0, 9)
            Self.golomb(1, &writer)
        }
        slice.removeLast()
        var restart = H264Restart(configuration: Self.headers, allowingGaps: false)
        let restarted = restart.restarted(Self.packet([slice + [0, 0, 3]]))
        #expect(restarted == nil)
    }

    @Test func `A set says that numbers may be missing, and nothing else changes`() throws {
        let changed = H264Restart.allowingGaps(inHeaders: Self.headers)
        #expect(changed.count == Self.headers.count)
        let differing = zip(changed, Self.headers).filter { $0 != $1 }
        #expect(differing.count == 1 && (differing[0].0 ^ differing[0].1).nonzeroBitCount == 1)
        let sets = [changed, Self.headers].map { headers in
            SequenceParameters(unit: NALUnits(.h264, .startCodes).units(of: headers[...])[0])
        }
        #expect(sets[0] != nil && sets[0] == sets[1])
    }
}
