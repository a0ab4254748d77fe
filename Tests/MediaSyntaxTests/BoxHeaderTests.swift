import MediaSyntax
import Testing

@Suite struct BoxHeaderTests {
    static let free: [UInt8] = Array("free".utf8)

    private func header(_ bytes: [UInt8]) -> BoxHeader? {
        var reader = ByteReader(bytes[...])
        return BoxHeader(&reader)
    }

    @Test func `A size of 32 bits, one of 64, and none`() {
        #expect(header([0, 0, 0, 9] + Self.free)?.size == 9)
        let long = header([0, 0, 0, 1] + Self.free + [0, 0, 0, 1, 0, 0, 0, 2])
        #expect(long?.size == 0x1_0000_0002)
        #expect(long?.headerSize == 16)
        let open = header([0, 0, 0, 0] + Self.free)
        #expect(open?.type == "free")
        #expect(open?.size == nil)
    }

    @Test(
        arguments: [
            [], [0, 0, 0], [0, 0, 0, 8, 0x66, 0x72, 0x65], [0, 0, 0, 7] + free, [0, 0, 0, 2] + free,
            [0, 0, 0, 1] + free + [0, 0, 0, 0, 0, 0, 0, 15], [0, 0, 0, 1] + free + [0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0],
        ] as [[UInt8]]
    )
    func `What is no header is refused`(bytes: [UInt8]) {
        #expect(header(bytes) == nil)
    }

    @Test func `Boxes end at the first that is not whole`() {
        let whole: [UInt8] = [0, 0, 0, 9] + Self.free + [1]
        let tooLong: [UInt8] = [0, 0, 0, 10] + Self.free + [1]
        #expect(MovieBox.list(in: (whole + whole)[...]).map(\.payload) == [[1], [1]])
        #expect(MovieBox.list(in: (whole + tooLong + whole)[...]).count == 2)
        #expect(MovieBox.list(in: (whole + tooLong)[...]).count == 1)
        let huge: [UInt8] = [0, 0, 0, 1] + Self.free + Array(repeating: 0xFF, count: 8)
        #expect(MovieBox.list(in: (whole + huge + whole)[...]).count == 1)
    }

    @Test func `A box without a size takes all that is left, and eight zeros are none`() {
        let open: [UInt8] = [0, 0, 0, 0] + Self.free + [1, 2, 3]
        #expect(MovieBox.list(in: open[...]).map(\.payload) == [[1, 2, 3]])
        #expect(MovieBox.list(in: Array(repeating: 0, count: 64)[...]).isEmpty)
    }

    @Test func `What was written is read`() {
        var writer = ByteWriter()
        writer.box("moov") { writer in
            writer.box("free") { $0.append([7]) }
            writer.box("trak") { $0.box("mdia") { _ in } }
        }
        writer.longBoxHeader("mdat", size: 18)
        writer.append([1, 2])
        let boxes = MovieBox.list(in: writer.bytes[...])
        #expect(boxes.map(\.type) == ["moov", "mdat"])
        #expect(boxes.first?.descendant("trak", "mdia")?.payload == [])
        #expect(boxes.first?.descendant("trak", "mdhd") == nil)
        #expect(boxes.last?.payload == [1, 2])
    }

    @Test(arguments: [(0, 0), (1, 4095), (4088, 8), (4089, 4103), (4095, 4097), (4096, 0), (5000, 3192)])
    func `Space up to the end of a block is a box, or none`(position: Int, size: Int) {
        var writer = ByteWriter()
        writer.freeSpace(from: position, toBlocksOf: 4096)
        #expect(writer.bytes.count == size)
        #expect(MovieBox.list(in: writer.bytes[...]).map(\.type) == (size > 0 ? ["free"] : []))
    }
}
