import MediaSyntax
import Testing

@Suite struct FrontIndexTests {
    /// An index of tracks whose chunks begin there, with user data behind them.
    private func index(_ tracks: [[UInt64]], isLong: Bool) -> MovieBox {
        var writer = ByteWriter()
        for offsets in tracks {
            var places = ChunkOffsetBox(offsets: offsets)
            places.isLong = isLong
            writer.box("trak") { $0.box("mdia") { $0.box("minf") { $0.box("stbl") { places.write(into: &$0) } } } }
        }
        writer.box("udta") { $0.append(Array("stco of no track".utf8)) }
        return MovieBox(type: "moov", payload: writer.bytes[...])
    }

    private func places(_ index: FrontIndex) -> [ChunkOffsetBox] {
        let movie = MovieBox.list(in: index.bytes[...])[0]
        return movie.children.filter { $0.type == "trak" }.compactMap { track in
            track.descendant("mdia", "minf", "stbl").flatMap { $0.child(ChunkOffsetBox.self) }
        }
    }

    @Test(arguments: [true, false]) func `Places move by as much as the index takes`(isLong: Bool) throws {
        let index = index([[48, 1000], [500], []], isLong: isLong)
        let front = try #require(FrontIndex(index))
        let size = UInt64(front.bytes.count)
        #expect(size == UInt64(index.payload.count + 8))
        #expect(places(front).map(\.offsets) == [[48 + size, 1000 + size], [500 + size], []])
        #expect(places(front).allSatisfy { $0.isLong == isLong })
        let data = MovieBox.list(in: front.bytes[...])[0].child("udta")
        #expect(data?.payload.elementsEqual("stco of no track".utf8) == true)
    }

    @Test func `Places beyond 32 bits get 64`() throws {
        let last = UInt64(UInt32.max)
        let front = try #require(FrontIndex(index([[48, last - 100], [500]], isLong: false)))
        let size = UInt64(front.bytes.count)
        #expect(places(front).map(\.offsets) == [[48 + size, last - 100 + size], [500 + size]])
        #expect(places(front).allSatisfy { $0.isLong })
        // The last that fits.
        let short = index([[48, last - 200], [500]], isLong: false)
        let fitting = index([[48, last - UInt64(short.payload.count + 8)], [500]], isLong: false)
        #expect(
            try places(#require(FrontIndex(fitting))).map(\.offsets.last) == [
                last, 500 + UInt64(short.payload.count + 8),
            ]
        )
    }

    @Test func `A table that is cut short, and an index with a rest, are not moved`() {
        let whole = index([[48, 1000]], isLong: false)
        #expect(FrontIndex(MovieBox(type: "moov", payload: whole.payload + [0, 0, 0])) == nil)
        var writer = ByteWriter()
        writer.box("trak") { $0.box("mdia") { $0.box("minf") { $0.box("stbl") { $0.box("stco") { $0.uint32(0) } } } } }
        #expect(FrontIndex(MovieBox(type: "moov", payload: writer.bytes[...])) == nil)
        #expect(FrontIndex(MovieBox(type: "moov", payload: [])) != nil)
    }
}
