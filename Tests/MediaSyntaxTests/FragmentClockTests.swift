import Testing

@testable import MediaSyntax

/// Where the clock of a movie in fragments begins anew, and where it only seems to.
@Suite struct FragmentClockTests {
    /// How many parts fragments of a track of video make that begin and last for so many ticks.
    private static func parts(timescale: UInt32, _ fragments: [(start: UInt64, duration: UInt64)]) -> Int {
        var clock = FragmentClock()
        clock.add(track: 1, timescale: timescale, isTimed: true)
        for fragment in fragments {
            _ = clock.part(of: [
                FragmentClock.Fragment(track: 1, start: fragment.start, duration: fragment.duration)
            ])
        }
        return clock.partCount
    }

    @Test func `A fragment that is stated too long is followed by no other recording`() {
        // Its last frame is stated to last for a second, and lasts for a fifth.
        #expect(Self.parts(timescale: 1000, [(0, 1000), (1000, 1800), (2000, 1000)]) == 1)
        // Each is one frame.
        #expect(Self.parts(timescale: 1000, [(0, 1000), (200, 1000), (230, 1000), (900, 1000)]) == 1)
    }

    @Test func `What goes back to where the last fragment began, and farther, is another recording`() {
        #expect(Self.parts(timescale: 1000, [(0, 1000), (0, 1000)]) == 2)
        #expect(Self.parts(timescale: 1000, [(0, 1000), (1000, 1800), (0, 1000), (1000, 1000)]) == 2)
        #expect(Self.parts(timescale: 1000, [(0, 1000), (1000, 1000), (500, 1000), (0, 10)]) == 3)
        #expect(Self.parts(timescale: 5, [(0, 5), (5, 5), (0, 5)]) == 2)
    }

    @Test func `Clocks with few ticks are rounded by one`() {
        #expect(Self.parts(timescale: 5, [(0, 5), (5, 1), (5, 5)]) == 1)
        #expect(Self.parts(timescale: 1, [(0, 1), (0, 1), (1, 1)]) == 1)
    }

    /// Each is a fragment of a track of its own: looking for the one before it among all of them would have no end.
    @Test func `Ever so many fragments in one description`() {
        var writer = ByteWriter()
        writer.box("moov") { $0.box("mvex") { _ in } }
        for _ in 0..<2 {
            writer.box("moof") { writer in
                for track in UInt32(1)...50_000 {
                    writer.box("traf") { $0.fullBox("tfhd") { $0.uint32(track) } }
                }
            }
        }
        #expect(BoxScanner(ByteSource(writer.bytes)).fragments()?.restarts == nil)
    }

    /// The second fragment of a track in a description begins where the first one ends, and the next description begins behind both.
    @Test func `Fragments that state no time follow those before them`() throws {
        var writer = ByteWriter()
        writer.box("moov") { writer in
            writer.box(Self.track)
            writer.box("mvex") { _ in }
        }
        let times: [UInt32?] = [0, nil, 4000, nil, 0]
        for pair in [[times[0], times[1]], [times[2], times[3]], [times[4]]] {
            writer.box("moof") { writer in
                for time in pair { writer.box("traf") { Self.write(time, into: &$0) } }
            }
        }
        let restarts = try #require(BoxScanner(ByteSource(writer.bytes)).fragments()?.restarts)
        #expect(restarts.count == 1)
        #expect(restarts.changes.map(\.bytes) == [[0, 0, 0x1F, 0x40]])
    }

    /// Two samples of a second each.
    private static func write(_ time: UInt32?, into writer: inout ByteWriter) {
        writer.fullBox("tfhd", flags: 8) {
            $0.uint32(1); $0.uint32(1000)
        }
        if let time { writer.fullBox("tfdt") { $0.uint32(time) } }
        writer.fullBox("trun") { $0.uint32(2) }
    }

    /// A track of video of a thousand ticks a second.
    private static var track: MovieBox {
        var writer = ByteWriter()
        writer.fullBox("tkhd") { writer in
            writer.zeros(8)
            writer.uint32(1)
            writer.zeros(68)
        }
        writer.box("mdia") { writer in
            writer.fullBox("mdhd") { writer in
                writer.zeros(8)
                writer.uint32(1000)
                writer.zeros(8)
            }
            writer.fullBox("hdlr") { writer in
                writer.uint32(0)
                writer.uint32(BoxType("vide").rawValue)
                writer.zeros(13)
            }
        }
        return MovieBox(type: "trak", payload: writer.bytes[...])
    }
}
