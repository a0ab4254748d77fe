import MediaSyntax
import Mutations
import Testing

/// Headers of images that move.
@Suite struct MovingImageSyntaxTests {
    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let size = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) }
        return Array(type.utf8) + size + content + (content.count % 2 == 1 ? [0] : [])
    }

    private static func file(_ chunks: [[UInt8]]) -> [UInt8] {
        chunk("RIFF", Array("WEBP".utf8) + chunks.flatMap { $0 })
    }

    /// Frames of so many milliseconds, whose pictures are of one odd and one even size.
    private static let moving = file([
        chunk("VP8X", [0x12, 0, 0, 0, 15, 0, 0, 15, 0, 0]), chunk("ANIM", [255, 255, 255, 255, 3, 1]),
        chunk("ANMF", [UInt8](repeating: 0, count: 12) + [42, 0, 0, 0] + chunk("VP8 ", [1, 2, 3])),
        chunk("ANMF", [UInt8](repeating: 0, count: 12) + [0x10, 0x27, 0, 0] + chunk("VP8L", [4, 5])),
    ])

    @Test func `Frames, their durations and the number of plays are read`() throws {
        let image = try #require(WebPScanner(ByteSource(Self.moving)).image())
        #expect(image.plays == 259)
        #expect(image.frames.map(\.duration) == [42, 10_000])
        let pictures = image.frames.map { Array(Self.moving[Int($0.image.lowerBound)..<Int($0.image.upperBound)]) }
        #expect(pictures == [Self.chunk("VP8 ", [1, 2, 3]), Self.chunk("VP8L", [4, 5])])
        #expect(WebPImage.flags(in: Self.moving) == 0x12)
        let still = Self.file([Self.chunk("VP8 ", [9, 9])])
        #expect(try #require(WebPScanner(ByteSource(still)).image()).frames.map(\.duration) == [nil])
        #expect(WebPImage.flags(in: still) == nil)
    }

    @Test func `What is cut short is no image`() {
        for count in 0..<Self.moving.count {
            #expect(WebPScanner(ByteSource(Array(Self.moving.prefix(count)))).image() == nil, "\(count) bytes")
        }
    }

    @Test func `What is cut short behind the first frame's header is known to move`() {
        // The second frame's chunk has 34 bytes.
        let first = Self.moving.count - 34
        for count in 0...Self.moving.count {
            let found = WebPScanner(ByteSource(Array(Self.moving.prefix(count)))).beginning()
            #expect((found == nil) == (count < 38), "\(count) bytes")
            guard let found else { continue }
            #expect(found.size == UInt64(Self.moving.count))
            #expect(found.frames == (count == Self.moving.count ? 2 : count >= first ? 1 : 0), "\(count) bytes")
        }
        #expect(WebPScanner(ByteSource(Self.file([Self.chunk("VP8 ", [9, 9])]))).beginning() == nil)
    }

    @Test func `Damage is survived, and no picture lies outside of the file`() {
        for seed in Rounds.seeds(2000) {
            var mutation = Mutation(seed: seed)
            let bytes = mutation.damaged(Self.moving, donor: Self.moving)
            for frame in WebPScanner(ByteSource(bytes)).image()?.frames ?? [] {
                #expect(frame.image.upperBound <= UInt64(bytes.count))
            }
        }
    }

    @Test func `Places of items are written as they were read`() throws {
        let payload: [UInt8] = [0, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 4, 0x28, 0, 0, 13, 0xEA]
        var box: ItemLocationBox = try #require(MovieBox(type: "iloc", payload: payload[...]).content())
        #expect(Array(box.payload) == payload)
        box.items[0].extents[0].offset += 100
        #expect(Array(box.payload)[14..<18] == [0, 0, 4, 0x8C])
        for count in payload.indices {
            let cut: ItemLocationBox? = MovieBox(type: "iloc", payload: payload.prefix(count)).content()
            #expect(cut == nil)
        }
    }
}
