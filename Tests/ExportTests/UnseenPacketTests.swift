import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// Packets of which a decoder shows nothing are none of the frames that a report counts, wherever they are.
@Suite struct UnseenPacketTests {
    private final class End: PacketStage {
        private(set) var count = 0
        func take(_ packet: consuming CopiedPacket) { count += 1 }
        func finish() {}
    }

    @Test(arguments: [true, false]) func `They are counted by themselves`(hides: Bool) throws {
        let scratch = try ScratchDirectory()
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(1, 1), end: RationalTime(2, 1))
        let path = try Clip("mkv", frames: 75, at: .fps(25)).write(to: scratch)
        let part = try #require(try retime.plan(path, for: .mkv).video?.parts.first)
        let end = End()
        let stage = PresentationStage(part, hides: hides, next: end)
        // Two packets before the in point, three within and two after the out point; the last of each is unseen.
        for (place, isSeen) in [(20, true), (21, false), (30, true), (31, true), (32, false), (51, true), (52, false)]
            as [(Int64, Bool)]
        {
            let packet = try Packet()
            packet.pts = place
            let (start, over) = (RationalTime(place, 25), RationalTime(place + 1, 25))
            var copied = CopiedPacket(packet: packet, start: start, end: over, decoded: start)
            (copied.isSeen, copied.isBeyondEnd) = (isSeen, place >= 50)
            try stage.take(copied)
        }
        var counted = Presentation()
        try stage.add(to: &counted, hiddenTail: nil)
        #expect(end.count == 7)
        #expect(counted.shown == (hides ? 2 : 4) && counted.unseen == (hides ? 1 : 3))
        #expect(counted.presented == counted.shown + counted.unseen)
        #expect(counted.hiddenBefore == (hides ? 1 : 0) && counted.hiddenAfter == (hides ? 1 : 0))
        #expect(counted.leadIn == (hides ? 0 : 1) && counted.leadOut == (hides ? 0 : 1))
        #expect(PresentedFrames(counted).shown == counted.shown)
        // Of so many frames those of the part are all there.
        #expect(counted.presentedInside == 3)
        var counts = FrameCounts()
        for place in 0..<3 { counts.add(Int64(place)..<Int64(place) + 1) }
        #expect(PresentedFrames(counted, of: counts).passedOver == 0)
    }
}
