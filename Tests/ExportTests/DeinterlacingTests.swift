import Composition
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// Fields become frames, each at its own instant.
@Suite struct DeinterlacingTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private enum Source: String, CaseIterable {
        case h264, mpeg2, mpeg4, unmarked

        var clip: InterlacedClip {
            var clip = InterlacedClip()
            switch self {
            case .h264: break
            case .mpeg2: (clip.encoder, clip.options) = ("mpeg2video", [MetadataEntry(key: "b", value: "8000000")])
            case .mpeg4: (clip.encoder, clip.options) = ("mpeg4", [MetadataEntry(key: "b", value: "8000000")])
            case .unmarked: clip.isMarked = false
            }
            return clip
        }
    }

    private func write(
        _ source: Source,
        _ container: String,
        _ order: FieldOrder = .upperFirst
    ) throws -> String {
        var clip = source.clip
        clip.order = order
        let path = scratch.file("clip.\(container)")
        try clip.write(to: path)
        return path
    }

    /// Which field each frame of a file shows.
    private func fields(in path: String) throws -> [Double] {
        let scale = InterlacedClip.brightness(ofField: 1) - InterlacedClip.brightness(ofField: 0)
        return try ClipReader(path).brightness().map { ($0.mean - InterlacedClip.brightness(ofField: 0)) / scale }
    }

    private func expect(_ shown: [Double], _ fields: [Int], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(shown.count == fields.count, sourceLocation: sourceLocation)
        for (shown, field) in zip(shown, fields) where abs(shown - Double(field)) >= 0.6 {
            #expect(Bool(false), "field \(field) is shown as \(shown)", sourceLocation: sourceLocation)
        }
    }

    private func retime(_ rate: PlaybackRate = .normal) -> Retime {
        var retime = Retime(rate)
        retime.settings.delivery = .social
        return retime
    }

    /// Frames of DV are scaled for editing, as their pixels are not square, and AVI does not say that they have fields.
    @Test func `Fields of which only frames tell are found where a delivery has them encoded`() throws {
        var chart = ChartClip(width: 720, height: 576)
        (chart.encoder, chart.options) = ("dvvideo", [])
        chart.pixelAspect = (16, 15)
        try chart.write(to: scratch.file("dv.avi"))
        var retime = Retime()
        retime.settings.delivery = .editing
        try retime.run(scratch.file("dv.avi"), to: scratch.file("dv.mov"))
        #expect(try ClipReader(scratch.file("dv.mov")).packets[0].count == 2 * chart.frameCount)
    }

    @Test(arguments: [Delivery.editing, .asSource])
    func `Fields that stay keep their own colours`(delivery: Delivery) throws {
        var clip = InterlacedClip()
        clip.chroma = (90, 170)
        clip.frameCount = 2
        try clip.write(to: scratch.file("clip.mp4"))
        var retime = Retime()
        retime.settings.delivery = delivery
        retime.settings.video = VideoEncoding(codec: .prores, quality: 1)
        try retime.run(scratch.file("clip.mp4"), to: scratch.file("out.mov"))
        try ClipReader(scratch.file("out.mov")).decode(0) { frame in
            #expect(frame.pixelFormat?.name == "yuv422p10le")
            let (stride, rows) = (frame.stride(ofPlane: 1), frame.rows(ofPlane: 1))
            frame.withPlane(1) { samples in
                for row in 0..<rows {
                    let sample = Double(samples[row * stride + 20]) + 256 * Double(samples[row * stride + 21])
                    #expect(abs(sample / 4 - (row % 2 == 0 ? 90 : 170)) < 2, "row \(row)")
                }
            }
        }
    }

    @Test(
        arguments: [
            ("h264", "mp4"), ("h264", "ts"), ("h264", "mkv"), ("mpeg2", "ts"), ("mpeg2", "mkv"),
            ("mpeg4", "avi"),
        ],
        [true, false]
    )
    func `Each field becomes a frame at its instant`(clip: (source: String, container: String), isUpperFirst: Bool)
        throws
    {
        let source = try #require(Source(rawValue: clip.source))
        let path = try write(source, clip.container, isUpperFirst ? .upperFirst : .lowerFirst)
        let plan = try retime().plan(path, for: .mp4)
        #expect(plan.video?.reason.contains("25 interlaced frames a second become 50") == true)
        let result = scratch.file("out.mp4")
        let report = try retime().run(path, to: result)
        // MPEG-4's last fields have no frame behind them, like all others.
        #expect(report.frames.shown == 50)
        let frames = try ClipReader(result).brightness()
        expect(try fields(in: result), Array(0..<50))
        let times = frames.map(\.time.seconds)
        #expect(zip(times.dropFirst(), times).allSatisfy { abs($0.0 - $0.1 - 0.02) < 1e-6 })
        #expect(try ClipReader(result).fieldOrders() == Array(repeating: nil, count: 50))
    }

    @Test func `Retiming, reversal and holds change nothing of what a field becomes`() throws {
        let path = try write(.h264, "mp4")
        let result = scratch.file("out.mp4")
        try retime(.rate(1, 4)).run(path, to: result)
        let slow = try ClipReader(result).brightness()
        expect(try fields(in: result), Array(0..<50))
        #expect(zip(slow.dropFirst(), slow).allSatisfy { abs($0.0.time.seconds - $0.1.time.seconds - 0.08) < 1e-6 })
        var part = retime()
        // From the second field of a frame.
        part.trim = try TimeRange(start: RationalTime(21, 50), end: RationalTime(44, 50))
        try part.run(path, to: scratch.file("part.mp4"))
        expect(try fields(in: scratch.file("part.mp4")), Array(21..<44))
    }

    /// A number that stands for the brightness of a frame, sample by sample.
    private static func sum(of frame: borrowing Frame) -> UInt64 {
        let (width, height, stride) = (frame.width, frame.height, frame.stride(ofPlane: 0))
        var hash = 1_469_598_103_934_665_603 as UInt64
        frame.withPlane(0) { samples in
            for row in 0..<height {
                for column in 0..<width {
                    hash = (hash ^ UInt64(samples[row * stride + column])) &* 1_099_511_628_211
                }
            }
        }
        return hash
    }

    /// Frames of a part, as they come out of the filters.
    private func frames(of media: MediaDescription, _ mapping: TimeMapping, budget: Int) throws -> [UInt64] {
        let filters = SourceFilters(deinterlacing: .upperFirst, reasons: [])
        let frames = try DecodedFrames.open(TrackReader(media, track: media.tracks[0]), damage: DamageLog())
        var source = FrameSource(FilteredFrames(TimedFrames(frames), filters), reversalBudget: budget)
        try source.begin(FrameSelector(mapping: mapping, frameRate: .fps(50)))
        var sums: [UInt64] = []
        var end = 0 as Int64
        while let placed = try source.next() {
            #expect(placed.outputFrames == end..<end + 1)
            end = placed.outputFrames.upperBound
            switch placed.frame {
            case .some(let frame): sums.append(Self.sum(of: frame))
            case .none: Issue.record("a frame that is black")
            }
        }
        return sums
    }

    @Test(arguments: [1, 12, 100]) func `A part and its reversal show what the whole shows`(keyInterval: Int) throws {
        var clip = Clip("mp4", frames: 60, at: .fps(25))
        clip.frames?.keyInterval = keyInterval
        let media = try MediaDescription(ofFile: clip.write(to: scratch))
        func range(_ first: Int64, _ last: Int64) throws -> TimeRange {
            try TimeRange(start: RationalTime(first, 50), end: RationalTime(last, 50))
        }
        let whole = try frames(of: media, TimeMapping(source: range(0, 120), target: range(0, 120)), budget: 0)
        #expect(whole.count == 120 && Set(whole).count > 60)
        let part = try frames(of: media, TimeMapping(source: range(61, 99), target: range(0, 38)), budget: 0)
        #expect(part == Array(whole[61..<99]))
        for budget in [0, 1 << 30] {
            let back = try frames(of: media, .reverse(range(5, 120), in: range(0, 115)), budget: budget)
            #expect(back == whole[5..<120].reversed())
        }
    }

    @Test(arguments: [25, 30, 50, 60, 100]) func `The plan counts what a decoder shows`(rate: Int32) throws {
        let path = try write(.h264, "mp4")
        var retime = retime(.rate(1, 2))
        retime.settings.timing = .constantFrameRate(.fps(rate))
        let plan = try retime.plan(path, for: .mp4)
        let result = scratch.file("out.mp4")
        let report = try retime.run(path, to: result)
        let shown = try fields(in: result)
        #expect(plan.counts?.frames == Int64(shown.count) && report.frames.shown == Int64(shown.count))
        expect(shown, (0..<Int(2 * rate)).map { min(49, $0 * 25 / Int(rate)) })
    }

    @Test func `Fields of H·264 that are coded apart become frames, too`() throws {
        for container in ["ts", "mp4", "mkv"] {
            var clip = FieldClip()
            clip.keyInterval = 4
            let path = scratch.file("clip.\(container)")
            try clip.write(to: path)
            let result = scratch.file("out-\(container).mp4")
            #expect(try retime().run(path, to: result).frames.shown == 26)
            let shown = try ClipReader(result).brightness()
            #expect(shown.count == 26)
            #expect(
                zip(shown.dropFirst(), shown).allSatisfy { abs($0.0.time.seconds - $0.1.time.seconds - 0.02) < 1e-6 }
            )
            #expect(zip(shown.dropFirst(), shown).allSatisfy { $0.0.mean > $0.1.mean - 1 })
        }
    }

    @Test(arguments: [("editing", "mov"), ("archive", "mkv"), ("as-source", "mp4")], [true, false])
    func `What keeps fields says so`(delivery: (name: String, container: String), isUpperFirst: Bool) throws {
        let order = isUpperFirst ? FieldOrder.upperFirst : .lowerFirst
        let path = try write(.h264, "mp4", order)
        var retime = Retime()
        retime.settings.delivery = try #require(Delivery(rawValue: delivery.name))
        if retime.settings.delivery == .asSource { retime.settings.video = VideoEncoding(codec: .h264) }
        let result = scratch.file("out.\(delivery.container)")
        let plan = try retime.plan(path, for: try #require(Container(forPath: result)))
        #expect(plan.warnings.contains { $0.contains("interlaced") && !$0.contains("backwards") })
        let media = try MediaDescription(ofFile: path)
        var composition = try Composition([media.asset])
        try composition.apply([.reverse(TimeRange(start: RationalTime(1, 5), end: RationalTime(2, 5)), .normal)])
        let backwards = try ExportPlan(
            composition,
            of: [media],
            settings: retime.settings,
            container: try #require(Container(forPath: result))
        )
        #expect(backwards.warnings.contains { $0.contains("backwards") })
        #expect(try retime.run(path, to: result).frames.shown == 25)
        #expect(try ClipReader(result).fieldOrders() == Array(repeating: order, count: 25))
    }

    /// Turned lines are those of other fields, and one encoder writes fields in one order.
    @Test(arguments: ["turned", "other order", "whole first", "whole last"])
    func `Inputs whose fields do not lie alike are shown frame by frame`(second: String) throws {
        var clips = [InterlacedClip(), InterlacedClip()]
        switch second {
        case "turned": clips[1].clockwise = 180
        case "other order": clips[1].order = .lowerFirst
        case "whole first": clips[0].isMarked = false
        default: clips[1].isMarked = false
        }
        let inputs = try clips.enumerated().map { index, clip in
            try clip.write(to: scratch.file("\(index).mp4"))
            return try MediaDescription(ofFile: scratch.file("\(index).mp4"))
        }
        var settings = ExportSettings()
        settings.video = VideoEncoding(codec: .h264, quality: 1)
        let plan = try ExportPlan(Composition(inputs.map(\.asset)), of: inputs, settings: settings, container: .mp4)
        let result = scratch.file("both.mp4")
        let report = try Exporter(plan: plan).run(to: result)
        // What is said to be whole stays so, and fits among fields, too.
        let counts = clips.map { second == "whole last" || !$0.isMarked ? 25 : 50 } as [Int64]
        try #require(report.frames.shown == counts[0] + counts[1])
        let shown = try fields(in: result)
        #expect(Int64(shown.count) == report.frames.shown)
        var place = 0
        for count in counts {
            if count == 50 { expect(Array(shown[place..<place + 50]), Array(0..<50)) }
            place += Int(count)
        }
        let orders = try ClipReader(result).fieldOrders()
        #expect(orders.allSatisfy { $0 == (second == "whole last" ? .upperFirst : nil) })
    }

    @Test func `Fields become frames where they must, and not where it was refused`() throws {
        let path = try write(.h264, "mp4")
        func filters(_ change: (inout ExportSettings) -> Void) throws -> SourceFilters? {
            var retime = Retime()
            change(&retime.settings)
            return try retime.plan(path, for: .mkv).video?.parts[0].filters
        }
        #expect(try filters { _ in } == nil)
        #expect(try filters { $0.video = VideoEncoding(codec: .h264) } == nil)
        #expect(try filters { $0.video = VideoEncoding(codec: .vp9) } != nil)
        #expect(try filters { $0.shape.size = .percent(50) } != nil)
        #expect(try filters { $0.shape.crop = .area(width: 40, height: 64, left: 0, top: 0) } == nil)
        #expect(try filters { $0.deinterlacing = .always } != nil)
        #expect(try filters { ($0.shape.size, $0.deinterlacing) = (.percent(50), .never) } == nil)
        var refused = retime()
        refused.settings.deinterlacing = .never
        refused.settings.video = VideoEncoding(codec: .h264)
        let result = scratch.file("out.mp4")
        #expect(try refused.run(path, to: result).frames.shown == 25)
        #expect(try ClipReader(result).fieldOrders() == Array(repeating: nil, count: 25))
        // A clip that says nothing.
        let unmarked = try write(.unmarked, "mkv")
        #expect(try retime().plan(unmarked, for: .mp4).video?.parts[0].filters == nil)
        var asked = retime()
        asked.settings.deinterlacing = .always
        try asked.run(unmarked, to: scratch.file("asked.mp4"))
        expect(try fields(in: scratch.file("asked.mp4")), Array(0..<50))
    }

    @Test(arguments: [Deinterlacing.always, .automatic])
    func `A field of HEVC that is a frame is none of two fields`(deinterlacing: Deinterlacing) throws {
        var clip = Clip("mp4", frames: 20, at: .fps(50), codec: .hevc)
        clip.frames?.encoderOptions = "interlace=tff"
        let path = try clip.write(to: scratch)
        let video = try #require(try MediaInspection(ofFile: path).media.mainVideo?.video)
        #expect(video.areFieldsApart)
        #expect(video.firstField == nil)
        var retime = retime()
        retime.settings.deinterlacing = deinterlacing
        let plan = try retime.plan(path, for: .mp4)
        #expect(plan.warnings.contains { $0.contains("is one field") }, "\(plan.warnings)")
        let result = scratch.file("result.mp4")
        _ = try Exporter(plan: plan).run(to: result)
        #expect(try ClipReader(result).frames().map(\.number) == (0..<20).map { $0 })
    }
}
