import Composition
import Export
import FFmpeg
import MediaTime
import TestSupport
import Testing
import TimeStretch

@testable import Studio

/// What is seen and heard before an export is what the export gives.
@Suite struct PreviewTests {
    private static func clip() -> Clip {
        var clip = Clip("mp4", frames: 240, at: .fps(120))
        clip.audioTracks = [Clip.Audio("flac", samples: 96_000)]
        clip.container = "mkv"
        return clip
    }

    private static func document() -> EditDocument {
        var document = EditDocument()
        document.clips = [1]
        return document
    }

    @Test(arguments: [PlaybackRate(1, 4), PlaybackRate(1, 32), .normal])
    func `Pieces of sound are those of one long rendering`(rate: PlaybackRate) throws {
        let scratch = try ScratchDirectory()
        let path = try Self.clip().write(to: scratch)
        let (session, _) = try StudioSession.opened(path, in: scratch, planner: PlainPlanner(rate: rate))
        defer { session.close() }
        let preview = try session.preview(Self.document())
        let sound = try #require(preview.sound)
        #expect(sound.count == Int64(96_000 * rate.denominator / rate.numerator))
        let wanted = min(Int(sound.count), 200_000)
        var whole: [Float] = []
        struct Enough: Error {}
        do {
            try sound.render(from: 0, pitch: .spectral) { block in
                whole += block.channels[0]
                if whole.count >= wanted { throw Enough() }
            }
        } catch is Enough {}
        var pieces: [Float] = []
        while pieces.count < wanted {
            let count = min(wanted - pieces.count, 7_001)
            pieces += try session.sound(of: preview, pitch: .spectral, from: Int64(pieces.count), count: count)
        }
        #expect(pieces == Array(whole.prefix(wanted)))
        // Once more from the middle: what was rendered is still there.
        let again = try session.sound(of: preview, pitch: .spectral, from: Int64(wanted - 5_000), count: 5_000)
        #expect(again == Array(whole[(wanted - 5_000)..<wanted]))
    }

    /// As where many pieces are asked for at once.
    @Test func `What is wanted far ahead of all that is rendered is what belongs there`() throws {
        let scratch = try ScratchDirectory()
        let path = try Self.clip().write(to: scratch)
        let (session, _) = try StudioSession.opened(path, in: scratch, planner: PlainPlanner(rate: PlaybackRate(1, 16)))
        defer { session.close() }
        let sound = try #require(try session.preview(Self.document()).sound)
        var whole: [Float] = []
        try sound.render(from: 0, pitch: .varispeed) { whole += $0.channels[0] }
        let stream = try SoundStream(sound, pitch: .varispeed, from: 0)
        defer { stream.cancel() }
        for place in [700_000, 900_000] {
            #expect(try stream.samples(from: Int64(place), count: 1000) == Array(whole[place..<place + 1000]))
        }
    }

    @Test func `Sound begins anywhere, and ends with the preview`() throws {
        let scratch = try ScratchDirectory()
        let path = try Self.clip().write(to: scratch)
        let planner = PlainPlanner(edits: [try Edit(parsing: "1s..2s@1..1/4"), try Edit(parsing: "1s+2s")])
        let (session, _) = try StudioSession.opened(path, in: scratch, planner: planner)
        defer { session.close() }
        let preview = try session.preview(Self.document())
        let sound = try #require(preview.sound)
        for pitch in [PitchAlgorithm.varispeed, .timeDomain] {
            let late = try session.sound(of: preview, pitch: pitch, from: sound.count - 1000, count: 2000)
            #expect(late.count == 1000)
            // The hold is silent.
            let held = try session.sound(of: preview, pitch: pitch, from: 2 * 48_000, count: 1000)
            #expect(held == [Float](repeating: 0, count: 1000))
        }
        #expect(try session.sound(of: preview, pitch: .mute, from: 0, count: 100) == [Float](repeating: 0, count: 100))
    }

