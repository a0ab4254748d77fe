import Composition
import MediaTime
import TestSupport
import Testing

/// What is played there and back.
@Suite struct BoomerangTests {
    @Test func `A boomerang goes back without the frames at its ends`() throws {
        var composition = try Composition([asset(video: range(0, 10))])
        // Frames of a twentieth of a second.
        try composition.apply([.repetition(range(2, 4), 2, isBoomerang: true), .rate(range(3, 4), .rate(1, 2))]) {
            there in
            #expect(there.kind == .video && there.duration == RationalTime(3, 1))
            return try TimeRange(start: RationalTime(1, 20), end: there.duration - RationalTime(1, 10))
        }
        let once = ["1: 2..3", "1/2: 3..4", "-1/2: 3..79/20", "-1: 41/20..3"]
        for track in composition.tracks {
            #expect(
                track.segments.map(\.course)
                    == ["1: 0..3"] + once.dropFirst() + once + ["1: 4..10"]
            )
        }
        #expect(composition.duration == RationalTime(197, 10))
    }

    /// Where the video begins later, ends earlier or stands still, the sound lost seconds of its way back.
    @Test(
        arguments: [
            ((0, 2), (1, 10), (19, 10), ["1: 0..10", "-1: 1/10..10"]),
            ((4, 10), (41, 10), (99, 10), ["1: 0..10", "-1: 0..99/10"]),
            ((0, 10), (10, 1), (10, 1), ["1: 0..10", "-1: 0..10"]),
            ((0, 10), (1, 10), (99, 10), ["1: 0..10", "-1: 1/10..99/10"]),
        ] as [((Int64, Int64), (Int64, Int64), (Int64, Int64), [String])]
    )
    func `Sound goes all the way back where frames do not turn with it`(
        video: (start: Int64, end: Int64),
        start: (Int64, Int64),
        end: (Int64, Int64),
        heard: [String]
    ) throws {
        let asset = try asset(video: range(video.start, video.end))
        var composition = try Composition([asset])
        try composition.apply([.repetition(range(0, 10), 1, isBoomerang: true)]) { _ in
            try TimeRange(start: RationalTime(start.0, start.1), end: RationalTime(end.0, end.1))
        }
        let track = try #require(composition.tracks.first { $0.kind == .audio })
        #expect(track.segments.map(\.course) == heard)
        var silent = try Composition([Asset(path: "clip.mp4", tracks: [asset.tracks[0]])])
        let whole = try TimeRange(start: .zero, duration: silent.duration)
        try silent.apply([.repetition(whole, 1, isBoomerang: true)]) { try TimeRange(start: $0.duration, end: .zero) }
        #expect(silent.duration == whole.duration)
    }

    /// Video, and ten seconds of audio.
    private func asset(video: TimeRange) throws -> Asset {
        Asset(
            path: "clip.mp4",
            tracks: [
                AssetTrack(index: 0, kind: .video, range: video),
                AssetTrack(index: 1, kind: .audio, range: try range(0, 10)),
            ]
        )
    }

    private func range(_ start: Int64, _ end: Int64) throws -> TimeRange {
        try TimeRange(start: .seconds(start), end: .seconds(end))
    }
}
