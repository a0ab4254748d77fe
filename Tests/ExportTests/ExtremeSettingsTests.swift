import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Settings that a program may have from its user, and that no export can have.
@Suite struct ExtremeSettingsTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func clip() throws -> String { try Clip("mp4", frames: 30, at: .fps(30)).write(to: scratch) }

    @Test(arguments: [Int.min, -1, 0, 1001, .max]) func `One of so many frames is none`(every: Int) throws {
        var retime = Retime()
        retime.settings.timing = .decimated(every: every)
        let path = try clip()
        let error = #expect(throws: ExportError.self) { _ = try retime.plan(path, for: .mp4) }
        #expect(error?.message.hasSuffix("it is one of 1 to 1000") == true)
    }

    @Test(
        arguments: [
            (Container.mp4, 3601), (.mov, 3601), (.mkv, 100_000_000), (.webp, 3601), (.gif, 656),
        ] as [(Container, Int32)]
    ) func `A rate at which a frame lasts longer than can be said is refused, and why is said`(
        container: Container,
        seconds: Int32
    ) throws {
        let path = try clip()
        var retime = Retime()
        retime.settings.timing = .constantFrameRate(FrameRate(1, seconds))
        let error = #expect(throws: ExportError.self) { _ = try retime.plan(path, for: container) }
        #expect(error?.message.contains("a frame lasts") == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [("mp4", Int32(3600)), ("mov", 3600), ("mkv", 3600), ("gif", 655)])
    func `The lowest rate is that`(ending: String, seconds: Int32) throws {
        let output = scratch.file("slow.\(ending)")
        var retime = Retime()
        retime.settings.timing = .constantFrameRate(FrameRate(1, seconds))
        try retime.run(try clip(), to: output)
        let packets = try ClipReader(output).packets[0]
        #expect(packets.map(\.duration) == [RationalTime(seconds: Int64(seconds))])
    }

    @Test(arguments: [
        ("yuv420p", 2, 480), ("yuv420p", 3, 480), ("yuv422p", 2, 2), ("yuv411p", 4, 480), ("yuv411p", 5, 200),
        ("gray", 1, 480), ("yuv444p", 2, 480), ("gray", 4098, 2), ("gray", 640, 1), ("yuv420p", 64, 3),
        ("yuv410p", 40, 5), ("yuv410p", 40, 7),
    ])
    func `Frames of few columns or rows can be FFV1`(format: String, width: Int, height: Int) throws {
        var chart = ChartClip(width: width, height: height)
        (chart.encoder, chart.options, chart.pixelFormat) = ("rawvideo", [], format)
        try chart.write(to: scratch.file("chart.nut"))
        var retime = Retime()
        retime.settings.video = VideoEncoding(codec: .ffv1)
        try retime.run(scratch.file("chart.nut"), to: scratch.file("kept.mkv"))
        var frames: [[UInt8]] = []
        for name in ["chart.nut", "kept.mkv"] {
            var samples: [UInt8] = []
            try ClipReader(scratch.file(name)).decode(0) { frame in
                let name = frame.pixelFormat?.name
                #expect(name == format)
                let stride = frame.stride(ofPlane: 0)
                frame.withPlane(0) { plane in
                    for row in 0..<height { samples += (0..<width).map { plane[row * stride + $0] } }
                }
            }
            frames.append(samples)
        }
        #expect(frames[0].count == 3 * width * height)
        #expect(frames[0] == frames[1])
    }

    @Test func `A text with a zero byte names no clip and no result`() throws {
        let path = try clip()
        let missing = #expect(throws: ExportError.self) { _ = try MediaDescription(ofFile: path + "\0.mov") }
        #expect(missing?.code == .inputMissing)
        #expect(missing?.message.hasSuffix("a zero byte, which no file's name can have") == true)
        let plan = try Retime().plan(path, for: .mp4)
        let media = try MediaDescription(ofFile: path)
        let stills = StillExporter(plan: try StillPlan(.spread(2), of: media), format: .png)
        for output in ["slow.mp4\0", "slow\0/slow.mp4"] {
            #expect(throws: ExportError.self) {
                try Exporter(plan: plan).run(to: scratch.file(output), overwriting: true)
            }
            #expect(throws: ExportError.self) {
                try Exporter(plan: plan).checkOutput(scratch.file(output), overwriting: true)
            }
            #expect(throws: ExportError.self) { try stills.run(to: .folder(scratch.file(output)), overwriting: true) }
        }
        #expect(try scratch.contents == ["clip.mp4"])
    }

    private typealias Change = @Sendable (inout ExportSettings) throws -> Void

    private static let numbers = [Int.min, -1, 0, 1, Int(Int32.max), .max]
    private static let times = [RationalTime(seconds: .min), RationalTime(-1, 3), .zero, RationalTime(seconds: .max)]

    private static func sizes(_ number: Int) -> [Change] {
        [
            { $0.shape.crop = .area(width: number, height: 16, left: .max, top: number) },
            { $0.shape.crop = .area(width: 16, height: number, left: number, top: .min) },
            { $0.shape.crop = .aspect(width: number, height: 1) },
            { $0.shape.crop = .aspect(width: 3, height: number) },
            { $0.shape.size = .exact(width: number, height: 16) },
            { $0.shape.size = .exact(width: 16, height: number) },
            { $0.shape.size = .shorterSide(number) },
            { $0.shape.size = .atMost(longerSide: number, pixels: number) },
        ]
    }

    private static func others(_ number: Int) -> [Change] {
        [
            { $0.video = VideoEncoding(codec: .h264, quality: number) },
            { $0.effort = EncodingEffort(quality: number) },
            { $0.audio = AudioEncoding(codec: .aac, bitRatePerChannel: Int64(number)) },
            { $0.plays = number },
            { $0.chapters = [ChapterMark(input: number, time: .zero, title: "a")] },
        ]
    }

    private static func percent(_ share: Double) -> Change { { $0.shape.size = .percent(share) } }

    private static func instants(_ time: RationalTime) -> [Change] {
        let zoom: Change = {
            let ramp = FrameZoom.Ramp(TimeRange.instant(time), from: 1, to: 2)
            $0.zoom = try FrameZoom([ramp], in: .source)
        }
        return [{ $0.chapters = [ChapterMark(time: time, title: "a")] }, zoom]
    }

    private static var extremes: [Change] {
        var changes = numbers.flatMap(sizes)
        changes += numbers.flatMap(others)
        let shares: [Double] = [.nan, .infinity, -.infinity, 0, -1, 1e300]
        changes += shares.map(percent)
        changes += times.flatMap(instants)
        return changes
    }

    /// What it makes of them is another matter: a plan, or an error with a reason.
    @Test func `No number of settings ends the program`() throws {
        let media = try MediaDescription(ofFile: try clip())
        for (index, change) in Self.extremes.enumerated() {
            for container in [Container.mp4, .gif] {
                do {
                    var settings = ExportSettings()
                    try change(&settings)
                    let composition = try Composition([media.asset])
                    _ = try ExportPlan(composition, of: [media], settings: settings, container: container)
                } catch let error as ExportError {
                    #expect(!error.message.isEmpty && error.code != .fault, "\(index): \(error)")
                }
            }
        }
    }

    @Test func `No number of an edit ends the program`() throws {
        let media = try MediaDescription(ofFile: try clip())
        let second = try TimeRange(start: .zero, duration: RationalTime(1, 2))
        var edits: [Edit] = []
        for time in Self.times {
            edits += [.hold(at: time, RationalTime(1, 2)), .hold(at: .zero, time), .duration(second, time)]
        }
        for number in Self.numbers { edits.append(.repetition(second, number)) }
        for rate in [PlaybackRate(.max), PlaybackRate(1, .max)] {
            edits.append(.rate(second, rate))
            edits.append(.reverse(second, rate))
        }
        for edit in edits {
            do {
                var composition = try Composition([media.asset])
                try composition.apply([edit])
                _ = try ExportPlan(composition, of: [media], container: .mp4)
            } catch {
                #expect(!"\(error)".isEmpty)
            }
        }
        for time in Self.times {
            var composition = try Composition([media.asset])
            try? composition.scale(second, to: time)
            try? composition.insert(second, of: media.asset, at: time)
            try? composition.insertGap(.instant(time))
            try? composition.remove(.instant(time))
        }
    }
}
