import FFmpeg
import MediaTime
import TestSupport
import Testing

@testable import Export

/// The same instant in two recordings.
@Suite struct CommonTimeTests {
    private func clock(_ seconds: RationalTime, _ name: String = "a") -> RecordedClock {
        RecordedClock(name: name, origin: seconds)
    }

    @Test func `What one shows at a time the other shows at another`() throws {
        let time = try #require(CommonTime(clock(RationalTime(100, 1)), clock(RationalTime(200_007, 2000))))
        #expect(time.offset == RationalTime(7, 2000))
        #expect(try time.second(at: RationalTime(1, 1)) == RationalTime(1993, 2000))
        #expect(try time.first(at: time.second(at: RationalTime(5, 3))) == RationalTime(5, 3))
        let turned = try #require(CommonTime(clock(RationalTime(200_007, 2000)), clock(RationalTime(100, 1))))
        #expect(turned.offset == RationalTime(-7, 2000))
    }

    @Test func `What both show is as long in each`() throws {
        let time = try #require(CommonTime(clock(RationalTime(10, 1)), clock(RationalTime(12, 1))))
        let four = try TimeRange(start: .zero, duration: RationalTime(4, 1))
        let overlap = try #require(try time.overlap(four, four))
        #expect(overlap.first == (try TimeRange(start: RationalTime(2, 1), duration: RationalTime(2, 1))))
        #expect(overlap.second == (try TimeRange(start: .zero, duration: RationalTime(2, 1))))
        let two = try TimeRange(start: .zero, duration: RationalTime(2, 1))
        #expect(try time.overlap(two, four) == nil)
    }

    @Test func `Instants of two clocks are not compared`() {
        #expect(CommonTime(clock(.zero, "a"), clock(.zero, "b")) == nil)
    }

    @Test(
        arguments: [
            (["overcrank.start.monotonic": "7/2", "overcrank.start.clock": "x"], RationalTime(7, 2)),
            (["overcrank.start.monotonic": "7/2"], nil), (["overcrank.start.clock": "x"], nil),
            (["overcrank.start.monotonic": "7", "overcrank.start.clock": "x"], nil),
            (["overcrank.start.monotonic": "7/0", "overcrank.start.clock": "x"], nil),
            (["overcrank.start.monotonic": "7/-1", "overcrank.start.clock": "x"], nil),
            (["overcrank.start.monotonic": "99999999999999999999/1", "overcrank.start.clock": "x"], nil),
        ] as [([String: String], RationalTime?)]
    )
    func `A file says its clock, or nothing`(texts: [String: String], origin: RationalTime?) throws {
        let scratch = try ScratchDirectory()
        var clip = Clip("mkv", frames: 4, at: .fps(25), codec: .ffv1)
        clip.metadata = texts.map { MetadataEntry(key: $0, value: $1) }
        let media = try MediaDescription(ofFile: clip.write(to: scratch))
        #expect(RecordedClock(media)?.origin == origin)
        #expect(RecordedClock(media)?.name == origin.map { _ in "x" })
    }
}
