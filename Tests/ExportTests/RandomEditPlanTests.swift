import Composition
import MediaTime
import RandomNumbers
import TestSupport
import Testing

@testable import Export

/// Thousands of random lists of edits, and what the plan makes of them, against an oracle that looks every output instant up
/// by itself.
@Suite struct RandomEditPlanTests {
    private let frameRate = FrameRate.fps(30)

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `Durations add up, the map is monotone, and every place shows what it should`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<20 {
            let frames = Self.timestamps(using: &generator)
            let end = try frames[frames.count - 1] + RationalTime(1, 120)
            let asset = Asset(
                path: "clip.mp4",
                tracks: [AssetTrack(index: 0, kind: .video, range: try TimeRange(start: .zero, end: end))]
            )
            let edits = try RandomEdits.make(within: end, using: &generator)
            var composition = try Composition([asset])
            try composition.apply(edits)
            #expect(try composition.duration == end + RandomEdits.growth(of: edits, within: asset.tracks[0].range))
            try expectPlan(of: composition.tracks[0], frames)
        }
    }

    private func expectPlan(of track: Track, _ frames: [RationalTime]) throws {
        var place: Int64 = 0
        for segment in track.segments {
            guard case .media(let media) = segment else { continue }
            let map = media.mapping
            let selector = try FrameSelector(mapping: map, frameRate: frameRate)
            #expect(selector.outputFrames.lowerBound == place)
            place = selector.outputFrames.upperBound
            // The frames about the segment's part of the source; no others can be shown.
            let near = frames.indices.filter { index in
                let end = index + 1 < frames.count ? frames[index + 1] : map.source.end
                return frames[index] <= map.source.end && end >= map.source.start
            }
            let shown = try shown(frames, near, selector)
            let starts = try near.map { ($0, try Self.start(of: frames[$0], in: map)) }
            // Every place is filled, forwards in order and backwards in reverse.
            #expect(shown.keys.sorted() == Array(selector.outputFrames))
            for slot in selector.outputFrames {
                let instant = try frameRate.time(ofFrame: slot)
                #expect(try shown[slot] == Self.frame(at: instant, of: map, frames, starts))
            }
        }
        #expect(place == (try frameRate.frame(at: track.duration, rounding: .up)))
    }

    private func shown(_ frames: [RationalTime], _ near: [Int], _ selector: FrameSelector) throws -> [Int64: Int] {
        var shown: [Int64: Int] = [:]
        for index in near {
            let end = index + 1 < frames.count ? frames[index + 1] : nil
            for place in try selector.outputFrames(ofFrameFrom: frames[index], to: end) {
                #expect(shown.updateValue(index, forKey: place) == nil)
            }
        }
        return shown
    }

    /// The latest frame at or before the instant's source time; backwards, the latest before it.
    private static func frame(
        at instant: RationalTime,
        of map: TimeMapping,
        _ frames: [RationalTime],
        _ starts: [(Int, RationalTime)]
    ) throws -> Int? {
        switch map.course {
        case .ramp: return starts.last { $0.1 <= instant }?.0
        case .constant, .hold:
            let source = try map.sourceTime(ofTarget: instant)
            return frames.lastIndex { $0 <= source }
        case .reverse:
            let source = try map.sourceTime(ofTarget: instant)
            return frames.lastIndex { $0 < source }
        }
    }

    /// When a ramp plays a frame, to a tick that no output instant lies within: the exact source time of an output
    /// instant may need more than a `RationalTime`.
    private static func start(of timestamp: RationalTime, in map: TimeMapping) throws -> RationalTime {
        RationalTime(try map.targetTicks(ofSource: timestamp, over: 705_600_000, rounding: .up), 705_600_000)
    }

    /// Some three seconds of frames, constant or not.
    private static func timestamps(using generator: inout SplitMix64) -> [RationalTime] {
        let isVariable = Bool.random(using: &generator)
        var ticks: Int64 = 0
        return (0..<90).map { _ in
            defer { ticks += isVariable ? .random(in: 1...8, using: &generator) : 4 }
            return RationalTime(ticks, 120)
        }
    }
}

/// Edits that do not overlap.
enum RandomEdits {
    static func make(
        within duration: RationalTime,
        using generator: inout SplitMix64
    ) throws -> [Edit] {
        let rates: [PlaybackRate] = [
            .rate(1, 4), .rate(1, 3), .rate(1, 2), .rate(2, 3), .normal, .rate(3, 2), .rate(2),
        ]
        func rate() -> PlaybackRate { rates.randomElement(using: &generator) ?? .normal }
        var edits: [Edit] = []
        let end = try duration.ticks(over: 60, rounding: .down)
        var position: Int64 = .random(in: 0...20, using: &generator)
        while position < end - 60 {
            let length: Int64 = .random(in: 5...60, using: &generator)
            let range = try TimeRange(start: RationalTime(position, 60), duration: RationalTime(length, 60))
            switch Int.random(in: 0..<7, using: &generator) {
            case 6:
                let isBoomerang = Bool.random(using: &generator)
                edits.append(.repetition(range, .random(in: 1...3, using: &generator), isBoomerang: isBoomerang))
            case 0: edits.append(.rate(range, rate()))
            case 1: edits.append(.duration(range, RationalTime(.random(in: 10...120, using: &generator), 60)))
            case 2: edits.append(.ramp(range, from: rate(), to: rate(), .linear))
            case 3: edits.append(.ramp(range, from: rate(), to: rate(), .smooth))
            case 4: edits.append(.reverse(range, rate()))
            default: edits.append(.hold(at: range.start, RationalTime(.random(in: 1...60, using: &generator), 60)))
            }
            position += length + .random(in: 0...30, using: &generator)
        }
        return edits.shuffled(using: &generator)
    }

    /// By how much they make a composition longer.
    static func growth(of edits: [Edit], within whole: TimeRange) throws -> RationalTime {
        var growth = RationalTime.zero
        for edit in edits {
            let range = try edit.span(within: whole)
            switch edit.change {
            case .rate(let rate), .reverse(let rate):
                growth = try growth + rate.targetDuration(of: range.duration) - range.duration
            case .duration(let duration):
                growth = try growth + duration - range.duration
            case .ramp(let from, let to, _):
                let sum = PlaybackRate.rate(
                    from.numerator * to.denominator + to.numerator * from.denominator,
                    from.denominator * to.denominator
                )
                growth = try growth + sum.targetDuration(of: range.duration).scaled(by: 2, over: 1) - range.duration
            case .hold(let duration):
                growth = try growth + duration
            case .repetition(let times, let isBoomerang):
                let more = times * (isBoomerang ? 2 : 1) - 1
                growth = try growth + range.duration.scaled(by: Int64(more), over: 1)
            }
        }
        return growth
    }
}
