@testable import Capture
import FFmpeg
import Testing

/// What is kept before a trigger.
@Suite struct PacketRingTests {
    /// The instants of what is in a ring after frames of 100 bytes, one each second, of which some are starts.
    private static func times(count: Int64, starts: Set<Int64>, reach: Int64, byteLimit: Int) throws -> [Int64] {
        let ring = PacketRing(reach: reach, lead: 0, byteLimit: byteLimit)
        for time in 0..<count {
            let packet = try Packet()
            try packet.replacePayload(with: [UInt8](repeating: 0, count: 100))
            ring.append(PacketRing.Element(packet: packet, track: 0, time: time, isStart: starts.contains(time)))
        }
        var times: [Int64] = []
        while let element = ring.next() { times.append(element.time) }
        return times
    }

    @Test(
        arguments: [
            // Back to the last start that is old enough.
            (Int64(10), Set<Int64>([0, 4, 8]), Int64(3), 100_000, Array(4..<10)),
            (10, [0, 4, 8], 1, 100_000, Array(8..<10)),
            (10, [0, 4, 8], 100, 100_000, Array(0..<10)),
            // What comes before the first start is of no use.
            (10, [6], 100, 100_000, Array(6..<10)),
            (10, [], 100, 100_000, []),
            // Memory counts more than the reach.
            (10, [0, 4, 8], 100, 600, Array(4..<10)),
            // One start's frames are too much: nothing is left until the next one.
            (10, [0], 100, 500, []),
            (10, [0, 7], 100, 500, Array(7..<10)),
        ] as [(Int64, Set<Int64>, Int64, Int, [Int64])]
    )
    func `It begins with a start, and stays within its bounds`(
        count: Int64,
        starts: Set<Int64>,
        reach: Int64,
        byteLimit: Int,
        kept: [Int64]
    ) throws {
        #expect(try Self.times(count: count, starts: starts, reach: reach, byteLimit: byteLimit) == kept)
    }

    /// Encoders hold frames back: the audio of their time is there before them.
    @Test func `Audio that is ahead of its frames stays`() throws {
        let ring = PacketRing(reach: 2, lead: 1, byteLimit: 100_000)
        func append(_ track: Int, _ time: Int64) throws {
            let packet = try Packet()
            try packet.replacePayload(with: [UInt8](repeating: 0, count: 100))
            ring.append(PacketRing.Element(packet: packet, track: track, time: time, isStart: track == 0))
        }
        try append(0, 0)
        for time in 0..<10 { try append(1, Int64(time)) }
        try append(0, 5)
        try append(1, 10)
        var kept: [[Int64]] = []
        while let element = ring.next() { kept.append([Int64(element.track), element.time]) }
        #expect(kept == [[1, 4], [1, 5], [1, 6], [1, 7], [1, 8], [1, 9], [0, 5], [1, 10]])
    }
}