    @Test func `Frames are those of the map`() throws {
        let scratch = try ScratchDirectory()
        let path = try Self.clip().write(to: scratch)
        let planner = PlainPlanner(edits: [
            try Edit(parsing: "0.5s..1s@1/2"), try Edit(parsing: "1s+1s"), try Edit(parsing: "1s..1.5s@-1"),
        ])
        let (session, _) = try StudioSession.opened(path, in: scratch, planner: planner)
        defer { session.close() }
        let preview = try session.preview(Self.document())
        #expect(preview.duration == RationalTime(7, 2))
        let frames = preview.frames(from: 0, rate: 4, count: 16)
        #expect(frames == [0, 30, 60, 75, 90, 105, 120, 120, 120, 120, 179, 149, 180, 210, -1, -1])
    }

    /// As in each Matroska that libavformat has written beside AAC: at each joint there was no frame.
    @Test func `Where video begins a little later than audio, the frame before is shown until then`() throws {
        let scratch = try ScratchDirectory()
        var clip = Self.clip()
        clip.frames?.timing = .constant(first: 12)
        let planner = PlainPlanner(edits: [try Edit(parsing: "0s..1s*2")])
        let (session, _) = try StudioSession.opened(clip.write(to: scratch), in: scratch, planner: planner)
        defer { session.close() }
        let preview = try session.preview(Self.document())
        // From 0.1 s on there are frames, and the part ends with the one before 1 s.
        let frames = preview.frames(from: 0.98, rate: 50, count: 8)
        #expect(frames == [105, 107, 107, 107, 107, 107, 0, 2])
    }

    @Test(arguments: [Int32(24), 30, 60, 240], [PlaybackRate.normal, PlaybackRate(1, 4)])
    func `Each step of a player shows its own frame`(frameRate: Int32, rate: PlaybackRate) throws {
        let scratch = try ScratchDirectory()
        let path = try Clip("mp4", frames: Int(frameRate), at: .fps(frameRate)).write(to: scratch)
        let (session, _) = try StudioSession.opened(path, in: scratch, planner: PlainPlanner(rate: rate))
        defer { session.close() }
        let steps = 60 * Int(rate.denominator / rate.numerator)
        let shown = try session.preview(Self.document()).frames(from: 0, rate: 60, count: steps)
        #expect(shown == (0..<steps).map { Int32($0 * Int(frameRate) / steps) })
    }

    /// MPEG-TS counts 90,000 ticks a second, FLV milliseconds, and QuickTime often 600 ticks.
    @Test(arguments: [("ts", FrameRate(60000, 1001)), ("flv", FrameRate(60)), ("mov", FrameRate(240))])
    func `Frames of clocks that round are those of the export`(container: String, rate: FrameRate) throws {
        let scratch = try ScratchDirectory()
        var made = Clip(container, frames: 48, at: rate)
        made.frames?.repeatsHeaders = container == "ts"
        if container == "mov" {
            made.frames?.timing = .ticks((0..<48).map { $0 * 5 / 2 }, of: TimeBase(1, 600), lastDuration: 2)
        }
        let planner = PlainPlanner(timing: .constantFrameRate(rate))
        let (session, clip) = try StudioSession.opened(made.write(to: scratch), in: scratch, planner: planner)
        defer { session.close() }
        let start = try #require(clip.index.start(of: 1))
        #expect(start != rate.frameDuration, "the clock is exact")
        let shown = try session.preview(Self.document()).frames(from: 0, rate: rate.approximation, count: 48)
        #expect(shown == (0..<48).map { Int32($0) })
    }

    /// Matroska's milliseconds are read as exact instants.
    @Test func `A frame is shown from its exact instant on, also where its timestamp is before that`() throws {
        let scratch = try ScratchDirectory()
        let path = try Clip("mkv", frames: 60, at: .fps(60)).write(to: scratch)
        let planner = PlainPlanner(timing: .constantFrameRate(FrameRate(1000, 1)))
        let (session, _) = try StudioSession.opened(path, in: scratch, planner: planner)
        defer { session.close() }
        // Frame 2 is at 33 1/3 ms, and its timestamp is 33 ms.
        let shown = try session.preview(Self.document()).frames(from: 0.032, rate: 1000, count: 3)
        #expect(shown == [1, 1, 2])
    }

