import FFmpeg
import MediaSyntax
import TestSupport
import Testing

/// Which fields and frames packets of H.264 hold.
@Suite struct CodedPictureTests {
    private let units: [[UInt8]] = NALUnits(.h264, .startCodes).units(of: FieldClip().bytes[...]).map(Array.init)

    private func framed(_ units: some Sequence<[UInt8]>) -> [UInt8] { units.flatMap { [0, 0, 1] + $0 } }

    @Test func `Two fields of a frame have its number, and the second completes the first`() throws {
        var reader = PictureReader(configuration: [])
        #expect(reader.mayHaveFields == nil)
        let slices = units.indices.filter { [1, 5].contains(units[$0][0] & 0x1F) }
        let first = framed(units[...slices[0]])
        let pictures =
            [reader.firstPicture(in: first.span)]
            + slices.dropFirst().map { index in
                reader.firstPicture(in: framed([units[index]]).span)
            }
        #expect(reader.mayHaveFields == true)
        let fields = try pictures.map { try #require($0) }
        #expect(fields.count == 26)
        for index in fields.indices.dropFirst() {
            #expect(fields[index - 1].isCompleted(by: fields[index]) == (index % 2 == 1))
        }
        #expect(fields.prefix(4).map(\.structure) == [.topField, .bottomField, .topField, .bottomField])
        #expect(fields.prefix(8).map(\.frameNumber) == [0, 0, 1, 1, 2, 2, 2, 2])
        let both = framed([units[slices[0]], units[slices[1]]])
        let holdsTop = [first, both].map { reader.holdsOnly(.topField, $0.span) }
        #expect(holdsTop == [true, false])
    }

    @Test func `Progressive H.264 has no fields`() throws {
        let scratch = try ScratchDirectory()
        for container in ["mp4", "ts"] {
            var made = Clip(container, frames: 4, at: .fps(30))
            made.frames?.repeatsHeaders = container == "ts"
            let clip = try ClipReader(made.write(to: scratch))
            var reader = PictureReader(configuration: clip.streams[0].parameters.extradata)
            #expect(reader.mayHaveFields == false, "\(container)")
            for packet in clip.packets[0] {
                #expect(reader.firstPicture(in: packet.payload.bytes.span)?.structure == .frame)
            }
        }
    }

    /// High 4:4:4 with separate planes and scaling lists, and an order that is coded as a cycle.
    @Test func `All that stands before the flag is read over`() throws {
        // profile 244, level 30; set 0, 4:4:4, separate planes, 8 bits twice, lists: the first is flat after one factor.
        let bits =
            "11110100" + "00000000" + "00011110" + "1" + "00100" + "1" + "1" + "1" + "0" + "1"
            + "1" + "000010001" + "00000000000"
            // 6 bits of frame_num; a cycle of one; two reference frames; 2 × 1 macroblocks; not only frames.
            + "011" + "010" + "0" + "1" + "1" + "010" + "1" + "011" + "0" + "010" + "1" + "0"
        let padded = bits + String(repeating: "0", count: 8 - bits.count % 8)
        let bytes = stride(from: 0, to: padded.count, by: 8).map { start in
            padded.dropFirst(start).prefix(8).reduce(UInt8(0)) { $0 << 1 | ($1 == "1" ? 1 : 0) }
        }
        let set: [UInt8] = [0x67] + bytes
        var reader = PictureReader(configuration: [])
        // Picture set 0 of it. Slice: macroblock 0, type 7, set 0, plane 1, number 5, a field, the bottom one.
        let payload = framed([set, [0x68, 0b1100_0000], [0x41, 0b1000_1000, 0b1010_0010, 0b1110_0000]])
        #expect(
            reader.firstPicture(in: payload.span)
                .map { [$0.structure == .bottomField, $0.frameNumber == 5, $0.isReference] } == [true, true, true]
        )
    }
}
