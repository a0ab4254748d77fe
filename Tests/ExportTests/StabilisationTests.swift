import FFmpeg
import Glibc
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// Shaking is taken away, and nothing else changes.
@Suite struct StabilisationTests {
    private typealias Place = MovedClip.Place

    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// A camera that trembles.
    private static func shake(_ seconds: Double) -> Place {
        Place(
            x: 3 * sin(2 * .pi * 4.1 * seconds),
            y: 2.2 * sin(2 * .pi * 5.3 * seconds + 1),
            angle: 0.006 * sin(2 * .pi * 4.7 * seconds + 2)
        )
    }

    private func retime(_ rate: PlaybackRate = .normal, _ strength: Stabilisation = .medium) -> Retime {
        var retime = Retime(rate)
        retime.settings.stabilisation = strength
        retime.settings.video = VideoEncoding(codec: .h264, quality: 4, preset: "ultrafast")
        return retime
    }

    /// By how much corners lie elsewhere than on an even way, as the root of the mean square over all frames, in pixels.
    private func restlessness(_ places: [Place]) -> Double {
        func deviation(_ values: [Double]) -> Double {
            let times = values.indices.map { Double($0) - Double(values.count - 1) / 2 }
            let mean = values.reduce(0, +) / Double(values.count)
            let slope = zip(times, values).reduce(0) { $0 + $1.0 * $1.1 } / times.reduce(0) { $0 + $1 * $1 }
            return zip(times, values).reduce(0) { sum, pair in
                let rest = pair.1 - mean - slope * pair.0
                return sum + rest * rest
            } / Double(values.count)
        }
        let turn = deviation(places.map(\.angle)) * (160 * 160 + 120 * 120)
        return (deviation(places.map(\.x)) + deviation(places.map(\.y)) + turn).squareRoot()
    }