    @Test(arguments: ["", "0s..0.5s@-1"])
    func `Where frames keep their own instants, a player shows one that begins within a tick`(edit: String) throws {
        let scratch = try ScratchDirectory()
        let path = try Clip("flv", frames: 60, at: .fps(60)).write(to: scratch)
        let planner = PlainPlanner(edits: edit.isEmpty ? [] : [try Edit(parsing: edit)])
        let (session, _) = try StudioSession.opened(path, in: scratch, planner: planner)
        defer { session.close() }
        let shown = try session.preview(Self.document()).frames(from: 0, rate: 60, count: 30)
        let wanted = (0..<30).map { (frame: Int32) -> Int32 in edit.isEmpty ? frame : 29 - frame }
        #expect(shown == wanted)
    }

    /// The third and fourth powers of most instants are too fine for a time.
    @Test func `Each instant of a smooth ramp has its frame`() throws {
        let scratch = try ScratchDirectory()
        let path = try Self.clip().write(to: scratch)
        let planner = PlainPlanner(edits: [try Edit(parsing: "0s..2s@1..1/4 smooth")])
        let (session, _) = try StudioSession.opened(path, in: scratch, planner: planner)
        defer { session.close() }
        let shown = try session.preview(Self.document()).frames(from: 0, rate: 240, count: 768)
        // It lasts 3.2 s.
        let wanted = (0..<768).map { number -> Double in
            let (time, length) = (Double(number) / 240, 3.2)
            let part = time / length
            return 120 * time * (1 - 0.75 * part * part * (1 - part / 2))
        }
        for (frame, place) in zip(shown, wanted) { #expect(abs(Double(frame) + 0.5 - place) <= 0.501) }
    }

    @Test(arguments: ["0.2s..0.5s@-1", "0.2s..0.5s@1/2"])
    func `Where a player shows frames early, none from beyond a segment is among them`(edit: String) throws {
        let scratch = try ScratchDirectory()
        let path = try Clip("flv", frames: 60, at: .fps(60)).write(to: scratch)
        let planner = PlainPlanner(edits: [try Edit(parsing: edit)])
        let (session, _) = try StudioSession.opened(path, in: scratch, planner: planner)
        defer { session.close() }
        let preview = try session.preview(Self.document())
        let segment = try #require(preview.plan.video?.shownParts.flatMap(\.segments).dropFirst().first)
        let count = Int(segment.target.duration.seconds * 1000)
        let shown = preview.frames(from: segment.target.start.seconds, rate: 1000, count: count)
        // Frame 12 is at 0.2 s, and frame 30 at 0.5 s.
        #expect(shown.allSatisfy { (12..<30).contains($0) }, "\(shown)")
    }

    @Test func `A clock on which frames lie exactly shows none early`() throws {
        let scratch = try ScratchDirectory()
        let path = try Clip("avi", frames: 25, at: .fps(25), codec: .mpeg4).write(to: scratch)
        let (session, clip) = try StudioSession.opened(path, in: scratch)
        defer { session.close() }
        // The first frame may be shown when the second one has been decoded.
        let start = try #require(clip.index.start(of: 0)).seconds
        let shown = try session.preview(Self.document()).frames(from: start, rate: 1000, count: 960)
        let wanted = (0..<960).map { (millisecond: Int32) -> Int32 in millisecond / 40 }
        #expect(shown == wanted)
    }

    @Test func `A frame of a clip that is still being read is not taken for another one`() throws {
        let scratch = try ScratchDirectory()
        let path = try Self.clip().write(to: scratch)
        let (session, _) = try StudioSession.opened(path, in: scratch)
        defer { session.close() }
        let plan = try session.preview(Self.document()).plan
        let unread = Preview(id: 9, plan: plan, clips: [try OpenedClip(id: 9, path: path)])
        #expect(unread.frames(from: 0, rate: 2, count: 6) == [-2, -2, -2, -2, -1, -1])
    }

    @Test func `Previews of long ago are forgotten, and say so`() throws {
        let scratch = try ScratchDirectory()
        let path = try Self.clip().write(to: scratch)
        let (session, _) = try StudioSession.opened(path, in: scratch)
        defer { session.close() }
        let first = try session.preview(Self.document())
        for _ in 0..<8 { _ = try session.preview(Self.document()) }
        #expect(try session.preview(first.id).duration == first.duration)
        #expect(throws: StudioError.self) { try session.preview(999) }
    }
}
