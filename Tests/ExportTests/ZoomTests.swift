import FFmpeg
import Glibc
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// The view closes in by the formula, to a fraction of a pixel.
@Suite struct ZoomTests {
    private let scratch: ScratchDirectory
    /// 25 frames a second; brightness tells the place.
    private let chart: ChartClip

    init() throws {
        scratch = try ScratchDirectory()
        var chart = ChartClip(width: 256, height: 192)
        chart.frameCount = 26
        self.chart = chart
    }

    /// What is seen of the chart, measured: the plane that fits the brightness best.
    private func view(_ still: StillFrame) -> FrameRectangle {
        var (sum, sumX, sumY, squareX, squareY) = (0.0, 0.0, 0.0, 0.0, 0.0)
        let (width, height) = (Double(still.width), Double(still.height))
        // Beyond the chart there is nothing to resample: the outermost pixels are left out.
        let edge = 4
        var count = 0.0
        for row in edge..<still.height - edge {
            for column in edge..<still.width - edge {
                let (x, y) = (Double(column) + 0.5 - width / 2, Double(row) + 0.5 - height / 2)
                let value = still[column, row]
                (sum, count) = (sum + value, count + 1)
                (sumX, sumY) = (sumX + value * x, sumY + value * y)
                (squareX, squareY) = (squareX + x * x, squareY + y * y)
            }
        }
        // Brightness is 20 + 120 x + 70 y in shares of the chart.
        let (shareX, shareY) = (sumX / squareX * width / 120, sumY / squareY * height / 70)
        // Only the sum of both offsets shows in the mean.
        let mean = (sum / count - 20) / 190
        return FrameRectangle(left: mean, top: mean, width: shareX, height: shareY)
    }

    private func zoom(from: Double, to: Double, at middle: FrameZoom.Place, in clock: FrameZoom.Clock) throws
        -> FrameZoom
    {
        let range = try TimeRange(start: RationalTime(1, 5), end: RationalTime(4, 5))
        return try FrameZoom([FrameZoom.Ramp(range, from: from, to: to, middle: middle)], in: clock)
    }

