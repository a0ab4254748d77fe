import MediaSyntax
import TestSupport
import Testing

/// Boxes are found in a file as they are in memory.
@Suite struct BoxScannerTests {
    @Test(arguments: MadeMovies.kinds) func `Each box of a movie is found where it is`(kind: String) throws {
        let bytes = try MadeMovies().bytes(kind)
        let scanner = BoxScanner(ByteSource(bytes))
        var position: UInt64 = 0
        for box in MovieBox.list(in: bytes[...]) {
            let found = try #require(scanner.box(at: position))
            #expect(found.type == box.type)
            #expect(!found.isOpenEnded)
            #expect(scanner.read(found) == box)
            position = found.range.upperBound
        }
        #expect(position == UInt64(bytes.count))
        let moov = MovieBox.list(in: bytes[...]).first { $0.type == "moov" }
        let place = try #require(scanner.first("moov", "trak", "tkhd"))
        let header: TrackHeaderBox = try #require(scanner.content(of: place))
        #expect(header == moov?.child("trak")?.child())
        let index = try #require(scanner.first("moov"))
        #expect(scanner.boxes("trak", in: index.content).count == moov?.children.filter { $0.type == "trak" }.count)
        #expect(scanner.first("moov", "trak", "nope") == nil)
    }

    /// As iTunes has it, with the version in front that ISO/IEC 14496-12 wants, and without.
    @Test(arguments: [true, false]) func `The title of a track lies in one of two places`(hasVersion: Bool) throws {
        func box(_ type: [UInt8], _ content: [UInt8]) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: (content.count + 8) >> (24 - 8 * $0)) } + type + content
        }
        let data = box(Array("data".utf8), [0, 0, 0, 1, 0, 0, 0, 0] + Array("Wide".utf8))
        let list = box(Array("ilst".utf8), box([0xA9] + Array("nam".utf8), data))
        let title = box(Array("udta".utf8), box(Array("meta".utf8), (hasVersion ? [0, 0, 0, 0] : []) + list))
        var bytes = try MadeMovies().bytes("mp4")
        let before = BoxScanner(ByteSource(bytes))
        let (movie, track) = (try #require(before.first("moov")), try #require(before.first("moov", "trak")))
        #expect(before.tracks().first?.title == nil)
        bytes.insert(contentsOf: title, at: Int(track.range.upperBound))
        for box in [movie, track] {
            let place = Int(box.range.lowerBound)
            let size = box.range.count + title.count
            bytes.replaceSubrange(
                place..<place + 4,
                with: (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) }
            )
        }
        #expect(BoxScanner(ByteSource(bytes)).tracks().first?.title == "Wide")
    }

    @Test func `A box that reaches beyond the one it lies in is not read`() {
        let free = Array("free".utf8)
        let inner: [UInt8] = [0, 0, 0, 9] + free
        let outer: [UInt8] = [0, 0, 0, 16] + Array("moov".utf8) + inner
        let scanner = BoxScanner(ByteSource(outer + [1, 2, 3]))
        #expect(scanner.first("moov") != nil)
        #expect(scanner.first("moov", "free") == nil)
        #expect(scanner.box(at: 19) == nil)
        #expect(scanner.box(at: .max) == nil)
    }

    @Test func `A box without a size reaches to the end of what it lies in`() {
        let bytes: [UInt8] = [0, 0, 0, 0] + Array("mdat".utf8) + [1, 2, 3]
        let box = BoxScanner(ByteSource(bytes)).first("mdat")
        #expect(box?.content == 8..<11)
        #expect(box?.isOpenEnded == true)
    }

    @Test func `Samsung's rate is found behind its container's version`() {
        var writer = ByteWriter()
        writer.box("moov") { writer in
            writer.box("udta") { writer in
                writer.box("smta") { writer in
                    writer.uint32(0)
                    writer.box("srfr") { $0.uint32(240 << 16) }
                }
            }
        }
        #expect(BoxScanner(ByteSource(writer.bytes)).samsungCaptureRate()?.rate == 240 << 16)
    }
}
