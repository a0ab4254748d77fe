import Composition
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// Which part of frames is shown, how it lies, how large it becomes.
@Suite struct FrameShapeTests {
    private static let orientations = (0..<4).flatMap { turns in
        [false, true].map { FrameOrientation(quarterTurns: turns, isMirrored: $0) }
    }

    @Test func `Eight orientations are a group`() {
        for a in Self.orientations {
            #expect(a.then(a.inverse) == .upright)
            for b in Self.orientations {
                for c in Self.orientations { #expect(a.then(b).then(c) == a.then(b.then(c))) }
                let area = FrameRectangle(left: 1, top: 2, width: 3, height: 5)
                let size = FrameExtent(width: 20, height: 11)
                let both = b.applied(to: a.applied(to: area, in: size), in: a.applied(to: size))
                #expect(a.then(b).applied(to: area, in: size) == both)
            }
        }
    }

    @Test(
        arguments: [
            ("9:16", nil, FrameFit.inside, 202, 360), ("1:1", "50%", .inside, 180, 180),
            (nil, "320x320", .inside, 320, 180), (nil, "101x101", .inside, 100, 56), (nil, "1x1", .inside, 2, 2),
            (nil, "320x320", .cover, 320, 320), (nil, "320x200", .stretch, 320, 200), (nil, "320x320", .bars, 320, 320),
            (nil, "180p", .inside, 320, 180), ("101x99+3+5", nil, .inside, 100, 98),
        ] as [(String?, String?, FrameFit, Int, Int)]
    )
    func `Sizes are what was asked for`(crop: String?, size: String?, fit: FrameFit, width: Int, height: Int) throws {
        var shape = FrameShape()
        shape.crop = try crop.map(FrameCrop.init(parsing:))
        shape.size = try size.map(FrameSizing.init(parsing:))
        shape.fit = fit
        let frame = SeenFrame(stored: FrameExtent(width: 640, height: 360))
        let layout = try FrameLayout(frame, shape, step: (2, 2))
        #expect(layout.width == width && layout.height == height)
        if fit == .bars { #expect(layout.place == FrameLayout.Place(left: 0, top: 70, width: 320, height: 180)) }
    }

    @Test(arguments: ["", "x", "0x10", "10x", "1080", "p", "-1p", "0%", "nan%", "10x10x10", "1e3p"])
    func `What is no size is refused`(text: String) {
        #expect(throws: ParseError.self) { try FrameSizing(parsing: text) }
    }

    @Test(arguments: ["", "9:", "0:16", "10x10", "10x10+1", "10x10+-1+0", "10x10+1+1+1", "9:16:1"])
    func `What is no part is refused`(text: String) {
        #expect(throws: ParseError.self) { try FrameCrop(parsing: text) }
    }

    @Test(arguments: [
        FrameSizing.exact(width: 99_999, height: 99_999), .exact(width: 32_769, height: 10), .shorterSide(99_999),
        .shorterSide(32_768), .percent(10_001),
    ])
    func `A size that is too large is refused with the limit`(size: FrameSizing) throws {
        let scratch = try ScratchDirectory()
        let path = try Clip("mp4", frames: 6, at: .fps(30)).write(to: scratch)
        var large = Retime()
        large.settings.shape.size = size
        let error = try #require(throws: ExportError.self) { try large.plan(path, for: .mp4) }
        #expect(error.code == .settings)
        #expect(error.message.contains("1 to 32768 pixels") || error.message.contains("at most 10,000 %"))
    }

    @Test func `A part beside the frame is refused, by its size as it is seen`() throws {
        var shape = FrameShape()
        shape.crop = .area(width: 361, height: 10, left: 0, top: 0)
        let frame = SeenFrame(
            stored: FrameExtent(width: 640, height: 360),
            orientation: FrameOrientation(quarterTurns: 1)
        )
        let error = #expect(throws: ExportError.self) { try FrameLayout(frame, shape, step: (2, 2)) }
        #expect(error?.message.contains("360x640") == true)
    }

    @Test(arguments: ["9223372036854775807x100+1+0", "100x100+0+9223372036854775807"])
    func `A part of any size is refused where it is not in the frame`(text: String) throws {
        var shape = FrameShape()
        shape.crop = try FrameCrop(parsing: text)
        let frame = SeenFrame(stored: FrameExtent(width: 640, height: 360))
        let error = #expect(throws: ExportError.self) { try FrameLayout(frame, shape, step: (2, 2)) }
        #expect(error?.code == .settings)
    }

    @Test func `What keeps all of the frame, as large as it is, has no frame encoded`() throws {
        let scratch = try ScratchDirectory()
        let path = try Clip("mp4", frames: 12, at: .fps(30)).write(to: scratch)
        let all = try TimeRange(start: .zero, end: RationalTime(1, 3))
        let zoom = try FrameZoom([FrameZoom.Ramp(all, from: 1, to: 1, middle: .middle)], in: .source)
        for (crop, zoom, isCopied) in [
            ("320x180+0+0", nil, true), ("16:9", nil, true), (nil, zoom, true), ("318x180+0+0", nil, false),
            ("320x180+0+0", try FrameZoom([FrameZoom.Ramp(all, from: 1, to: 2, middle: .middle)], in: .source), false),
        ] as [(String?, FrameZoom?, Bool)] {
            var retime = Retime()
            retime.settings.shape.crop = try crop.map(FrameCrop.init(parsing:))
            retime.settings.zoom = zoom
            let treatment = try retime.plan(path, for: .mp4).tracks[0].treatment
            let copies = if case .copy = treatment { true } else { false }
            #expect(copies == isCopied, "\(crop ?? "none"): \(treatment)")
        }
    }

    /// A file's own orientation, and one that is asked for.
    @Test(arguments: orientations, [FrameOrientation.upright, .mirrored, FrameOrientation(quarterTurns: 3)])
    func `Every sample is where it belongs`(own: FrameOrientation, asked: FrameOrientation) throws {
        let scratch = try ScratchDirectory()
        var chart = ChartClip(width: 128, height: 96)
        chart.display = (own.quarterTurns * 90, own.isMirrored)
        try chart.write(to: scratch.file("chart.mp4"))
        var retime = Retime()
        retime.settings.video = VideoEncoding(codec: .ffv1)
        retime.settings.shape.crop = .area(width: 64, height: 48, left: 10, top: 30)
        retime.settings.shape.orientation = asked
        retime.settings.shape.size = .percent(50)
        try retime.run(scratch.file("chart.mp4"), to: scratch.file("out.mkv"))

        let still = try StillFrame(of: scratch.file("out.mkv"))
        #expect((still.width, still.height) == (asked.swapsSides ? (24, 32) : (32, 24)))
        let seen = own.swapsSides ? (width: 96.0, height: 128.0) : (width: 128.0, height: 96.0)
        // Resampling leaves out what lies beyond the frame; two samples at each edge may differ.
        var worst = 0.0
        for row in 0..<still.height {
            for column in 0..<still.width {
                // Backwards: what was asked for, the scale, the part, and what players do.
                let target = (x: Double(column) + 0.5, y: Double(row) + 0.5)
                let size = (width: Double(still.width), height: Double(still.height))
                let part = Self.before(asked, target, size)
                let (x, y) = (part.x * 2 + 10, part.y * 2 + 30)
                let stored = Self.before(own, (x, y), seen)
                worst = max(worst, abs(still[column, row] - chart.brightness(atX: stored.x, y: stored.y)))
            }
        }
        // A pixel is 0.94 to the right and 0.73 downwards; samples are rounded twice.
        #expect(worst < 1.3, "\(worst)")
    }

    /// Matroska does not say how players should turn frames. A copy cannot be turned, and is said to lie on its side.
    @Test(arguments: [FrameOrientation.mirrored, FrameOrientation(quarterTurns: 1), .upright], ["mkv", "mp4"])
    func `Encoded frames are turned where the container does not say how`(
        own: FrameOrientation,
        container: String
    ) throws {
        let scratch = try ScratchDirectory()
        var chart = ChartClip(width: 128, height: 96)
        chart.display = (own.quarterTurns * 90, own.isMirrored)
        try chart.write(to: scratch.file("chart.mp4"))
        var retime = Retime()
        let copy = try retime.plan(scratch.file("chart.mp4"), for: Container(rawValue: container) ?? .mkv)
        #expect(copy.tracks[0].encodesFrames == false)
        let isLost = container == "mkv" && own != .upright
        #expect(copy.warnings.contains { $0.contains("players will show them as they are stored") } == isLost)

        retime.settings.video = VideoEncoding(codec: container == "mkv" ? .ffv1 : .h264, quality: nil)
        let output = scratch.file("out.\(container)")
        try retime.run(scratch.file("chart.mp4"), to: output)
        let still = try StillFrame(of: output)
        let isTurned = isLost && own.swapsSides
        try #require((still.width, still.height) == (isTurned ? (96, 128) : (128, 96)))
        for (column, row) in [(3, 5), (90, 7), (9, 90), (64, 48)] {
            let place = (x: Double(column) + 0.5, y: Double(row) + 0.5)
            let size = isTurned ? (width: 96.0, height: 128.0) : (width: 128.0, height: 96.0)
            let stored = isLost ? Self.before(own, place, size) : place
            let difference = still[column, row] - chart.brightness(atX: stored.x, y: stored.y)
            #expect(abs(difference) < 2, "\(column), \(row): \(difference)")
        }
    }

    /// Its frames are stored as the first clip's are, whose orientation players apply to both.
    @Test(arguments: [FrameOrientation.mirrored, FrameOrientation(quarterTurns: 3, isMirrored: true), .upright])
    func `A second clip is seen as it was, whatever the first one's orientation`(own: FrameOrientation) throws {
        let scratch = try ScratchDirectory()
        let first = FrameOrientation(quarterTurns: 1, isMirrored: true)
        var inputs: [MediaDescription] = []
        for (name, orientation) in [("first", first), ("second", own)] {
            var chart = ChartClip(width: 128, height: 96)
            if !orientation.swapsSides { (chart.width, chart.height) = (96, 128) }
            chart.display = (orientation.quarterTurns * 90, orientation.isMirrored)
            try chart.write(to: scratch.file("\(name).mp4"))
            inputs.append(try MediaDescription(ofFile: scratch.file("\(name).mp4")))
        }
        var settings = ExportSettings()
        settings.video = VideoEncoding(codec: .h264, quality: 0)
        let still = try Self.secondClip(of: inputs, settings, as: .mp4, in: scratch)
        try #require((still.width, still.height) == (128, 96))
        let chart = ChartClip(width: own.swapsSides ? 128 : 96, height: own.swapsSides ? 96 : 128)
        for (column, row) in [(3, 5), (120, 7), (9, 90), (119, 88), (64, 48)] {
            // As players show it.
            let stored = FrameRectangle(left: Double(column) + 0.5, top: Double(row) + 0.5, width: 0, height: 0)
            let seen = first.applied(to: stored, in: FrameExtent(width: 128, height: 96))
            let before = Self.before(own, (seen.left, seen.top), (width: 96, height: 128))
            #expect(abs(still[column, row] - chart.brightness(atX: before.x, y: before.y)) < 1.3)
        }
    }

    /// The first frame of the second of two clips, as it is in a file of both.
    private static func secondClip(
        of inputs: [MediaDescription],
        _ settings: ExportSettings,
        as container: Container = .mkv,
        in scratch: ScratchDirectory
    ) throws -> StillFrame {
        let (both, second) = (scratch.file("both.\(container)"), scratch.file("second alone.\(container)"))
        let composition = try Composition(inputs.map(\.asset))
        let plan = try ExportPlan(composition, of: inputs, settings: settings, container: container)
        _ = try Exporter(plan: plan).run(to: both)
        var rest = Retime()
        rest.settings.video = settings.video
        rest.trim = try TimeRange(start: inputs[0].asset.duration, duration: RationalTime(1, 25))
        try rest.run(both, to: second)
        return try StillFrame(of: second)
    }

    /// As HDV beside square pixels, and wide PAL beside narrow one: each as it is seen, with bars where that is another shape.
    @Test(
        arguments: [(96, nil, (4, 3)), (128, nil, (2, 1)), (128, (16, 15), (64, 45))]
            as [(Int, (width: Int32, height: Int32)?, (width: Int32, height: Int32))]
    )
    func `A later clip whose pixels have another shape is not distorted`(
        width: Int,
        first: (width: Int32, height: Int32)?,
        aspect: (width: Int32, height: Int32)
    ) throws {
        let scratch = try ScratchDirectory()
        let clips = [(128, first), (width, aspect)]
        let inputs = try clips.enumerated().map { index, clip in
            var chart = ChartClip(width: clip.0, height: 96)
            (chart.encoder, chart.options, chart.pixelAspect) = ("ffv1", [], clip.1)
            try chart.write(to: scratch.file("\(index).mkv"))
            return try MediaDescription(ofFile: scratch.file("\(index).mkv"))
        }
        // Nothing but the shape of their pixels differs in the last case: a copy would show both like the first.
        let plan = try ExportPlan(
            Composition(inputs.map(\.asset)),
            of: inputs,
            settings: ExportSettings(),
            container: .mkv
        )
        #expect(plan.video?.encodesFrames == true)
        let output = 128 * Double(first?.width ?? 1) / Double(first?.height ?? 1)
        let still = try Self.secondClip(of: inputs, ExportSettings.ffv1, in: scratch)
        #expect(abs(Double(still.width) - output) < 2 && still.height == 96)
        let seen = Double(width) * Double(aspect.width) / Double(aspect.height)
        let scale = min(Double(still.width) / seen, 1)
        let (left, top) = ((Double(still.width) - seen * scale) / 2, 48 * (1 - scale))
        let chart = ChartClip(width: width, height: 96)
        for (across, down) in [(0.1, 0.1), (0.9, 0.2), (0.5, 0.5), (0.2, 0.9)] {
            let (column, row) = (Int(left + across * seen * scale), Int(top + down * 96 * scale))
            let place = ((Double(column) + 0.5 - left) / seen / scale, (Double(row) + 0.5 - top) / scale)
            let wanted = chart.brightness(atX: place.0 * Double(width), y: place.1)
            #expect(abs(still[column, row] - wanted) < 2, "\(column), \(row): \(still[column, row]), not \(wanted)")
        }
        #expect(scale == 1 || still[still.width / 2, 2] == 16)
    }

    @Test(arguments: [(256, 192), (128, 96), (96, 128)])
    func `A later clip is cropped and mirrored as the first one is`(width: Int, height: Int) throws {
        let scratch = try ScratchDirectory()
        try ChartClip(width: 128, height: 96).write(to: scratch.file("first.mp4"))
        try ChartClip(width: width, height: height).write(to: scratch.file("second.mp4"))
        let inputs = try ["first.mp4", "second.mp4"].map { try MediaDescription(ofFile: scratch.file($0)) }
        var settings = ExportSettings()
        settings.video = VideoEncoding(codec: .ffv1)
        settings.shape.crop = .area(width: 64, height: 48, left: 10, top: 30)
        settings.shape.orientation = .mirrored
        let still = try Self.secondClip(of: inputs, settings, in: scratch)
        try #require((still.width, still.height) == (64, 48))
        let chart = ChartClip(width: width, height: height)
        // The same share of frames of the same shape; of others, the same pixels.
        let scale = width > height ? Double(width) / 128 : 1
        for (column, row) in [(3, 5), (60, 7), (9, 44), (59, 40), (32, 24)] {
            let (x, y) = (10 + 64 - (Double(column) + 0.5), 30 + Double(row) + 0.5)
            #expect(abs(still[column, row] - chart.brightness(atX: x * scale, y: y * scale)) < 1.3, "\(column), \(row)")
        }
        // What does not lie in it is refused, and not left out.
        settings.shape.crop = .area(width: 100, height: 48, left: 10, top: 30)
        guard width < height else { return }
        let error = #expect(throws: ExportError.self) {
            try ExportPlan(Composition(inputs.map(\.asset)), of: inputs, settings: settings, container: .mkv)
        }
        #expect(error?.message.contains("which is 96x128 as it is seen") == true)
    }

    /// Where a point was before a frame was mirrored and turned; `size` is that after it.
    private static func before(
        _ orientation: FrameOrientation,
        _ point: (x: Double, y: Double),
        _ size: (width: Double, height: Double)
    ) -> (x: Double, y: Double) {
        let (x, y, width, height) = (point.x, point.y, size.width, size.height)
        let upright =
            switch orientation.quarterTurns {
            case 1: (x: y, y: width - x)
            case 2: (x: width - x, y: height - y)
            case 3: (x: height - y, y: x)
            default: (x: x, y: y)
            }
        let mirror = orientation.swapsSides ? height : width
        return orientation.isMirrored ? (mirror - upright.x, upright.y) : upright
    }

    /// FFV1 takes red, green and blue of 8 bits side by side, and the scaler gives planes.
    @Test(arguments: ["50%", "200x200"])
    func `Frames of red, green and blue are given another size`(size: String) throws {
        let scratch = try ScratchDirectory()
        var clip = Clip("mkv", frames: 12, at: .fps(30), codec: .ffv1)
        clip.frames?.pixelFormat = "bgr0"
        clip.frames?.colour.matrix = "gbr"
        clip.frames?.colour.range = "pc"
        let path = try clip.write(to: scratch)
        var retime = Retime()
        retime.settings.video = VideoEncoding(codec: .ffv1)
        retime.settings.shape.size = try FrameSizing(parsing: size)
        retime.settings.shape.fit = .bars
        try retime.run(path, to: scratch.file("out.mkv"))
        let result = try ClipReader(scratch.file("out.mkv"))
        let parameters = result.streams[0].parameters
        #expect(parameters.pixelFormat?.name == "bgr0")
        #expect((parameters.width, parameters.height) == (size == "50%" ? (160, 90) : (200, 200)))
        #expect(try result.frames().count == 12)
        // Brightness of planes can be looked at: of the result, and of the source in that size.
        var bright = Retime()
        bright.settings.video = VideoEncoding(codec: .h264, quality: 1)
        try bright.run(scratch.file("out.mkv"), to: scratch.file("bright.mkv"))
        bright.settings.shape = retime.settings.shape
        try bright.run(path, to: scratch.file("direct.mkv"))
        let still = try StillFrame(of: scratch.file("bright.mkv"))
        let direct = try StillFrame(of: scratch.file("direct.mkv"))
        #expect((still.width, still.height) == (direct.width, direct.height))
        // Edges come out differently where red, green and blue are scaled.
        var difference = 0.0
        for row in 0..<still.height {
            for column in 0..<still.width {
                difference += abs(Double(still[column, row]) - Double(direct[column, row]))
            }
        }
        #expect(difference / Double(still.width * still.height) < 1)
    }

    @Test func `What is not scaled is copied sample by sample`() throws {
        let scratch = try ScratchDirectory()
        let chart = ChartClip(width: 128, height: 96)
        try chart.write(to: scratch.file("chart.mp4"))
        var retime = Retime()
        retime.settings.video = VideoEncoding(codec: .ffv1)
        retime.settings.shape.crop = .area(width: 50, height: 40, left: 7, top: 9)
        try retime.run(scratch.file("chart.mp4"), to: scratch.file("out.mkv"))
        let (still, whole) = try (StillFrame(of: scratch.file("out.mkv")), StillFrame(of: scratch.file("chart.mp4")))
        for row in 0..<40 { for column in 0..<50 { #expect(still[column, row] == whole[column + 7, row + 9]) } }
    }

    /// FFV1 writes into its own headers what a frame says of its pixels.
    @Test func `Frames of FFV1 that come out in square pixels say so`() throws {
        let scratch = try ScratchDirectory()
        var chart = ChartClip(width: 120, height: 96)
        chart.pixelAspect = (4, 3)
        try chart.write(to: scratch.file("chart.mp4"))
        var retime = Retime()
        retime.settings.video = VideoEncoding(codec: .ffv1)
        retime.settings.shape.size = .exact(width: 80, height: 48)
        try retime.run(scratch.file("chart.mp4"), to: scratch.file("out.mkv"))
        var aspects: Set<Double?> = []
        try ClipReader(scratch.file("out.mkv")).decode(0) { aspects.insert($0.pixelAspect) }
        #expect(aspects.isSubset(of: [nil, 1]) && !aspects.isEmpty)
    }

    @Test func `Odd frames and anamorphic ones come out in square pixels`() throws {
        let scratch = try ScratchDirectory()
        var chart = ChartClip(width: 121, height: 97)
        chart.encoder = "ffv1"
        chart.options = []
        chart.pixelAspect = (2, 1)
        try chart.write(to: scratch.file("chart.mkv"))
        var retime = Retime()
        retime.settings.shape.size = .exact(width: 242, height: 98)
        retime.settings.shape.fit = .stretch
        try retime.run(scratch.file("chart.mkv"), to: scratch.file("out.mp4"))
        let result = try ClipReader(scratch.file("out.mp4"))
        #expect(result.streams[0].sampleAspectRatio == nil || result.streams[0].sampleAspectRatio == TimeBase(1, 1))
        let still = try StillFrame(of: scratch.file("out.mp4"))
        #expect((still.width, still.height) == (242, 98))
        for (column, row) in [(20, 10), (200, 10), (20, 80), (200, 80)] {
            let expected = chart.brightness(atX: (Double(column) + 0.5) / 2, y: (Double(row) + 0.5) / 98 * 97)
            #expect(abs(still[column, row] - expected) < 2)
        }
    }
}

extension ExportSettings {
    fileprivate static var ffv1: ExportSettings {
        var settings = ExportSettings()
        settings.video = VideoEncoding(codec: .ffv1)
        return settings
    }
}