    @Test func `Two that overlap by less than a millisecond are told apart`() throws {
        let ends = [RationalTime.zero, RationalTime(10_004, 10_000), RationalTime(1, 1), RationalTime(2, 1)]
        let ranges = try [TimeRange(start: ends[0], end: ends[1]), TimeRange(start: ends[2], end: ends[3])]
        let error = #expect(throws: ExportError.self) {
            try FrameZoom(ranges.map { FrameZoom.Ramp($0, from: 1, to: 2) }, in: .source)
        }
        let (first, second) = ("00:00:00.000000 to 00:00:01.000400", "00:00:01.000000 to 00:00:02.000000")
        #expect(error?.message == "the zooms from \(first) and from \(second) overlap")
    }

    @Test(arguments: [FrameZoom.Clock.source, .target], [nil, (90, false), (180, true)] as [(Int, Bool)?])
    func `Scale and middle follow the formula`(clock: FrameZoom.Clock, display: (Int, Bool)?) throws {
        var chart = chart
        chart.display = display.map { ($0.0, $0.1) }
        try chart.write(to: scratch.file("chart.mp4"))
        let middle = FrameZoom.Place(x: 0.4, y: 0.55)
        var retime = Retime(.rate(1, 2), to: .fps(50))
        retime.settings.video = VideoEncoding(codec: .ffv1)
        retime.settings.zoom = try zoom(from: 1, to: 3, at: middle, in: clock)
        try retime.run(scratch.file("chart.mp4"), to: scratch.file("out.mkv"))
        let stills = try StillFrame.all(of: scratch.file("out.mkv"))
        #expect(stills.count == 104)
        let orientation = FrameOrientation(quarterTurns: (display?.0 ?? 0) / 90, isMirrored: display?.1 ?? false)
        for (number, still) in stills.enumerated() {
            // A frame each fiftieth of a second, at half the speed.
            let time = Double(number) / (clock == .target ? 50 : 100)
            let share = min(max((time - 0.2) / 0.6, 0), 1)
            let factor = pow(3, share)
            let x = min(max(middle.x, 0.5 / factor), 1 - 0.5 / factor)
            let y = min(max(middle.y, 0.5 / factor), 1 - 0.5 / factor)
            let seen = FrameRectangle(
                left: x - 0.5 / factor,
                top: y - 0.5 / factor,
                width: 1 / factor,
                height: 1 / factor
            )
            let flat = orientation.inverse.applied(to: seen, in: FrameExtent(width: 1, height: 1))
            // A pixel of the chart is 0.47 levels to the right and 0.36 downwards, and one of the output so much ÷ factor.
            let mean = 20 + 120 * (flat.left + flat.width / 2) + 70 * (flat.top + flat.height / 2)
            let (width, height) = (still.width, still.height)
            var sum = 0.0
            for row in 4..<height - 4 { for column in 4..<width - 4 { sum += still[column, row] } }
            let pixels = Double((width - 8) * (height - 8))
            #expect(abs(sum / pixels - mean) < 0.03, "frame \(number): \(sum / pixels) for \(mean)")
            if orientation == .upright {
                let measured = view(still)
                #expect(abs(measured.width * factor - 1) < 0.001, "frame \(number)")
                #expect(abs(measured.height * factor - 1) < 0.002, "frame \(number)")
            }
        }
    }

    @Test func `The view stays between zooms, and its middle moves with the factor`() throws {
        func range(_ start: Int64, _ end: Int64) throws -> TimeRange {
            try TimeRange(start: RationalTime(start, 1), end: RationalTime(end, 1))
        }
        let zoom = try FrameZoom(
            [
                FrameZoom.Ramp(range(6, 8), from: 4, to: 2, middle: FrameZoom.Place(x: 0.7, y: 0.5)),
                FrameZoom.Ramp(range(2, 4), from: 1, to: 4, middle: FrameZoom.Place(x: 0.3, y: 0.5)),
            ],
            in: .source
        )
        #expect(zoom.view(at: 0) == FrameRectangle(left: 0, top: 0, width: 1, height: 1))
        #expect(zoom.view(at: 3).width == 0.5)
        #expect(abs(zoom.view(at: 3).left - 0.05) < 1e-9)
        #expect(zoom.view(at: 5) == zoom.view(at: 4))
        #expect(abs(zoom.view(at: 7).width - 1 / (4 * 0.5.squareRoot())) < 1e-9)
        #expect(abs(zoom.view(at: 7).left + zoom.view(at: 7).width / 2 - 0.5) < 1e-9)
        #expect(zoom.view(at: 99).width == 0.5)
        #expect(abs(zoom.view(at: 99).left - 0.45) < 1e-9)
        for (one, two) in [((0, 2), (1, 3)), ((0, 2), (0, 2))] as [((Int64, Int64), (Int64, Int64))] {
            let ramps = try [one, two].map { FrameZoom.Ramp(try range($0.0, $0.1), from: 1, to: 2) }
            #expect(throws: ExportError.self) { try FrameZoom(ramps, in: .source) }
        }
        #expect(throws: ExportError.self) { try FrameZoom([], in: .source) }
        for (x, y) in [(-0.1, 0.5), (0.5, 1.1), (.nan, 0.5), (0.5, .infinity)] {
            let ramp = try FrameZoom.Ramp(range(0, 1), from: 1, to: 2, middle: FrameZoom.Place(x: x, y: y))
            #expect(throws: ExportError.self) { try FrameZoom([ramp], in: .source) }
        }
        #expect(throws: ExportError.self) {
            try FrameZoom([FrameZoom.Ramp(range(0, 1), from: 0.5, to: 2)], in: .source)
        }
    }

    @Test func `A jump changes nothing before its instant`() throws {
        func jump(_ seconds: Int64, _ end: Int64? = nil, to factor: Double) throws -> FrameZoom.Ramp {
            let range = try TimeRange(start: RationalTime(seconds, 1), end: RationalTime(end ?? seconds, 1))
            return FrameZoom.Ramp(range, from: 1, to: factor)
        }
        let zoom = try FrameZoom([jump(2, to: 4)], in: .source)
        #expect([0, 1.9, 2, 3].map { zoom.view(at: $0).width } == [1, 1, 0.25, 0.25])
        // In whichever order they are given.
        let both = try FrameZoom([jump(2, 4, to: 2), jump(2, to: 4)], in: .source)
        #expect([1.9, 2, 4].map { both.view(at: $0).width } == [1, 1, 0.5])
    }

    @Test(arguments: [
        ("2s..4s@1..3", 1.0, 3.0, 0.5, 0.5, FrameZoom.Clock.source),
        ("2s..4s@1x..2.5x at 0.4,0", 1, 2.5, 0.4, 0, .source),
        ("..@2 in target", 2, 2, 0.5, 0.5, .target),
        ("at-1s..at@1..3 in source at 1,0.25", 1, 3, 1, 0.25, .source),
    ])
    func `Zooms are read`(text: String, from: Double, to: Double, x: Double, y: Double, clock: FrameZoom.Clock) throws {
        let zoom = try ZoomExpression(parsing: text)
        #expect((zoom.from, zoom.to) == (from, to))
        #expect(zoom.middle == FrameZoom.Place(x: x, y: y))
        #expect(zoom.clock == clock)
        #expect(zoom.description == text)
    }

    @Test(arguments: [
        "", "2s..4s", "2s..4s@", "2s..4s@0.5", "2s..4s@1..101", "2s..4s@1..x", "@2", "2s..4s@1..3 at",
        "2s..4s@1..3 at 0.4",
        "2s..4s@1..3 at 0.4,1.5", "2s..4s@1..3 in time", "2s..4s@1..3 of", "2s..4s@nan", "2s..4s@1..inf",
    ])
    func `What is no zoom is refused`(text: String) {
        #expect(throws: ParseError.self) { try ZoomExpression(parsing: text) }
    }
}
