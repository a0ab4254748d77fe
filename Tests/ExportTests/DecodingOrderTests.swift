import FFmpeg
import Testing

@testable import Export

@Suite struct DecodingOrderTests {
    /// The decoding times that packets have behind it, in a track of 1000 ticks a second.
    private func ordered(_ times: [Int64?], every frame: Double? = nil) throws -> [Int64?] {
        let track = MediaTrack.frames(timescale: 1000)
        let order = try #require(DecodingOrder(of: track, areComputed: frame != nil, frame: frame))
        var waiting = times[...]
        func read() throws(FFmpegError) -> Packet? {
            guard let time = waiting.popFirst() else { return nil }
            let packet = try Packet()
            packet.dts = time
            return packet
        }
        var result: [Int64?] = []
        while let packet = try order.next(read) { result.append(packet.dts) }
        return result
    }

    @Test func `What goes forwards stays as it is`() throws {
        let times: [Int64?] = (0..<100).map { $0 == 50 ? nil : 20 * $0 }
        #expect(try ordered(times) == times)
        #expect(try ordered([0, 0, 1, 1, 2]) == [0, 0, 1, 1, 2])
        #expect(try ordered([]) == [])
    }

    @Test func `A time that is later than others behind it is taken back`() throws {
        #expect(try ordered([0, 60, 20, 40, 60, 80]) == [0, 19, 20, 40, 60, 80])
        #expect(try ordered([0, 60, 80, 20, 40]) == [0, 18, 19, 20, 40])
        // Between two that are alike nothing is free.
        #expect(try ordered([0, 60, 0, 20]) == [0, 0, 0, 20])
    }

    /// libavformat computes them from those of presentation, by a depth of reordering that may be too small.
    @Test func `Times that are computed are a frame apart`() throws {
        #expect(try ordered([0, 133, 67, 33, 100], every: 100 / 3) == [0, 0, 0, 33, 100])
        #expect(try ordered([900, 967, 1100, 1033, 1000, 1067], every: 100 / 3) == [900, 967, 967, 967, 1000, 1067])
    }

    @Test func `A clock that begins anew does`() throws {
        let times: [Int64?] = [5000, 5020, 5040, 0, 20]
        #expect(try ordered(times) == times)
    }
}
