import MediaFormats
import MediaSyntax
import Testing

@testable import Export

/// Parameter sets that can state a rate, in length-prefixed packets and between start codes.
@Suite struct ParameterSetTests {
    static let sequence: [UInt8] = [0x67, 0x64, 0, 0x1F, 0xAC]
    static let picture: [UInt8] = [0x68, 0xEB, 0xE3]
    static let slice: [UInt8] = [0x65, 1, 2, 3, 0, 0, 3, 4]
    static let code: [UInt8] = [0, 0, 0, 1]

    @Test(arguments: [1, 2, 4])
    func `A set in a packet is exchanged, the frame stays bit for bit`(lengthSize: Int) throws {
        let units = NALUnits(.h264, .lengths(size: lengthSize))
        let payload = prefixed([[9, 0x10], Self.sequence, Self.picture, Self.slice], lengthSize)
        let new: [UInt8] = [0x67, 1, 2, 3, 4, 5, 6]
        let filtered = [[9, 0x10], new, Self.picture, Self.slice].flatMap { Self.code + $0 }
        #expect(units.carriesSet(payload))
        let exchanged = try #require(units.exchangingTimingSets(of: payload, for: filtered))
        #expect(exchanged == prefixed([[9, 0x10], new, Self.picture, Self.slice], lengthSize))
        #expect(units.exchangingTimingSets(of: payload, for: []) == payload)
        #expect(units.exchangingTimingSets(of: Array(payload.dropLast()), for: filtered) == nil)
    }

    @Test func `A packet of frames alone has no set, whatever its bytes look like`() {
        let units = NALUnits(.h264, .lengths(size: 4))
        let slice = Self.slice + prefixed([Self.sequence], 4)
        #expect(!units.carriesSet(prefixed([slice], 4)))
        #expect(!units.carriesSet([]))
        let hevc = NALUnits(.hevc, .lengths(size: 4))
        #expect(hevc.carriesSet(prefixed([[0x46, 1], [0x42, 1, 5]], 4)))
        #expect(!hevc.carriesSet(prefixed([[0x26, 1, 5]], 4)))
        #expect(!hevc.carriesSet(prefixed([[0x44, 1, 5]], 4)))
    }

    @Test func `A set after a frame's data is not looked for`() {
        let units = NALUnits(.h264, .startCodes)
        let (set, frame) = (Self.code + Self.sequence, Self.code + Self.slice)
        #expect(units.carriesSet(set + frame))
        #expect(!units.carriesSet(frame + set))
    }

    private func prefixed(_ units: [[UInt8]], _ lengthSize: Int) -> [UInt8] {
        units.flatMap { unit in
            (0..<lengthSize).reversed().map { UInt8(truncatingIfNeeded: unit.count >> (8 * $0)) } + unit
        }
    }
}

extension NALUnits {
    fileprivate func carriesSet(_ payload: [UInt8]) -> Bool { carriesTimingSet(payload.span) }
}