    @Test(arguments: [
        (30, 45, PlaybackRate.normal, "yuv420p", (4, 3)), (30, 45, .rate(1, 4), "yuv420p10le", (1, 1)),
        (120, 90, .rate(1, 4), "yuv420p", (1, 1)),
    ])
    func `A known shake is taken away, at any rate`(
        _ clip: (rate: Int32, count: Int, playback: PlaybackRate, format: String, pixels: (Int32, Int32))
    ) throws {
        var moved = MovedClip(frameCount: clip.count, rate: clip.rate, place: Self.shake)
        (moved.pixelFormat, moved.pixelAspect) = (clip.format, clip.pixels)
        try moved.write(to: scratch.file("shaken.mp4"))
        let before = try ClipReader(scratch.file("shaken.mp4"))
        let report = try retime(clip.playback).run(before.path, to: scratch.file("out.mp4"))
        let after = try ClipReader(scratch.file("out.mp4"))
        let rest = try restlessness(MovedClip.places(in: after.path, pixelAspect: clip.pixels))
        #expect(try restlessness(MovedClip.places(in: before.path, pixelAspect: clip.pixels)) > 2)
        #expect(rest < 0.3, "\(rest)")
        let steadied = try #require(report.steadied)
        #expect(steadied.cropped > 0.01 && steadied.cropped <= 0.08 && steadied.limited == 0, "\(steadied)")
        let times = (before.packets[0].compactMap(\.pts).sorted(), after.packets[0].compactMap(\.pts).sorted())
        #expect(times.0.count == clip.count && times.1.count == clip.count)
        for (a, b) in zip(times.0, times.1) {
            #expect(
                abs(b.seconds - times.1[0].seconds - (a.seconds - times.0[0].seconds) / clip.playback.approximation)
                    < 1e-4
            )
        }
    }

    /// Of two places, as far from one another in what is shown as in the result.
    @Test(arguments: [1, 4.0 / 3, 0.75], [0, 1]) func `A turn keeps the shape of things, whatever pixels are like`(
        pixelAspect: Double,
        horizontalShift: Int
    ) {
        let map = PlaneMap(
            showing: FrameMotion(x: 3, y: -2, angle: 0.05),
            enlarged: 1,
            width: 320,
            height: 240,
            horizontalShift: horizontalShift,
            verticalShift: 0,
            pixelAspect: pixelAspect
        )
        func source(_ column: Int, _ row: Int) -> (x: Double, y: Double) {
            let y = map.start(ofColumn: column) + map.stepInColumn * Double(row)
            let start = map.start(ofRow: 0) + (map.start(ofRow: 1) - map.start(ofRow: 0)) * y
            return (start + map.stepInRow * Double(column), y)
        }
        let wide = pixelAspect * Double(1 << horizontalShift)
        for (column, row) in [(300, 0), (0, 200), (120, 120)] {
            let (a, b) = (source(10, 20), source(10 + column, 20 + row))
            let length = ((b.x - a.x) * wide * (b.x - a.x) * wide + (b.y - a.y) * (b.y - a.y)).squareRoot()
            let wanted = (Double(column * column) * wide * wide + Double(row * row)).squareRoot()
            #expect(abs(length - wanted) < 1e-9)
        }
    }

    @Test func `A camera that stands still changes nothing`() throws {
        var clip = MovedClip(frameCount: 12, rate: 25) { _ in Place() }
        (clip.encoder, clip.options) = ("ffv1", [])
        try clip.write(to: scratch.file("still.mkv"))
        var retime = retime()
        retime.settings.video = VideoEncoding(codec: .ffv1)
        let report = try retime.run(scratch.file("still.mkv"), to: scratch.file("out.mkv"))
        #expect(report.steadied == SteadyFrames(cropped: 0, largest: 0, limited: 0))
        let (before, after) = try (
            StillFrame.all(of: scratch.file("still.mkv")), StillFrame.all(of: scratch.file("out.mkv"))
        )
        #expect(before.map(\.brightness) == after.map(\.brightness))
    }

    @Test func `A pan stays, from its first frame to its last`() throws {
        func pan(_ seconds: Double) -> Place { Place(x: -80 * seconds, y: 10 * seconds) }
        let clip = MovedClip(frameCount: 40, rate: 25) { seconds in
            let (pan, shake) = (pan(seconds), Self.shake(seconds))
            return Place(x: pan.x + shake.x, y: pan.y + shake.y, angle: shake.angle)
        }
        try clip.write(to: scratch.file("pan.mp4"))
        let report = try retime().run(scratch.file("pan.mp4"), to: scratch.file("out.mp4"))
        let places = try MovedClip.places(in: scratch.file("out.mp4"))
        #expect(restlessness(places) < 0.3, "\(restlessness(places))")
        for (number, place) in places.enumerated() {
            let asked = pan(Double(number) / 25)
            #expect(abs(place.x - asked.x) < 1.2 && abs(place.y - asked.y) < 1.2, "frame \(number): \(place)")
        }
        #expect(try #require(report.steadied).cropped <= 0.05)
    }

    @Test func `A cut is not smoothed over`() throws {
        // Before the cut the camera stands still; behind it, too, elsewhere.
        var clip = MovedClip(frameCount: 30, rate: 25) { $0 < 0.59 ? Place() : Place(x: 9, y: -7) }
        clip.cut = 15
        try clip.write(to: scratch.file("cut.mp4"))
        let report = try retime(.normal, .strong).run(scratch.file("cut.mp4"), to: scratch.file("out.mp4"))
        #expect(report.steadied == SteadyFrames(cropped: 0, largest: 0, limited: 0))
    }

    @Test func `What goes beyond the border is moved less, and counted`() throws {
        let clip = MovedClip(frameCount: 30, rate: 25) { Place(x: 20 * sin(2 * .pi * 2.2 * $0)) }
        try clip.write(to: scratch.file("wild.mp4"))
        let report = try #require(try retime().run(scratch.file("wild.mp4"), to: scratch.file("out.mp4")).steadied)
        #expect(report.cropped == 0.08 && report.limited > 5 && report.largest < 0.04 * 320 + 0.5, "\(report)")
    }

    /// Frames are measured, a palette is made of them, and they are encoded.
    @Test func `Progress never falls back where a palette is made, too`() throws {
        try MovedClip(frameCount: 20, rate: 25, place: Self.shake).write(to: scratch.file("a.mp4"))
        var retime = Retime()
        (retime.settings.stabilisation, retime.settings.timing) = (.medium, .constantFrameRate(.fps(25)))
        let plan = try retime.plan(scratch.file("a.mp4"), for: .gif)
        var fractions: [Double] = []
        let report = try Exporter(plan: plan).run(to: scratch.file("out.gif")) { fractions.append($0.fraction) }
        #expect(report.steadied != nil)
        #expect(fractions.last == 1)
        #expect(zip(fractions, fractions.dropFirst()).allSatisfy { $0 <= $1 }, "\(fractions)")
    }

    @Test func `The plan says what it costs, and the command cannot copy`() throws {
        try MovedClip(frameCount: 25, rate: 25, place: Self.shake).write(to: scratch.file("a.mp4"))
        let plan = try retime().plan(scratch.file("a.mp4"), for: .mp4)
        let video = try #require(plan.video)
        if case .copy = video.treatment { Issue.record("copied frames cannot be moved") }
        #expect(video.reason.contains("steadied (medium): 1 s of the source are read twice"), "\(video.reason)")
    }
}
