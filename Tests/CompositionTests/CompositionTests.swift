import Composition
import MediaTime
import TestSupport
import Testing

@Suite struct CompositionTests {
    static func time(_ value: Int64, _ scale: Int32 = 1) -> RationalTime { RationalTime(value, scale) }

    static func asset(seconds: Int64 = 6) throws -> Asset {
        let whole = try TimeRange(start: .zero, duration: time(seconds))
        // Sound that starts late and ends early.
        let sound = try TimeRange(start: time(1, 2), end: time(seconds * 2 - 1, 2))
        return Asset(
            path: "clip.mp4",
            tracks: [
                AssetTrack(index: 0, kind: .video, range: whole), AssetTrack(index: 1, kind: .audio, range: sound),
            ]
        )
    }

    static func whole(_ asset: Asset) throws -> Composition {
        var composition = Composition()
        try composition.insert(TimeRange(start: .zero, end: asset.duration), of: asset, at: .zero)
        return composition
    }

    @Test func `A track without content in part of a range has gaps there`() throws {
        let composition = try Self.whole(Self.asset())
        let sound = composition.tracks[1]
        #expect(composition.duration == Self.time(6))
        #expect(sound.segments.map(\.target.duration) == [Self.time(1, 2), Self.time(5), Self.time(1, 2)])
        #expect(try sound.sourceTime(ofTarget: Self.time(1, 4)) == nil)
        #expect(try sound.sourceTime(ofTarget: Self.time(1, 2)) == Self.time(1, 2))
        #expect(try sound.sourceTime(ofTarget: Self.time(11, 2)) == nil)
    }

    @Test func `Scaling a range moves what comes after, in every track`() throws {
        var composition = try Self.whole(Self.asset())
        try composition.scale(TimeRange(start: Self.time(2), end: Self.time(4)), to: Self.time(8))
        #expect(composition.duration == Self.time(12))
        for track in composition.tracks {
            #expect(track.duration == Self.time(12))
            #expect(try track.sourceTime(ofTarget: Self.time(1)) == Self.time(1))
            #expect(try track.sourceTime(ofTarget: Self.time(6)) == Self.time(3))
            #expect(try track.sourceTime(ofTarget: Self.time(21, 2)) == Self.time(9, 2))
        }
        #expect(composition.tracks[0].segments.count == 3)
    }

    @Test func `Removing what was inserted restores the composition`() throws {
        let asset = try Self.asset()
        let before = try Self.whole(asset)
        var composition = before
        try composition.insert(TimeRange(start: Self.time(1), end: Self.time(3)), of: asset, at: Self.time(5, 3))
        #expect(composition.duration == Self.time(8))
        try composition.remove(TimeRange(start: Self.time(5, 3), duration: Self.time(2)))
        #expect(composition == before)
        try composition.insertGap(TimeRange(start: Self.time(1), duration: Self.time(7)))
        #expect(try composition.tracks[0].sourceTime(ofTarget: Self.time(8)) == Self.time(1))
        try composition.remove(TimeRange(start: Self.time(1), duration: Self.time(7)))
        #expect(composition == before)
    }

    @Test func `An edit that cannot be made leaves the composition as it was`() throws {
        let asset = try Self.asset()
        var composition = try Self.whole(asset)
        let before = composition
        let beyond = try TimeRange(start: Self.time(5), end: Self.time(7))
        func code(_ body: () throws -> Void) -> CompositionError.Code? {
            do { try body() } catch { return (error as? CompositionError)?.code }
            return nil
        }
        #expect(code { try composition.remove(beyond) } == .rangeOutside)
        #expect(code { try composition.scale(beyond, to: Self.time(1)) } == .rangeOutside)
        #expect(code { try composition.insert(beyond, of: asset, at: .zero) } == .rangeOutside)
        #expect(
            code { try composition.insert(TimeRange(start: .zero, end: Self.time(1)), of: asset, at: Self.time(9)) }
                == .rangeOutside
        )
        #expect(
            code { try composition.scale(TimeRange(start: .zero, end: Self.time(1)), to: .zero) }
                == .durationNotPositive
        )
        let awkward = try TimeRange(start: RationalTime(1, 2_147_483_647), end: RationalTime(2, 1))
        #expect(code { try composition.scale(awkward, to: RationalTime(1, 2_147_483_629)) } == .timeOverflow)
        #expect(composition == before)
    }

    @Test func `Random edits: durations add up exactly, tracks have no holes, rates are kept`() throws {
        let asset = try Self.asset(seconds: 60)
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<400 {
            var composition = try Self.whole(asset)
            var expected = asset.duration
            for _ in 0..<12 {
                let ticks = try expected.ticks(over: 120, rounding: .down)
                let start = RationalTime(.random(in: 0..<ticks, using: &generator), 120)
                let available = try expected - start
                let length = RationalTime(.random(in: 1...ticks, using: &generator), 120)
                let range = try TimeRange(start: start, duration: min(length, available))
                switch Int.random(in: 0..<4, using: &generator) {
                case 0 where range.duration < expected:
                    try composition.remove(range)
                    expected = try expected - range.duration
                case 1:
                    try composition.insertGap(range)
                    expected = try expected + range.duration
                case 2:
                    let clip = try TimeRange(
                        start: RationalTime(.random(in: 0..<100, using: &generator), 4),
                        duration: RationalTime(7, 3)
                    )
                    try composition.insert(clip, of: asset, at: start)
                    expected = try expected + clip.duration
                default:
                    let rate = try #require(
                        [PlaybackRate(1, 2), PlaybackRate(1, 4), PlaybackRate(2), PlaybackRate(1, 8)].randomElement(
                            using: &generator
                        ) ?? nil
                    )
                    let target = try rate.targetDuration(of: range.duration)
                    try composition.scale(range, to: target)
                    expected = try expected - range.duration + target
                }
                #expect(composition.duration == expected)
            }
            for track in composition.tracks {
                #expect(track.duration == expected)
                var end = RationalTime.zero
                for segment in track.segments {
                    #expect(segment.target.start == end)
                    end = segment.target.end
                    guard case .media(let media) = segment else { continue }
                    let first = try track.sourceTime(ofTarget: segment.target.start)
                    #expect(first == media.mapping.source.start)
                }
            }
        }
    }
}
