import Composition
import MediaTime
import RandomNumbers
import Testing

/// Edits at random, each held against what it is defined to do to every instant.
@Suite struct RandomEditTests {
    /// What a track shows at an instant: which file, at which source time; or nothing.
    private struct Shown: Equatable {
        let path: String
        let time: RationalTime

        init?(_ track: Track, at time: RationalTime) throws {
            guard case .media(let media) = track.segment(at: time) else { return nil }
            path = media.path
            self.time = try media.mapping.sourceTime(ofTarget: time)
        }
    }

    private enum Edit {
        case insert(TimeRange, at: RationalTime)
        case gap(TimeRange)
        case remove(TimeRange)
        case scale(TimeRange, to: RationalTime)

        static func random(
            within duration: RationalTime,
            of asset: Asset,
            using generator: inout SplitMix64
        ) throws -> Edit {
            let ticks = try duration.ticks(over: 120, rounding: .down)
            let start = RationalTime(.random(in: 0..<ticks, using: &generator), 120)
            let length = RationalTime(.random(in: 1...ticks, using: &generator), 120)
            let range = try TimeRange(start: start, duration: min(length, duration - start))
            switch Int.random(in: 0..<4, using: &generator) {
            case 0 where range.duration < duration:
                return .remove(range)
            case 1:
                return .gap(range)
            case 2:
                let from = RationalTime(.random(in: 0..<200, using: &generator), 4)
                return .insert(try TimeRange(start: from, duration: RationalTime(7, 3)), at: start)
            default:
                let (above, below) = ([1, 1, 1, 2, 3] as [Int64], [1, 2, 4, 8] as [Int64])
                let target = try range.duration.scaled(
                    by: below.randomElement(using: &generator) ?? 1,
                    over: above.randomElement(using: &generator) ?? 1
                )
                return .scale(range, to: target)
            }
        }

        func apply(to composition: inout Composition, with asset: Asset) throws(CompositionError) {
            switch self {
            case .insert(let range, let time): try composition.insert(range, of: asset, at: time)
            case .gap(let range): try composition.insertGap(range)
            case .remove(let range): try composition.remove(range)
            case .scale(let range, let duration): try composition.scale(range, to: duration)
            }
        }

        /// By how much the composition becomes longer.
        func growth() throws -> RationalTime {
            switch self {
            case .insert(let range, _), .gap(let range): range.duration
            case .remove(let range): try range.duration.negated()
            case .scale(let range, let duration): try duration - range.duration
            }
        }

        /// The instant before the edit that an instant after it shows; `nil` where the edit put something there.
        func origin(of time: RationalTime) throws -> RationalTime? {
            switch self {
            case .insert(let range, let start):
                if time < start { return time }
                return try time < start + range.duration ? nil : time - range.duration
            case .gap(let range):
                if time < range.start { return time }
                return time < range.end ? nil : try time - range.duration
            case .remove(let range):
                return time < range.start ? time : try time + range.duration
            case .scale(let range, let duration):
                if time < range.start { return time }
                let end = try range.start + duration
                if time >= end { return try time - end + range.end }
                let rate = try #require(PlaybackRate(source: range.duration, target: duration))
                return try range.start + rate.sourceDuration(of: time - range.start)
            }
        }

        /// What stands at an instant that the edit filled.
        func filling(at time: RationalTime, on kind: TrackKind, with asset: Asset) throws -> RationalTime? {
            guard case .insert(let range, let start) = self else { return nil }
            let instant = try range.start + (time - start)
            return asset.tracks.contains { $0.kind == kind && $0.range.contains(instant) } ? instant : nil
        }
    }

    private func expectContiguous(_ track: Track) throws {
        var end = RationalTime.zero
        for segment in track.segments {
            #expect(segment.target.start == end && !segment.target.isEmpty)
            end = segment.target.end
            guard case .media(let media) = segment else { continue }
            let map = media.mapping
            #expect(try map.sourceTime(ofTarget: map.target.start) == map.source.start)
            #expect(try map.sourceTime(ofTarget: map.target.end) == map.source.end)
            #expect(map.source.start < map.source.end)
        }
        #expect(track.duration == end)
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `Every instant shows what the edit says, in every track`(seed: UInt64) throws {
        let asset = try CompositionTests.asset(seconds: 60)
        var generator = SplitMix64(seed: seed)
        for _ in 0..<10 {
            var composition = try CompositionTests.whole(asset)
            for _ in 0..<10 {
                let before = composition
                let edit = try Edit.random(within: before.duration, of: asset, using: &generator)
                try edit.apply(to: &composition, with: asset)
                #expect(try composition.duration == before.duration + edit.growth())
                let ticks = try composition.duration.ticks(over: 240, rounding: .down)
                let instants = (0..<8).map { _ in RationalTime(.random(in: 0..<ticks, using: &generator), 240) }
                for (old, new) in zip(before.tracks, composition.tracks) {
                    try expectContiguous(new)
                    #expect(new.duration == composition.duration)
                    for instant in instants {
                        let shown = try Shown(new, at: instant)
                        if let origin = try edit.origin(of: instant) {
                            #expect(try shown == Shown(old, at: origin))
                        } else {
                            #expect(try shown?.time == edit.filling(at: instant, on: new.kind, with: asset))
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `Edits that grow too fine fail as a whole, and those before them stay exact`(seed: UInt64) throws {
        let primes: [Int64] = [7901, 7907, 7919, 7927, 7933, 7937]
        var generator = SplitMix64(seed: seed)
        var composition = try CompositionTests.whole(CompositionTests.asset(seconds: 60))
        var failure: CompositionError?
        // Every prime multiplies the timescale, so that a few edits exhaust it.
        for _ in 0..<20 where failure == nil {
            let before = composition
            let range = try TimeRange(
                start: RationalTime(.random(in: 1...1000, using: &generator), 120),
                duration: RationalTime(.random(in: 1...1000, using: &generator), 120)
            )
            do {
                let target = try range.duration.scaled(
                    by: primes.randomElement(using: &generator) ?? 1,
                    over: primes.randomElement(using: &generator) ?? 1
                )
                try composition.scale(range, to: target)
                // What is between may not fit.
                if let sum = try? before.duration - range.duration + target { #expect(composition.duration == sum) }
                for track in composition.tracks { try expectContiguous(track) }
            } catch let error as CompositionError {
                failure = error
                #expect(composition == before)
            }
        }
        #expect(failure?.code == .timeOverflow)
    }
}
