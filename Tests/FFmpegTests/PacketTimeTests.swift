import FFmpeg
import Testing

@Suite struct PacketTimeTests {
    private static let farthest = Int64.max / 4
    private static let damaged = [Int64.max, Int64.min, -Int64.max, farthest + 1, -farthest - 1]

    @Test(arguments: damaged) func `A time beyond all that can be is none`(time: Int64) throws {
        let packet = try Packet()
        packet.pts = time
        packet.dts = time
        packet.duration = time
        let (pts, dts, duration) = (packet.pts, packet.dts, packet.duration)
        #expect(pts == nil)
        #expect(dts == nil)
        #expect(duration == 0)
    }

    @Test(arguments: [farthest, -farthest, 0]) func `Of all others sums and differences fit`(time: Int64) throws {
        let packet = try Packet()
        packet.pts = time
        packet.dts = -time
        packet.duration = time
        let (pts, dts, duration) = (packet.pts, packet.dts, packet.duration)
        #expect(pts == time)
        #expect(dts == -time)
        #expect(duration == time)
    }
}
