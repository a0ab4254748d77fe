import Composition
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// Frames between those of the source are made where they would have been filmed.
@Suite struct InBetweenFramesTests {
    private typealias Place = MovedClip.Place

    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private static func pan(_ seconds: Double) -> Place { Place(x: -70 * seconds, y: 30 * seconds) }

    /// An instant of a ramp may be a fraction of which the difference to a frame's beginning needs more than 64 bits.
    @Test func `How much of the way has passed is known for instants of any fraction`() throws {
        let whole = try TimeRange(start: .zero, end: RationalTime(1, 1))
        let way = FrameWay(
            from: RationalTime(1, 24),
            to: RationalTime(1, 12),
            try TimeMapping(source: whole, target: whole)
        )
        let target = RationalTime(276_701_161_105_643_271, 4_611_686_018_427_387_847)
        #expect(throws: TimeOverflow.self) { try target - way.start }
        #expect(try way.share(at: target) == 28_836)
    }

    /// Else the frame before would be shown once more, a whole interval too early.
    @Test func `Just before the next frame, the way is not over`() throws {
        let whole = try TimeRange(start: .zero, end: RationalTime(1, 1))
        let way = FrameWay(from: .zero, to: RationalTime(1, 1), try TimeMapping(source: whole, target: whole))
        #expect(try way.share(at: RationalTime(999_999, 1_000_000)) == FrameWay.whole - 1)
        #expect(try way.isBetween(way.share(at: RationalTime(999_999, 1_000_000))))
        #expect(try way.share(at: RationalTime(1, 1)) == FrameWay.whole)
    }

    private func retime(_ rate: PlaybackRate, to frameRate: FrameRate, _ inBetween: InBetweenFrames = .motion) -> Retime
    {
        var retime = Retime(rate, to: frameRate)
        retime.settings.inBetween = inBetween
        retime.settings.video = VideoEncoding(codec: .ffv1)
        return retime
    }

    /// A clip in which a scene passes by.
    private func clip(_ name: String, frames: Int = 12, _ change: (inout MovedClip) -> Void = { _ in }) throws -> String
    {
        var clip = MovedClip(frameCount: frames, rate: 25, place: Self.pan)
        change(&clip)
        try clip.write(to: scratch.file(name))
        return scratch.file(name)
    }

