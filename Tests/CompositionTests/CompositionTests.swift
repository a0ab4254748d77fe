import Composition
import MediaTime
import Testing

@Suite struct CompositionTests {
    static func time(_ value: Int64, _ scale: Int32 = 1) -> RationalTime { RationalTime(value, scale) }

    static func second() throws -> TimeRange { try TimeRange(start: .zero, end: time(1)) }

    static func asset(seconds: Int64 = 6) throws -> Asset {
        let whole = try TimeRange(start: .zero, duration: time(seconds))
        // Audio that starts late and ends early.
        let audio = try TimeRange(start: time(1, 2), end: time(seconds * 2 - 1, 2))
        return Asset(
            path: "clip.mp4",
            tracks: [
                AssetTrack(index: 0, kind: .video, range: whole), AssetTrack(index: 1, kind: .audio, range: audio),
            ]
        )
    }

    static func silent() throws -> Asset {
        let whole = try TimeRange(start: .zero, duration: time(6))
        return Asset(path: "silent.mp4", tracks: [AssetTrack(index: 0, kind: .video, range: whole)])
    }

    static func whole(_ asset: Asset) throws -> Composition {
        var composition = Composition()
        try composition.insert(TimeRange(start: .zero, end: asset.duration), of: asset, at: .zero)
        return composition
    }

    @Test func `A track without content in part of a range has gaps there`() throws {
        let composition = try Self.whole(Self.asset())
        let audio = composition.tracks[1]
        #expect(composition.duration == Self.time(6))
        #expect(audio.segments.map(\.target.duration) == [Self.time(1, 2), Self.time(5), Self.time(1, 2)])
        #expect(try audio.sourceTime(ofTarget: Self.time(1, 4)) == nil)
        #expect(try audio.sourceTime(ofTarget: Self.time(1, 2)) == Self.time(1, 2))
        #expect(try audio.sourceTime(ofTarget: Self.time(11, 2)) == nil)
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

    /// At the end of a range that is played twice, what follows it is shown: so does a frame that lasts until then end there.
    @Test func `An instant is found where what begins at it is played`() throws {
        var edited = try Self.whole(Self.asset())
        let again = try TimeRange(start: Self.time(1), end: Self.time(2))
        try edited.insert(again, of: Self.asset(), at: Self.time(2))
        #expect(try edited.targetTime(ofSource: Self.time(1), in: "clip.mp4") == Self.time(1))
        #expect(try edited.targetTime(ofSource: Self.time(2), in: "clip.mp4") == Self.time(3))
        #expect(try edited.targetTime(ofSource: Self.time(6), in: "clip.mp4") == Self.time(7))
        #expect(try edited.targetTime(ofSource: Self.time(13, 2), in: "clip.mp4") == nil)
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
        let early = try TimeRange(start: Self.time(-1), end: Self.time(1))
        #expect(code { try composition.remove(early) } == .rangeOutside)
        #expect(code { try composition.scale(early, to: Self.time(4)) } == .rangeOutside)
        #expect(code { try composition.insertGap(early) } == .rangeOutside)
        #expect(code { try composition.scale(Self.second(), to: Self.time(-1)) } == .durationNotPositive)
        // A rate whose parts need more than 64 bits; its duration is positive all the same.
        let fine = try TimeRange(start: RationalTime(1, 2_147_483_647), end: Self.time(5))
        #expect(code { try composition.scale(fine, to: RationalTime(.max, 2_147_483_629)) } == .timeOverflow)
        let awkward = try TimeRange(start: RationalTime(1, 2_147_483_647), end: RationalTime(2, 1))
        #expect(code { try composition.scale(awkward, to: RationalTime(1, 2_147_483_629)) } == .timeOverflow)
        #expect(composition == before)
    }

    @Test func `A gap needs a track to lie in`() throws {
        var composition = Composition()
        try composition.insertGap(Self.second())
        #expect(composition == Composition())
    }

    @Test func `Tracks of different lengths stay in step`() throws {
        var composition = try Self.whole(Self.silent())
        try composition.insert(Self.second(), of: Self.asset(), at: .zero)
        #expect(composition.tracks.map(\.duration) == [Self.time(7), Self.time(1)])
        try composition.scale(TimeRange(start: Self.time(1, 2), end: Self.time(4)), to: Self.time(7))
        #expect(composition.tracks.map(\.duration) == [Self.time(21, 2), Self.time(3, 2)])
        try composition.insert(Self.second(), of: Self.asset(), at: Self.time(10))
        #expect(try composition.tracks[1].sourceTime(ofTarget: Self.time(43, 4)) == Self.time(3, 4))
        #expect(try composition.tracks[1].sourceTime(ofTarget: Self.time(9)) == nil)
    }

    @Test func `Half speed and back is the composition as it was`() throws {
        let before = try Self.whole(Self.asset())
        var composition = before
        let (third, inverse) = (PlaybackRate(1, 3), PlaybackRate(3))
        try composition.scale(by: third)
        #expect(composition.duration == Self.time(18))
        try composition.scale(by: inverse)
        #expect(composition == before)
    }

    @Test func `The same file several times is several clips`() throws {
        let composition = try Composition([Self.asset(), Self.silent(), Self.asset()])
        let clips = composition.tracks[0].segments.compactMap { segment in
            if case .media(let media) = segment { "\(media.path) \(media.occurrence)" } else { nil }
        }
        #expect(clips == ["clip.mp4 0", "silent.mp4 0", "clip.mp4 1"])
    }
}
