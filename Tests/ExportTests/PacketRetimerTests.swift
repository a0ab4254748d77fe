import FFmpeg
import MediaTime
import TestSupport
import Testing

@testable import Export

@Suite struct PacketRetimerTests {
    /// Presentation and decoding times of eight frames with two B-frames, in decoding order.
    static let reordered: [(pts: Int64, dts: Int64)] = [
        (0, -2), (3, -1), (1, 0), (2, 1), (6, 2), (4, 3), (5, 4), (7, 5),
    ]

    @Test func `Presentation and decoding times are mapped alike, and order is kept`() throws {
        var retimer = try retimer(at: .rate(1, 2), timescale: 30)
        for (pts, dts) in Self.reordered {
            #expect(try retimer.retime(pts, dts) == Stamps(pts: pts * 2, dts: dts * 2, duration: 2))
        }
    }

    @Test(arguments: [Int32(1000), 29, 12345])
    func `Durations that must be rounded add up: each ends where the next begins`(timescale: Int32) throws {
        var retimer = try retimer(at: .rate(3, 7), timescale: timescale)
        var end: Int64?
        for tick in 0..<300 as Range<Int64> {
            let stamps = try retimer.retime(tick, tick)
            if let end { #expect(stamps.pts == end) }
            end = stamps.pts.map { $0 + stamps.duration }
        }
        let exact = try RationalTime(300 * 7, 3 * 30).ticks(over: timescale, rounding: .nearest)
        #expect(end == exact)
    }

    @Test func `A clock coarser than the frames never repeats a decoding time`() throws {
        var retimer = try retimer(at: .rate(8), timescale: 24)
        var last: Int64?
        for (pts, dts) in Self.reordered {
            let stamps = try retimer.retime(pts, dts)
            let (presentation, decoding) = (try #require(stamps.pts), try #require(stamps.dts))
            if let last { #expect(decoding > last) }
            #expect(presentation >= decoding)
            last = decoding
        }
    }

    /// The intervals grow, and decoding lags behind what is presented.
    @Test func `What is decoded later than it is presented is decoded as early`() throws {
        var retimer = try retimer(at: .rate(1, 2), timescale: 30)
        let source: [(pts: Int64, dts: Int64)] = [(0, 0), (9, 3), (5, 7), (13, 14), (17, 21)]
        for (pts, dts) in source {
            #expect(try retimer.retime(pts, dts) == Stamps(pts: 2 * pts, dts: 2 * min(pts, dts), duration: 2))
        }
        #expect(retimer.moved.warning == nil)
    }

    @Test func `A packet without times stays without`() throws {
        var retimer = try retimer(at: .rate(1, 2), timescale: 30)
        let stamps = try retimer.retime(nil, nil)
        #expect(stamps.pts == nil)
        #expect(stamps.dts == nil)
    }

    @Test func `Times outside the segments go on at the nearest segment's rate`() throws {
        let first = try TimeMapping(
            source: TimeRange(start: RationalTime(1, 1), end: RationalTime(2, 1)),
            target: TimeRange(start: .zero, end: RationalTime(2, 1))
        )
        let second = try TimeMapping(
            source: TimeRange(start: RationalTime(2, 1), end: RationalTime(3, 1)),
            target: TimeRange(start: RationalTime(2, 1), end: RationalTime(3, 1))
        )
        var retimer = PacketRetimer(segments: [first, second], clock: Self.clock, timeBase: TimeBase(1, 30))
        #expect(try retimer.retime(27, 27).pts == -6)
        #expect(try retimer.retime(75, 75).pts == 75)
        #expect(try retimer.retime(96, 96).pts == 96)
    }

    /// What begins or ends in what was taken out does so at the cut: texts were too short, or began too early.
    @Test func `Times between segments are where the later one begins`() throws {
        let first = try TimeMapping(
            source: TimeRange(start: .zero, end: RationalTime(2, 1)),
            target: TimeRange(start: .zero, end: RationalTime(2, 1))
        )
        let second = try TimeMapping(
            source: TimeRange(start: RationalTime(4, 1), end: RationalTime(6, 1)),
            target: TimeRange(start: RationalTime(2, 1), end: RationalTime(4, 1))
        )
        var retimer = PacketRetimer(segments: [first, second], clock: Self.clock, timeBase: TimeBase(1, 30))
        #expect(try retimer.retime(30, 30, lasting: 60) == Stamps(pts: 30, dts: 30, duration: 30))
        #expect(try retimer.retime(105, 105, lasting: 30) == Stamps(pts: 60, dts: 60, duration: 15))
        #expect(try retimer.retime(121, 121, lasting: 30) == Stamps(pts: 61, dts: 61, duration: 30))
    }

    /// Thirtieths of a second.
    private static var clock: SourceClock { SourceClock(track: .frames(timescale: 30), origin: .zero) }

    private func retimer(at rate: PlaybackRate, timescale: Int32) throws -> PacketRetimer {
        let source = try TimeRange(start: .zero, duration: RationalTime(10, 1))
        let target = try TimeRange(start: .zero, duration: rate.targetDuration(of: source.duration))
        return PacketRetimer(
            segments: [try TimeMapping(source: source, target: target)],
            clock: Self.clock,
            timeBase: TimeBase(1, timescale)
        )
    }
}

private struct Stamps: Equatable {
    var pts: Int64?
    var dts: Int64?
    var duration: Int64
}

extension PacketRetimer {
    /// Retimes a packet that lasts so many ticks.
    fileprivate mutating func retime(_ pts: Int64?, _ dts: Int64?, lasting duration: Int64 = 1) throws -> Stamps {
        let packet = try Packet()
        packet.pts = pts
        packet.dts = dts
        packet.duration = duration
        try retime(packet)
        return Stamps(pts: packet.pts, dts: packet.dts, duration: packet.duration)
    }
}
