import Composition
import MediaTime
import TestSupport
import Testing

@Suite struct EditTests {
    @Test func `Edits are in source time, in whatever order they are given`() throws {
        let edits: [Edit] = [
            .rate(try range(2, 4), .rate(1, 4)),
            .ramp(try range(1, 2), from: .normal, to: .rate(1, 4), .linear),
            .hold(at: RationalTime(3, 1), .seconds(2)),
            .reverse(try range(5, 6), .normal),
        ]
        let expected = try edited(edits)
        for order in [[3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]] {
            #expect(try edited(order.map { edits[$0] }) == expected)
        }
        // 1 + 1.6 + 8 and 2 (hold) + 1 + 1 + 4
        #expect(expected.duration == RationalTime(93, 5))
    }

    @Test func `A hold within a range interrupts it`() throws {
        let slow = try edited([.rate(range(3, 4), .rate(1, 4)), .hold(at: RationalTime(7, 2), .seconds(1))])
        #expect(
            slow.tracks[0].segments.map(\.text) == [
                "1: 0..3 → 0..3", "1/4: 3..7/2 → 3..5", "hold: 7/2..7/2 → 5..6", "1/4: 7/2..4 → 6..8",
                "1: 4..10 → 8..14",
            ]
        )
        #expect(slow.tracks[1].segments.map(\.text)[2] == "gap → 5..6")
        #expect(slow.tracks[1].duration == slow.tracks[0].duration)
        let back = try edited([
            .reverse(range(2, 6), .rate(2)), .hold(at: RationalTime(3, 1), .seconds(1)),
            .hold(at: RationalTime(5, 1), .seconds(2)),
        ])
        #expect(
            back.tracks[0].segments.map(\.text) == [
                "1: 0..2 → 0..2", "-2: 5..6 → 2..5/2", "hold: 5..5 → 5/2..9/2", "-2: 3..5 → 9/2..11/2",
                "hold: 3..3 → 11/2..13/2", "-2: 2..3 → 13/2..7", "1: 6..10 → 7..11",
            ]
        )
    }

    @Test func `A ramp goes on after a hold as if it had not been`() throws {
        let ramp = Edit.ramp(try range(2, 4), from: .normal, to: .rate(1, 4), .smooth)
        let plain = try edited([ramp])
        let held = try edited([ramp, .hold(at: RationalTime(3, 1), .seconds(1))])
        #expect(held.duration == (try plain.duration + .seconds(1)))
        let hold = try #require(held.tracks[0].segments.first { $0.text.hasPrefix("hold") })
        // Samples of a ramp: the exact fractions of a smooth one have too many digits.
        func source(_ composition: Composition, _ instant: RationalTime) throws -> Int64? {
            guard case .media(let media) = composition.tracks[0].segment(at: instant) else { return nil }
            return try media.mapping.sourceTicks(ofTarget: instant, over: 1_000_000, rounding: .nearest)
        }
        for offset in 1...50 {
            let before = try hold.target.start - RationalTime(Int64(offset), 50)
            #expect(try source(held, before) == source(plain, before))
            let after = try hold.target.start + RationalTime(Int64(offset), 50)
            #expect(try source(held, after + .seconds(1)) == source(plain, after))
        }
    }

    @Test func `Each kind of edit is a kind of map`() throws {
        let composition = try edited([
            .rate(try range(0, 1), .rate(1, 2)),
            .duration(try range(1, 2), .seconds(4)),
            .ramp(try range(2, 3), from: .rate(1, 4), to: .normal, .smooth),
            .hold(at: RationalTime(3, 1), RationalTime(3, 2)),
            .reverse(try range(3, 5), .rate(2)),
        ])
        let video = try #require(composition.tracks.first)
        #expect(
            video.segments.map(\.text) == [
                "1/2: 0..1 → 0..2", "1/4: 1..2 → 2..6", "1/4~1: 2..3 → 6..38/5", "hold: 3..3 → 38/5..91/10",
                "-2: 3..5 → 91/10..101/10", "1: 5..10 → 101/10..151/10",
            ]
        )
        // Nothing is heard while a frame is held.
        let audio = try #require(composition.tracks.last)
        #expect(audio.segments.map(\.text)[3] == "gap → 38/5..91/10")
        #expect(audio.duration == video.duration)
        #expect(audio.segments.count == video.segments.count)
    }

    @Test func `A hold shows the subtitles of its instant, where their track goes so far`() throws {
        for (seconds, shown) in [(10, "hold: 3..3 → 3..5"), (2, "gap → 2..12")] as [(Int64, String)] {
            let asset = Asset(
                path: "clip.mkv",
                tracks: [
                    AssetTrack(index: 0, kind: .video, range: try range(0, 10)),
                    AssetTrack(index: 1, kind: .subtitle, range: try range(0, seconds)),
                ]
            )
            var composition = try Composition([asset])
            try composition.apply([.hold(at: .seconds(3), .seconds(2))])
            let texts = try #require(composition.tracks.last).segments.map(\.text)
            #expect(texts.dropFirst().first == shown)
        }
    }

    @Test func `In a trimmed asset edits keep the asset's clock`() throws {
        let asset = try Self.asset(seconds: 10)
        var composition = Composition()
        try composition.insert(range(2, 8), of: asset, at: .zero)
        try composition.apply([.rate(range(3, 5), .rate(1, 2))], from: RationalTime(2, 1))
        let sources = composition.tracks[0].segments.map(\.text)
        #expect(sources == ["1: 2..3 → 0..1", "1/2: 3..5 → 1..5", "1: 5..8 → 5..8"])
        let early = Edit.rate(try range(1, 3), .rate(2))
        #expect(try code { try composition.apply([early], from: RationalTime(2, 1)) } == .rangeOutside)
    }

    /// Four seconds of video, and three of audio.
    private func withShorterAudio() throws -> Composition {
        let asset = Asset(
            path: "short.mp4",
            tracks: [
                AssetTrack(index: 0, kind: .video, range: try range(0, 4)),
                AssetTrack(index: 1, kind: .audio, range: try range(0, 3)),
            ]
        )
        return try Composition([asset])
    }

    @Test func `A ramp across the end of a shorter track is the same ramp in both`() throws {
        var composition = try withShorterAudio()
        try composition.apply([.ramp(range(2, 4), from: .normal, to: .rate(1, 2), .linear)])
        let (video, audio) = (composition.tracks[0].segments[1], composition.tracks[1].segments[1])
        guard case .media(let long) = video, case .media(let short) = audio else {
            Issue.record("no media")
            return
        }
        #expect(short.mapping.course == long.mapping.course)
        #expect(short.mapping.source.end == RationalTime(3, 1))
        // t − t² · 3/32 = 1.
        let exact = 2 + 16.0 / 3 * (1 - (1 - 3.0 / 8).squareRoot())
        #expect(abs(short.mapping.target.end.seconds - exact) < 1e-6)
        #expect(long.mapping.target.end == (try RationalTime(2, 1) + RationalTime(8, 3)))
    }

    @Test(
        arguments: [
            ([.hold(at: RationalTime(11, 1), .seconds(1))], .rangeOutside),
            ([.hold(at: RationalTime(1, 1), .zero)], .durationNotPositive),
            ([.hold(at: RationalTime(1, 1), .seconds(1)), .hold(at: RationalTime(1, 1), .seconds(2))], .overlap),
        ] as [([Edit], CompositionError.Code)]
    )
    func `What cannot be is refused, and changes nothing`(edits: [Edit], expected: CompositionError.Code) throws {
        var composition = try Composition([Self.asset(seconds: 10)])
        let before = composition
        #expect(try code { try composition.apply(edits) } == expected)
        #expect(composition == before)
    }

    @Test func `Overlaps name both edits`() throws {
        let edits: [Edit] = [.rate(try range(1, 3), .rate(1, 2)), .rate(try range(2, 4), .rate(1, 3))]
        do {
            _ = try edited(edits)
            Issue.record("nothing was refused")
        } catch let error as CompositionError {
            for edit in edits { #expect(error.message.contains("\(edit)")) }
        }
        // Also where they do not stand beside each other, and as they were written.
        let written = try ["1s..00:00:03@50%", "2.5s+1s", "2.75s..4s@2x"].map(Edit.init(parsing:))
        let resolved = try written.compactMap { edit in
            try edit.resolved(within: range(0, 10)) { if case .time(let time) = $0 { time } else { .zero } }
        }
        #expect(resolved == written)
        #expect {
            try edited(resolved)
        } throws: {
            ($0 as? CompositionError)?.message
                == "the edits 1s..00:00:03@50% and 2.75s..4s@2x overlap from 00:00:02.750 to 00:00:03.000"
        }
    }

    @Test(
        arguments: [
            (["3s..4s@2", "1s..5s@1/2"], ["1s..5s@1/2", "3s..4s@2"], 3.0, 4.0, "from 00:00:03.000 to 00:00:04.000"),
            (["2s+1s", "2s+3s"], ["2s+1s", "2s+3s"], 2, 2, "at 00:00:02.000"),
            (["1s..3s*2", "2s..4s@2"], ["2s..4s@2", "1s..3s*2"], 2, 3, "from 00:00:02.000 to 00:00:03.000"),
            (["1s..5/3s@2", "1.66666s..4s@2"], ["1s..5/3s@2", "1.66666s..4s@2"], 1.66666, 5.0 / 3, "at 00:00:01.667"),
        ] as [([String], [String], Double, Double, String)]
    )
    func `An overlap says where in the clip it is`(
        texts: [String],
        names: [String],
        start: Double,
        end: Double,
        place: String
    ) throws {
        // Of a composition that begins at 1 s.
        var composition = try Composition([Self.asset(seconds: 9)])
        #expect {
            try composition.apply(texts.map(Edit.init(parsing:)), from: .seconds(1))
        } throws: {
            guard let error = $0 as? CompositionError, error.code == .overlap, let range = error.range else {
                return false
            }
            return error.edits == names && abs(range.start.seconds - start) + abs(range.end.seconds - end) < 1e-9
                && error.message.hasSuffix("overlap \(place)")
        }
    }

    @Test func `Of an edit that is played in part, rates stay what they are`() throws {
        for (text, part) in [
            ("2s..9s@1/4", "2s..3s@1/4"), ("2s..9s@-1", "2s..3s@-1"), ("2s..3s@1/4", "2s..3s@1/4"), ("3s..4s@1/4", nil),
            ("0s..2s@1/4", "1s..2s@1/4"), ("0s..9s@2", "1s..3s@2"), ("0s..1s@2", nil), ("0s..2s*2", "1s..2s*2"),
            ("2s..9s*3 boomerang", "2s..3s*3 boomerang"), ("1s..2s@1..1/4", "1s..2s@1..1/4"), ("4s..5s=1s", nil),
            ("0.5s+1s", nil), ("1s+1s", "1s+1s"), ("3s+9s", "3s+9s"), ("3.5s+1s", nil),
            // What lasts a duration lasts its share.
            ("2s..9s=1s", "2s..3s@7"), ("0s..2s=1s", "1s..2s@2"), ("1s..2s=9s", "1s..2s=9s"),
        ] {
            #expect(try Edit(parsing: text).part(within: range(1, 3)) == part.map(Edit.init(parsing:)), "\(text)")
        }
        #expect(try Edit(parsing: "2s..9s=1s").part(within: range(1, 3))?.name == "2s..9s=1s")
    }

    @Test(arguments: [RampShape.linear, .smooth], [(1, 3), (2, 5), (3, 4)])
    func `Of a ramp that is played in part, rates stay what they are`(shape: RampShape, played: (Int64, Int64)) throws {
        let ramp = Edit.ramp(try range(2, 4), from: .normal, to: .rate(1, 4), shape)
        let hold = Edit.hold(at: RationalTime(7, 2), .seconds(1))
        let whole = try edited([ramp, hold])
        // The same part of the clip, trimmed before it is edited.
        var composition = try Composition([Self.asset(seconds: 10)])
        try composition.remove(range(played.1, 10))
        try composition.remove(range(0, played.0))
        let part = try [ramp, hold].compactMap { try $0.part(within: range(played.0, played.1)) }
        try composition.apply(part, from: .seconds(played.0))
        /// Where an instant of the clip is in the result.
        func place(_ instant: RationalTime, in composition: Composition) throws -> Double? {
            for case .media(let media) in composition.tracks[0].segments
            where media.mapping.isForward && media.mapping.source.contains(instant) {
                return try media.mapping.targetTime(ofSource: instant).seconds
            }
            return nil
        }
        let instants = (played.0 * 8..<played.1 * 8).map { RationalTime($0, 8) }
        let origin = try #require(try place(instants[0], in: whole))
        for instant in instants {
            let expected = try #require(try place(instant, in: whole))
            let found = try #require(try place(instant, in: composition))
            #expect(abs(found - (expected - origin)) < 3e-6, "\(instant)")
        }
        for track in composition.tracks { #expect(track.duration == composition.duration) }
    }

    @Test func `An edit that ends before it begins is refused`() throws {
        #expect {
            try Edit(parsing: "2.5s..1s@1/2").resolved(within: range(0, 10)) {
                if case .time(let time) = $0 { time } else { .zero }
            }
        } throws: {
            ($0 as? CompositionError)?.message == "the edit 2.5s..1s@1/2 ends before it begins"
        }
    }

    @Test func `What is a ramp already cannot become another`() throws {
        var composition = try edited([.ramp(range(1, 3), from: .normal, to: .rate(2), .linear)])
        let before = composition
        let again = Edit.reverse(try TimeRange(start: .zero, duration: .seconds(2)), .normal)
        #expect(try code { try composition.apply([again]) } == .unsupported)
        #expect(composition == before)
    }

    @Test func `A range is repeated with the edits in it`() throws {
        let composition = try edited([
            .repetition(range(2, 6), 2), .rate(range(3, 4), .rate(1, 2)), .hold(at: RationalTime(5, 1), .seconds(1)),
            // These stand beside it.
            .hold(at: RationalTime(2, 1), .seconds(3)), .hold(at: RationalTime(6, 1), .seconds(5)),
        ])
        let once = ["1: 2..3", "1/2: 3..4", "1: 4..5", "hold: 5..5", "1: 5..6"]
        #expect(
            composition.tracks[0].segments.map(\.course)
                == ["1: 0..2", "hold: 2..2"] + once + once + ["hold: 6..6", "1: 6..10"]
        )
        #expect(composition.duration == RationalTime(10 + 1 + 1 + 6 + 3 + 5, 1))
        for track in composition.tracks { #expect(track.duration == composition.duration) }
    }

    @Test func `Repetitions lie in one another, and the last of several repeats the others`() throws {
        let nested = try edited([.repetition(range(1, 5), 2), .repetition(range(2, 3), 3)])
        #expect(nested == (try edited([.repetition(range(2, 3), 3), .repetition(range(1, 5), 2)])))
        #expect(nested.duration == RationalTime(5 + 1 + 2 * 6, 1))
        let all = try edited([.repetition(range(0, 10), 2), .repetition(range(0, 10), 3, isBoomerang: true)])
        #expect(all.duration == RationalTime(120, 1))
        // What stands at both ends of all there is belongs to it.
        let held = try edited([
            .repetition(range(0, 10), 2), .hold(at: .zero, .seconds(1)), .hold(at: .seconds(10), .seconds(1)),
        ])
        #expect(held.duration == RationalTime(24, 1))
        let many = (0..<5).map { _ in Edit.repetition(.instant(.zero), 1) }
        #expect(try code { _ = try edited(many) } == .rangeOutside)
        let thousand = Edit.repetition(try range(0, 10), 1000)
        #expect(
            try code { _ = try edited([thousand, thousand, thousand, thousand, thousand, thousand, thousand]) }
                == .unsupported
        )
        #expect(try code { _ = try edited([.repetition(range(1, 4), 2), .repetition(range(3, 5), 2)]) } == .overlap)
        #expect(try code { _ = try edited([.repetition(range(1, 4), 2), .rate(range(3, 5), .rate(2))]) } == .overlap)
        let ramp = Edit.ramp(try range(2, 3), from: .normal, to: .rate(2), .linear)
        #expect(try code { _ = try edited([.repetition(range(1, 4), 2, isBoomerang: true), ramp]) } == .unsupported)
        #expect(try code { _ = try edited([.repetition(range(1, 4), .max, isBoomerang: true)]) } == .unsupported)
        #expect(try code { _ = try edited([.repetition(range(1, 4), 2), ramp]) } == nil)
    }

    @Test func `A shorter track waits for the others before it is repeated`() throws {
        var composition = try withShorterAudio()
        try composition.apply([.repetition(range(0, 4), 2)])
        #expect(
            composition.tracks[1].segments.map(\.text).prefix(3) == ["1: 0..3 → 0..3", "gap → 3..4", "1: 0..3 → 4..7"]
        )
        #expect(composition.duration == RationalTime(8, 1))
    }

    @Test func `Assets follow one another`() throws {
        let (a, b) = (try Self.asset("a.mp4", seconds: 2), try Self.asset("b.mp4", seconds: 3))
        let composition = try Composition([a, b])
        #expect(composition.duration == RationalTime(5, 1))
        #expect(composition.tracks.map(\.segments.count) == [2, 2])
    }
}

extension EditTests {
    private static func asset(_ path: String = "clip.mp4", seconds: Int64) throws -> Asset {
        let whole = try TimeRange(start: .zero, duration: .seconds(seconds))
        return Asset(
            path: path,
            tracks: [
                AssetTrack(index: 0, kind: .video, range: whole), AssetTrack(index: 1, kind: .audio, range: whole),
            ]
        )
    }

    private func range(_ start: Int64, _ end: Int64) throws -> TimeRange {
        try TimeRange(start: RationalTime(start, 1), end: RationalTime(end, 1))
    }

    private func edited(_ edits: [Edit]) throws -> Composition {
        var composition = try Composition([Self.asset(seconds: 10)])
        try composition.apply(edits)
        return composition
    }

    private func code(_ body: () throws -> Void) throws -> CompositionError.Code? {
        do {
            try body()
            return nil
        } catch let error as CompositionError {
            return error.code
        }
    }
}
