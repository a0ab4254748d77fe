import MediaTime
import RandomNumbers
import TestSupport
import Testing

@testable import Export

/// Rule 2 of constant frame rates against an oracle that looks every instant up by itself.
@Suite struct FrameSelectorTests {
    @Test func `120 fps to 30 shows 0, 4, 8, and at a quarter every frame once`() throws {
        let frames = try (0..<120).map { try FrameRate.fps(120).time(ofFrame: $0) }
        let normal = try mapping(from: .zero, lasting: RationalTime(1, 1), at: .normal)
        #expect(try shown(frames, normal, at: .fps(30)) == expected((0..<30).map { $0 * 4 }))
        let slow = try mapping(from: .zero, lasting: RationalTime(1, 1), at: .rate(1, 4))
        #expect(try shown(frames, slow, at: .fps(30)) == expected(Array(0..<120)))
    }

    @Test func `A one-frame flash between two output instants is passed over, one on an instant is shown`() throws {
        let frames = [RationalTime(0, 1), RationalTime(1, 30), RationalTime(3, 60), RationalTime(2, 30)]
        let mapping = try mapping(from: .zero, lasting: RationalTime(1, 10), at: .normal)
        #expect(try shown(frames, mapping, at: .fps(30)) == [0: 0, 1: 1, 2: 3])
    }

    @Test(arguments: 0..<40)
    func `Of any source, at any rate, the frame shown is the latest at or before the instant`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let unit: Int32 = [600, 1000, 30000, 90000].randomElement(using: &generator) ?? 600
        var ticks = Int64.random(in: 0...Int64(unit) / 10, using: &generator)
        let frames = (0..<200).map { _ in
            defer { ticks += .random(in: 1...Int64(unit) / 12, using: &generator) }
            return RationalTime(ticks, unit)
        }
        let rate = PlaybackRate.rate(
            .random(in: 1...9, using: &generator),
            .random(in: 1...9, using: &generator)
        )
        let frameRate = try #require(
            [FrameRate.fps(24), .fps(30), .fps(30000, 1001), .fps(120), .fps(25, 2)].randomElement(using: &generator)
        )
        // Segments begin and end between frames, and may begin before the first one.
        let start = RationalTime(.random(in: 0...Int64(unit), using: &generator), unit)
        let duration = RationalTime(.random(in: 1...4 * Int64(unit), using: &generator), unit)
        let mapping = try mapping(from: start, lasting: duration, at: rate, to: RationalTime(7, 11))

        let found = try shown(frames, mapping, at: frameRate)
        #expect(try found == oracle(frames, mapping, at: frameRate))
        // In order, and none goes back.
        #expect(found.keys.sorted().compactMap { found[$0] } == found.values.sorted())
    }

    @Test func `An open segment ends where the last frame does`() throws {
        let stated = try mapping(from: .zero, lasting: RationalTime(1, 10), at: .rate(1, 2))
        let selector = try FrameSelector(mapping: stated, frameRate: .fps(30), isOpenEnded: true)
        for frame in 0..<12 as Range<Int64> {
            let places = try selector.outputFrames(
                ofFrameFrom: RationalTime(frame, 30),
                to: RationalTime(frame + 1, 30)
            )
            #expect(places == 2 * frame..<2 * frame + 2)
        }
        #expect(!selector.covers(endingAt: RationalTime(12, 30)))
    }

    @Test func `Ten minutes of 119.88 at half speed end on the exact frame`() throws {
        let rate = FrameRate.fps(120000, 1001)
        let count: Int64 = 71928
        let end = try rate.time(ofFrame: count)
        let slow = try mapping(from: .zero, lasting: end, at: .rate(1, 2))
        let selector = try FrameSelector(mapping: slow, frameRate: .fps(60000, 1001))
        #expect(selector.outputFrames == 0..<count)
        for frame in 0..<count {
            let places = try selector.outputFrames(
                ofFrameFrom: rate.time(ofFrame: frame),
                to: rate.time(ofFrame: frame + 1)
            )
            guard places == frame..<frame + 1 else {
                Issue.record("frame \(frame) fills \(places)")
                return
            }
        }
        #expect(selector.covers(endingAt: end))
    }
}

extension FrameSelectorTests {
    private func mapping(
        from start: RationalTime,
        lasting duration: RationalTime,
        at rate: PlaybackRate,
        to target: RationalTime = .zero
    ) throws -> TimeMapping {
        try TimeMapping(
            source: TimeRange(start: start, duration: duration),
            target: TimeRange(start: target, duration: rate.targetDuration(of: duration))
        )
    }

    private func expected(_ frames: [Int]) -> [Int64: Int] {
        Dictionary(uniqueKeysWithValues: frames.enumerated().map { (Int64($0.offset), $0.element) })
    }

    /// The number of the frame that each output frame shows.
    private func shown(
        _ frames: [RationalTime],
        _ mapping: TimeMapping,
        at rate: FrameRate
    ) throws -> [Int64: Int] {
        let selector = try FrameSelector(mapping: mapping, frameRate: rate)
        var shown: [Int64: Int] = [:]
        for (index, frame) in frames.enumerated() {
            let end = index + 1 < frames.count ? frames[index + 1] : nil
            for place in try selector.outputFrames(ofFrameFrom: frame, to: end) {
                #expect(shown.updateValue(index, forKey: place) == nil)
            }
        }
        return shown
    }

    private func oracle(
        _ frames: [RationalTime],
        _ mapping: TimeMapping,
        at rate: FrameRate
    ) throws -> [Int64: Int] {
        var shown: [Int64: Int] = [:]
        var place: Int64 = 0
        while case let instant = try rate.time(ofFrame: place), instant < mapping.target.end {
            if instant >= mapping.target.start {
                let source = try mapping.sourceTime(ofTarget: instant)
                shown[place] = frames.lastIndex { $0 <= source }
            }
            place += 1
        }
        return shown
    }
}
