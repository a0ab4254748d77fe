import FFmpeg
import MediaSyntax
import RandomNumbers
import TestSupport
import Testing

/// Units of HEVC with other numbers of parameter sets.
@Suite struct HEVCSetNumberTests {
    @Test func `Every set and frame of x265 gets the number, and the bytes behind it stay`() throws {
        let scratch = try ScratchDirectory()
        let reader = try ClipReader(Clip("mp4", frames: 30, at: .fps(30), codec: .hevc).write(to: scratch))
        let headers = reader.streams[0].parameters.extradata
        let units = NALUnits(.hevc, configuration: headers)
        let sets = try #require(NALCodec.hevc.configuration(headers)).units
        for unit in sets {
            guard let old = ParameterSet(unit, codec: .hevc) else { continue }
            let new = try #require(HEVCSetNumber.renumbered(unit))
            #expect(old.id == 0)
            #expect(ParameterSet(new[...], codec: .hevc)?.id == HEVCSetNumber.other)
        }
        for packet in reader.packets[0] {
            for unit in units.units(of: packet.payload.bytes[...]) {
                let new = try #require(HEVCSetNumber.renumbered(unit))
                let isSlice = NALUnitHeader(unit, codec: .hevc)?.isSlice ?? false
                #expect(
                    EmulationPrevention.removed(from: new[...]).count
                        == EmulationPrevention.removed(from: unit).count + (isSlice ? 1 : 0)
                )
                #expect(new.suffix(unit.count / 2) == unit.suffix(unit.count / 2))
            }
        }
    }

    @Test func `A number that is not 0 is refused`() throws {
        let scratch = try ScratchDirectory()
        let reader = try ClipReader(Clip("mp4", frames: 2, at: .fps(30), codec: .hevc).write(to: scratch))
        let sets = try #require(NALCodec.hevc.configuration(reader.streams[0].parameters.extradata)).units
        for unit in sets where ParameterSet(unit, codec: .hevc) != nil {
            let once = try #require(HEVCSetNumber.renumbered(unit))
            #expect(HEVCSetNumber.renumbered(once[...]) == nil)
        }
    }

    @Test func `Emulation prevention is put where it was taken away`() {
        var random = SplitMix64(seed: 11)
        for _ in 0..<500 {
            var bytes: [UInt8] = (0..<40).map { _ in UInt8.random(in: 0...5, using: &random) / 2 }
            bytes.append(1)
            let unit = EmulationPrevention.added(to: bytes)
            #expect(EmulationPrevention.removed(from: unit[...]) == bytes)
            let isCode = unit.indices.dropLast(2).contains { place in
                unit[place] == 0 && unit[place + 1] == 0 && unit[place + 2] < 3
            }
            #expect(!isCode)
        }
    }

    @Test func `A frame that decoding can begin at says that the stream was cut before it`() {
        let units = NALUnits(.hevc, .startCodes)
        // A delimiter, a CRA frame, and a frame that is none.
        let payload: [UInt8] = [0, 0, 1, 0x46, 1, 9, 0, 0, 1, 0x2A, 1, 7, 0, 0, 1, 0x02, 1, 5]
        let expected: [UInt8] = [0, 0, 1, 0x46, 1, 9, 0, 0, 1, 0x24, 1, 7, 0, 0, 1, 0x02, 1, 5]
        #expect(units.breakingLink(payload) == expected)
        #expect(NALUnits(.h264, .startCodes).breakingLink(payload) == payload)
    }
}