    /// Each frame shows what was there at its instant, to a part of a pixel.
    private func expectPan(in path: String, _ seconds: [Double], _ comment: Comment? = nil) throws {
        let places = try MovedClip.places(in: path)
        #expect(places.count == seconds.count)
        for (number, (place, instant)) in zip(places, seconds).enumerated() {
            let asked = Self.pan(instant)
            #expect(
                abs(place.x - asked.x) < 0.35 && abs(place.y - asked.y) < 0.35,
                "frame \(number): \(place), \(asked)"
            )
        }
    }

    @Test(arguments: ["yuv420p", "yuv420p10le", "yuv444p"])
    func `A quarter of the speed shows every place that was passed`(_ format: String) throws {
        let input = try clip("a.mp4") { $0.pixelFormat = format }
        let report = try retime(.rate(1, 4), to: .fps(25)).run(input, to: scratch.file("out.mkv"))
        // The last frame has nothing to move to.
        try expectPan(in: scratch.file("out.mkv"), (0..<48).map { min(Double($0) / 100, 0.44) })
        #expect(report.made == MadeFrames(made: 33, heldAtCuts: 0))
        let plan = try retime(.rate(1, 4), to: .fps(25)).plan(input, for: .mkv)
        #expect(plan.counts?.made == 33 && plan.counts?.repeated == 3 && plan.counts?.frames == 48)
    }

    @Test func `Frames of the source stay as they are, to the bit`() throws {
        let input = try clip("a.mp4", frames: 6)
        for choice in [InBetweenFrames.motion, .blend] {
            let output = scratch.file("\(choice.rawValue).mkv")
            try retime(.rate(1, 3), to: .fps(25), choice).run(input, to: output)
            let (before, after) = try (StillFrame.all(of: input), StillFrame.all(of: output))
            #expect(after.count == 18)
            let areSame = before.indices.map { before[$0].brightness == after[3 * $0].brightness }
            #expect(areSame.allSatisfy { $0 })
            #expect(after[1].brightness != after[0].brightness)
        }
    }

    @Test func `Another rate shows places between frames`() throws {
        let input = try clip("a.mp4", frames: 20)
        try retime(.normal, to: .fps(60)).run(input, to: scratch.file("out.mkv"))
        try expectPan(in: scratch.file("out.mkv"), (0..<48).map { min(Double($0) / 60, 0.76) })
    }

    @Test func `Backwards, too`() throws {
        // It begins where the scene is in the middle.
        let input = try clip("a.mp4", frames: 10) { $0.place = { Self.pan($0 - 0.28) } }
        let media = try MediaDescription(ofFile: input)
        var composition = Composition()
        try composition.insert(TimeRange(start: .zero, end: RationalTime(8, 25)), of: media.asset, at: .zero)
        try composition.apply([Edit(parsing: "0s..0.32s@-1/2")])
        let settings = retime(.normal, to: .fps(25)).settings
        let plan = try ExportPlan(composition, of: [media], settings: settings, container: .mkv)
        let report = try Exporter(plan: plan).run(to: scratch.file("out.mkv"))
        // What comes before the range is not played: its first frame stays.
        let expected = (0..<16).map { -Double(min($0, 14)) / 50 }
        try expectPan(in: scratch.file("out.mkv"), expected)
        #expect(report.made?.made == 7 && plan.counts?.made == 7)
    }

    @Test func `Backwards from the end of a clip as many are made as were planned`() throws {
        let media = try MediaDescription(ofFile: clip("a.mp4", frames: 10))
        var composition = Composition()
        try composition.insert(TimeRange(start: .zero, end: RationalTime(10, 25)), of: media.asset, at: .zero)
        try composition.apply([Edit(parsing: "0s..0.4s@-1/2")])
        let settings = retime(.normal, to: .fps(25)).settings
        let plan = try ExportPlan(composition, of: [media], settings: settings, container: .mkv)
        let report = try Exporter(plan: plan).run(to: scratch.file("out.mkv"))
        #expect(report.made?.made == 9)
        #expect(plan.counts?.made == 9)
    }

    @Test(arguments: [InBetweenFrames.motion, .blend])
    func `Backwards at the clip's own rate each frame is shown once`(_ choice: InBetweenFrames) throws {
        let media = try MediaDescription(ofFile: Clip("mp4", frames: 20, at: .fps(25)).write(to: scratch))
        var composition = Composition()
        try composition.insert(TimeRange(start: .zero, end: RationalTime(20, 25)), of: media.asset, at: .zero)
        try composition.apply([Edit(parsing: "0s..0.8s@-1")])
        let settings = retime(.normal, to: .fps(25), choice).settings
        let plan = try ExportPlan(composition, of: [media], settings: settings, container: .mkv)
        #expect(plan.counts?.made == 0)
        let report = try Exporter(plan: plan).run(to: scratch.file("out.mkv"))
        #expect(report.made?.made == 0)
        #expect(try ClipReader(scratch.file("out.mkv")).frames().map(\.number) == (0..<20).reversed())
    }

    @Test func `A held frame is one of the clip's, and what is played on goes on`() throws {
        let input = try clip("a.mp4", frames: 10)
        let media = try MediaDescription(ofFile: input)
        var composition = Composition()
        try composition.insert(TimeRange(start: .zero, end: RationalTime(10, 25)), of: media.asset, at: .zero)
        try composition.apply([Edit(parsing: "0.14s+0.2s")])
        try composition.scale(by: .rate(1, 2))
        let settings = retime(.normal, to: .fps(25)).settings
        let plan = try ExportPlan(composition, of: [media], settings: settings, container: .mkv)
        _ = try Exporter(plan: plan).run(to: scratch.file("out.mkv"))
        let before = (0..<7).map { Double($0) / 50 }
        let after = (17..<30).map { min(Double($0 - 10) / 50, 0.36) }
        let expected = before + [Double](repeating: 0.12, count: 10) + after
        try expectPan(in: scratch.file("out.mkv"), expected)
    }

    @Test(arguments: [InBetweenFrames.motion, .blend])
    func `Nothing is made across a scene cut`(_ choice: InBetweenFrames) throws {
        let input = try clip("cut.mp4") { $0.cut = 6 }
        let report = try retime(.rate(1, 4), to: .fps(25), choice).run(input, to: scratch.file("out.mkv"))
        let frames = try StillFrame.all(of: scratch.file("out.mkv"))
        let areHeld = (21..<24).map { frames[$0].brightness == frames[20].brightness }
        #expect(areHeld == [true, true, true])
        #expect(report.made == MadeFrames(made: 30, heldAtCuts: 3))
    }

    /// Coded frames that repeat others differ a little from them: so they do here, by a part of a pixel.
    @Test(arguments: [0, 0.35]) func `A frame that repeats another is passed over`(_ noise: Double) throws {
        // Every fourth frame is the one before once more.
        let input = try clip("stutter.mp4", frames: 14) { clip in
            clip.place = { seconds in
                let number = Int((seconds * 25).rounded())
                var place = Self.pan(Double(number % 4 == 3 ? number - 1 : number) / 25)
                if number % 4 == 3 { place.y += noise }
                return place
            }
        }
        try retime(.rate(1, 2), to: .fps(25)).run(input, to: scratch.file("out.mkv"))
        try expectPan(in: scratch.file("out.mkv"), (0..<28).map { min(Double($0) / 50, 0.52) })
    }

    /// On the left, stripes become others that lie elsewhere, as in a dissolve: they seem to move, and do not. The right side moves. The
    /// frame after two others tells, backwards, too.
    @Test(arguments: ["0s..0.16s@1/2", "0s..0.16s@-1/2"])
    func `Where motion misleads, the frames around tell`(_ edit: String) throws {
        let input = scratch.file("stripes.mkv")
        let stripes = "128+50*((1-N/4)*cos(X*PI/6)+N/4*cos(X*PI/6+2))"
        let scene = "128+33*sin((X-7*N)/3.1+Y/17)+33*sin(Y/4.3-(X-7*N)/23)+25*sin((X-7*N)*Y/900)"
        let outcome = try RunningCommand([
            "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i",
            "color=s=448x192:r=25,format=yuv420p,geq=lum='if(lt(X,320),\(stripes),\(scene))':cb=128:cr=128",
            "-frames:v", "4", "-c:v", "ffv1", input,
        ]).wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let media = try MediaDescription(ofFile: input)
        var composition = Composition()
        try composition.insert(TimeRange(start: .zero, end: RationalTime(4, 25)), of: media.asset, at: .zero)
        try composition.apply([Edit(parsing: edit)])
        func frames(_ choice: InBetweenFrames) throws -> [StillFrame] {
            let output = scratch.file("\(choice.rawValue).mkv")
            let settings = retime(.normal, to: .fps(25), choice).settings
            let plan = try ExportPlan(composition, of: [media], settings: settings, container: .mkv)
            #expect(try Exporter(plan: plan).run(to: output).made?.made == 3)
            return try StillFrame.all(of: output)
        }
        let pairs = Array(zip(try frames(.motion), try frames(.blend)))
        func different(_ columns: Range<Int>) -> Int {
            pairs.count { moved, mixed in
                (0..<192).contains { row in columns.contains { moved[$0, row] != mixed[$0, row] } }
            }
        }
        #expect(different(384..<432) == 3)
        #expect(different(0..<256) == 0)
    }

    @Test func `The frames are those of the source where each instant has one`() throws {
        var retime = Retime(.rate(1, 2), to: FrameRate(25, 2))
        (retime.settings.inBetween, retime.settings.video) = (.motion, nil)
        let plan = try retime.plan(clip("a.mp4"), for: .mp4)
        guard case .copy = plan.video?.treatment else {
            Issue.record("frames are encoded: \(plan.video?.reason ?? "")")
            return
        }
    }

    @Test func `Without a constant rate it is refused`() throws {
        var retime = Retime(.rate(1, 2))
        retime.settings.inBetween = .motion
        let input = try clip("a.mp4")
        #expect { try retime.plan(input, for: .mp4) } throws: { ($0 as? ExportError)?.code == .settings }
    }

    @Test func `Repeated frames are counted apart from those that are held`() throws {
        let plan = try retime(.rate(1, 2), to: .fps(25), .nearest).plan(clip("a.mp4"), for: .mkv)
        // The last frame has nothing to move to.
        #expect(plan.counts?.stalled == 11 && plan.counts?.repeated == 12 && plan.counts?.made == 0)
    }
}
