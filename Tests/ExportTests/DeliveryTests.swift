import Composition
import FFmpeg
import Glibc
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// What deliveries promise.
@Suite struct DeliveryTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func export(_ chart: ChartClip, _ ending: String = "mkv", for delivery: Delivery, as name: String) throws {
        try chart.write(to: scratch.file("chart.\(ending)"))
        var retime = Retime()
        retime.settings.delivery = delivery
        try retime.run(scratch.file("chart.\(ending)"), to: scratch.file(name))
    }

    private static var charts: [ChartClip] {
        var odd = ChartClip(width: 123, height: 77)
        (odd.encoder, odd.options, odd.pixelFormat) = ("ffv1", [], "yuv444p")
        var large = ChartClip(width: 2048, height: 2048)
        large.frameCount = 2
        var full = ChartClip(width: 160, height: 120)
        (full.encoder, full.options, full.pixelFormat, full.colour.range) = ("mjpeg", [], "yuvj422p", "pc")
        var deep = ChartClip(width: 160, height: 120)
        (deep.pixelFormat, deep.options) = ("yuv420p10le", [MetadataEntry(key: "preset", value: "ultrafast")])
        var packed = ChartClip(width: 160, height: 120)
        (packed.encoder, packed.options, packed.pixelFormat) = ("ffv1", [], "yuv422p10le")
        return [odd, large, full, deep, packed]
    }

    /// Told nothing of a rate, encoders took each tick of the clock for a frame: levels were 6.2, and HEVC was far below its quality.
    @Test func `Levels are those of the frames, where speeds differ, too`() throws {
        let clip = Clip("mp4", frames: 30, at: .fps(30))
        let path = try clip.write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        var composition = try Composition([media.asset])
        try composition.apply([
            .ramp(try TimeRange(start: .zero, end: RationalTime(1, 3)), from: .normal, to: .rate(1, 3), .smooth),
            .rate(try TimeRange(start: RationalTime(1, 3), end: RationalTime(2, 3)), .rate(1, 2)),
        ])
        for codec in [VideoCodec.h264, .hevc] {
            var settings = ExportSettings()
            settings.video = VideoEncoding(codec: codec, preset: "ultrafast")
            let plan = try ExportPlan(composition, of: [media], settings: settings, container: .mp4)
            _ = try Exporter(plan: plan).run(to: scratch.file("\(codec.rawValue).mp4"))
            let headers = try ClipReader(scratch.file("\(codec.rawValue).mp4")).streams[0].parameters.extradata
            // 320x180 at 30 frames a second is of level 1.3 (in tens), and 2 (in thirtieths).
            if codec == .h264 {
                #expect((10...20).contains(headers[3]))
            } else {
                #expect((30...63).contains(headers[12]))
            }
        }
    }

    /// Its encoder is told of the mean rate, for its quality.
    @Test func `HEVC states the level of its fastest part`() throws {
        let path = try Clip("mp4", frames: 60, at: .fps(240)).write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        var composition = try Composition([media.asset])
        try composition.apply([.rate(try TimeRange(start: .zero, end: RationalTime(1, 5)), .rate(1, 8))])
        var settings = ExportSettings()
        settings.video = VideoEncoding(codec: .hevc, preset: "ultrafast")
        let plan = try ExportPlan(composition, of: [media], settings: settings, container: .mp4)
        // 320x180 is of level 2 at the mean of 36 frames a second, and of level 3 at 240.
        #expect(plan.video?.statedLevel?.description == "3.0")
        let output = scratch.file("level.mp4")
        _ = try Exporter(plan: plan).run(to: output)
        let result = try ClipReader(output)
        #expect(result.streams[0].parameters.extradata[12] == 90)
        #expect(try result.frames().count == 60)
    }

    @Test(arguments: 0..<5) func `social is what every player knows`(number: Int) throws {
        let chart = Self.charts[number]
        try export(chart, for: .social, as: "out.mp4")
        let result = try ClipReader(scratch.file("out.mp4"))
        let stream = result.streams[0]
        #expect(stream.parameters.fourCC == "avc1")
        #expect(stream.parameters.profileName == "High" || stream.parameters.profileName == "Constrained Baseline")
        #expect(stream.parameters.pixelFormat?.name == "yuv420p")
        #expect(stream.parameters.colour.matrix == "bt709" && stream.parameters.colour.transfer == "bt709")
        #expect(stream.parameters.colour.primaries == "bt709" && stream.parameters.colour.range == "tv")
        #expect(max(stream.parameters.width, stream.parameters.height) <= 1920)
        #expect(stream.parameters.extradata[3] <= 42)
        // The index comes first.
        let bytes = try ScratchDirectory.bytes(of: scratch.file("out.mp4"))
        let text = String(decoding: bytes.prefix(64), as: Unicode.ASCII.self)
        #expect(text.contains("moov"))
        // The picture is the same: its middle is as bright, whatever the range was.
        let still = try StillFrame(of: scratch.file("out.mp4"))
        let middle = chart.brightness(atX: Double(chart.width) / 2, y: Double(chart.height) / 2)
        let expected = chart.colour.range == "pc" ? 16 + middle * 219 / 255 : middle
        #expect(abs(still[still.width / 2, still.height / 2] - expected) < 4)
    }

    @Test func `What keeps the promise is copied`() throws {
        var chart = ChartClip(width: 160, height: 120)
        chart.options = [MetadataEntry(key: "preset", value: "ultrafast")]
        try chart.write(to: scratch.file("chart.mp4"))
        var retime = Retime()
        retime.settings.delivery = .social
        let plan = try retime.plan(scratch.file("chart.mp4"), for: .mp4)
        guard case .copy = plan.video?.treatment else {
            return #expect(Bool(false), "\(plan.video?.reason ?? "")")
        }
        #expect(throws: ExportError.self) { try retime.plan(scratch.file("chart.mp4"), for: .mkv) }
        retime.settings.video = VideoEncoding(codec: .vp9)
        #expect(throws: ExportError.self) { try retime.plan(scratch.file("chart.mp4"), for: .mp4) }
    }

    /// The four-character code and the chroma of each kind.
    @Test(arguments: ["apco", "apcs", "apcn", "apch", "ap4h", "ap4x"].enumerated().map { ($0, $1) })
    func `ProRes is of the kind that was asked for, with its chroma`(quality: Int, code: String) throws {
        var retime = Retime()
        retime.settings.video = VideoEncoding(codec: .prores, quality: quality)
        for (number, delivery) in [Delivery.asSource, .editing].enumerated() {
            retime.settings.delivery = delivery
            var chart = ChartClip(width: 64, height: 48)
            (chart.encoder, chart.options, chart.pixelFormat) = ("ffv1", [], number == 0 ? "yuv444p" : "yuv420p")
            try chart.write(to: scratch.file("chart.mkv"))
            try retime.run(scratch.file("chart.mkv"), to: scratch.file("out\(number).mov"))
            let parameters = try ClipReader(scratch.file("out\(number).mov")).streams[0].parameters
            #expect(parameters.fourCC == code)
            #expect(parameters.pixelFormat?.name.hasPrefix(quality >= 4 ? "yuv444p1" : "yuv422p1") == true)
        }
    }

    /// A grey of so many candela a square metre, in PQ of 10 bits and limited range.
    private static func highRangeChart(_ light: Double) -> ChartClip {
        let power = pow(light / 10_000, 0.1593017578125)
        let signal = pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
        var chart = ChartClip(width: 64, height: 48)
        (chart.pixelFormat, chart.encoder) = ("yuv420p10le", "libx265")
        chart.options = [
            MetadataEntry(key: "x265-params", value: "log-level=error"), MetadataEntry(key: "crf", value: "4"),
        ]
        chart.colour.primaries = "bt2020"
        chart.colour.transfer = "smpte2084"
        chart.colour.matrix = "bt2020nc"
        chart.level = UInt16((64 + signal * 876).rounded())
        return chart
    }

    @Test(arguments: [10.0, 50, 100, 400]) func `High dynamic range is mapped by Hable's curve`(light: Double) throws {
        try export(Self.highRangeChart(light), "mp4", for: .social, as: "out.mp4")
        let still = try StillFrame(of: scratch.file("out.mp4"))
        // libavfilter takes 1,000 cd/m² for the brightest where nothing is stated.
        func curve(_ x: Double) -> Double {
            (x * (x * 0.15 + 0.05) + 0.004) / (x * (x * 0.15 + 0.5) + 0.06) - 0.02 / 0.3
        }
        let mapped = curve(light / 100) / curve(10)
        let signal = pow(mapped, 1 / 2.4)
        #expect(abs(still[32, 24] - (16 + 219 * signal)) < 3, "\(still[32, 24])")
        #expect(try ClipReader(scratch.file("out.mp4")).streams[0].parameters.colour.transfer == "bt709")
    }

    @Test func `High dynamic range becomes HEVC, unless H·264 is named`() throws {
        try Self.highRangeChart(100).write(to: scratch.file("chart.mp4"))
        var retime = Retime()
        retime.settings.timing = .constantFrameRate(try FrameRate(parsing: "50"))
        try retime.run(scratch.file("chart.mp4"), to: scratch.file("out.mp4"))
        let stream = try ClipReader(scratch.file("out.mp4")).streams[0]
        #expect(stream.parameters.codecName == "hevc" && stream.parameters.fourCC == "hvc1")
        #expect(stream.parameters.colour.transfer == "smpte2084")
        retime.settings.delivery = .social
        retime.settings.dynamicRange = .keep
        try retime.run(scratch.file("chart.mp4"), to: scratch.file("kept.mp4"))
        let kept = try ClipReader(scratch.file("kept.mp4")).streams[0]
        #expect(kept.parameters.codecName == "hevc" && kept.parameters.pixelFormat?.name == "yuv420p10le")
    }

    @Test(arguments: ["mp4", "mov"]) func `A copy of HEVC has the code that Apple's players know`(ending: String) throws
    {
        var chart = ChartClip(width: 64, height: 48)
        chart.encoder = "libx265"
        chart.options = [MetadataEntry(key: "x265-params", value: "log-level=error")]
        try chart.write(to: scratch.file("chart.mkv"))
        try Retime().run(scratch.file("chart.mkv"), to: scratch.file("out.\(ending)"))
        #expect(try ClipReader(scratch.file("out.\(ending)")).streams[0].parameters.fourCC == "hvc1")
    }

    @Test func `social is HEVC where high dynamic range is kept, and only there`() throws {
        var chart = ChartClip(width: 64, height: 48)
        chart.options = [MetadataEntry(key: "preset", value: "ultrafast")]
        try chart.write(to: scratch.file("sdr.mp4"))
        try Self.highRangeChart(100).write(to: scratch.file("hdr.mp4"))
        func takes(_ codec: VideoCodec, _ clip: String, _ range: DynamicRange?) -> Bool {
            var retime = Retime()
            (retime.settings.delivery, retime.settings.dynamicRange) = (.social, range)
            retime.settings.video = VideoEncoding(codec: codec)
            return (try? retime.plan(scratch.file(clip), for: .mp4)) != nil
        }
        for (clip, range, isKept) in [
            ("sdr.mp4", nil, false), ("sdr.mp4", .keep, false), ("hdr.mp4", nil, false), ("hdr.mp4", .standard, false),
            ("hdr.mp4", .keep, true),
        ]
            as [(String, DynamicRange?, Bool)]
        {
            #expect(takes(.hevc, clip, range) == isKept)
            #expect(takes(.h264, clip, range) != isKept)
        }
    }

    @Test func `A size and a rate beyond what is promised are named`() throws {
        var chart = ChartClip(width: 64, height: 48)
        chart.options = [MetadataEntry(key: "preset", value: "ultrafast")]
        try chart.write(to: scratch.file("chart.mp4"))
        var retime = Retime()
        retime.settings.delivery = .social
        func said() throws -> [String] {
            try retime.plan(scratch.file("chart.mp4"), for: .mp4).warnings.filter { $0.hasPrefix("social ") }
        }
        #expect(try said().isEmpty)
        retime.settings.shape.size = .exact(width: 3840, height: 2160)
        retime.settings.timing = .constantFrameRate(FrameRate(120))
        let limits = [
            "social has at most 1920 pixels on the longer side and 2088960 in all, and frames become 2880x2160",
            "social has at most 60 frames a second",
        ]
        let warnings = try said()
        #expect(zip(warnings, limits).allSatisfy { $0.hasPrefix($1) } && warnings.count == 2, "\(warnings)")
        retime.settings.delivery = .phone
        #expect(try said().isEmpty)
        retime.settings.delivery = .social
        retime.settings.shape.size = .exact(width: 1440, height: 1080)
        retime.settings.timing = .constantFrameRate(FrameRate(60))
        #expect(try said().isEmpty)
    }

    @Test func `The level of H·264 is that of the fastest of several clips`() throws {
        func level(_ rates: [Int32]) throws -> String? {
            let inputs = try rates.map { rate in
                try MediaDescription(
                    ofFile: Clip("mp4", frames: Int(rate) / 2, at: .fps(rate)).write(to: scratch, as: "\(rate)")
                )
            }
            var settings = ExportSettings()
            settings.delivery = .social
            settings.video = VideoEncoding(codec: .h264)
            let composition = try Composition(inputs.map(\.asset))
            let plan = try ExportPlan(composition, of: inputs, settings: settings, container: .mp4)
            return plan.video?.encoderOptions.first { $0.key == "level" }?.value
        }
        let highest = try level([240])
        #expect(try level([30, 240]) == highest && level([240, 30]) == highest && level([30]) != highest)
    }
}
