import Composition
import Export
import FFmpeg
import MediaFormats
import MediaSyntax
import MediaTime
import TestSupport
import Testing

/// Exact trims of which only the frames next to a cut are encoded.
@Suite struct StitchTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// How a clip is coded; key frames stand every 12 frames.
    enum Coding: String, CaseIterable {
        case hevc, hevcWithoutB, hevcDeep, plain, withoutB, manyB, fullChroma, deep, delimited, fine, fineFullChroma

        func clip(_ container: String) -> Clip {
            var clip = Clip(container, frames: 60, at: .fps(30))
            switch self {
            case .plain: break
            // Its key frames but the first are no IDR frames: leading frames refer across them.
            case .hevc: clip.frames?.codec = .hevc
            case .hevcWithoutB:
                clip.frames?.codec = .hevc
                clip.frames?.bFrames = 0
            case .hevcDeep:
                clip.frames?.codec = .hevc
                clip.frames?.pixelFormat = "yuv420p10le"
            case .withoutB: clip.frames?.bFrames = 0
            case .manyB: clip.frames?.bFrames = 5
            case .fullChroma: clip.frames?.pixelFormat = "yuv444p"
            case .deep: clip.frames?.pixelFormat = "yuv420p10le"
            case .delimited: clip.frames?.repeatsHeaders = true
            // Its quantisers are so low that lossless ones would be the next.
            case .fine: clip.frames?.encoderOptions = "qp=2"
            case .fineFullChroma:
                clip.frames?.encoderOptions = "qp=2"
                clip.frames?.pixelFormat = "yuv444p"
            }
            return clip
        }
    }

    @Test(arguments: Coding.allCases, ["mp4", "mov", "mkv"])
    func `Frames next to a cut are encoded, and all others are copied`(coding: Coding, container: String) throws {
        let path = try coding.clip(container).write(to: scratch)
        for (first, end) in [(5, 43), (12, 40), (17, 59), (23, 25 + 12)] {
            let retime = exact(first, end)
            let plan = try retime.plan(path, for: try #require(Container(forPath: path)))
            let output = scratch.file("part.\(container)")
            var exporter = Exporter(plan: plan)
            exporter.verification = .decode
            let report = try exporter.run(to: output, overwriting: true)
            #expect(report.frames.shown == Int64(end - first))
            #expect(report.frames.hidden == 0)
            let result = try ClipReader(output)
            let frames = try result.frames()
            #expect(frames.map(\.number) == (Int64(first)..<Int64(end)).map { $0 })
            let origin = try result.origin()
            for (index, frame) in frames.enumerated() {
                let planned = RationalTime(Int64(index), 30)
                let error = try frame.time - origin - planned
                #expect(abs(error.seconds) <= (container == "mkv" ? 0.001 : 0))
            }
            #expect(result.packets[0].count == end - first)
            #expect(
                zip(result.packets[0], result.packets[0].dropFirst()).allSatisfy { earlier, later in
                    guard let a = earlier.dts, let b = later.dts else { return container == "mkv" }
                    return a < b || container == "mkv"
                }
            )
            // The first copied packet got what x264 says of its version, or that the stream was cut before it.
            let payloads = Set(try ClipReader(path).packets[0].map(\.payload))
            let copied = result.packets[0].count { payloads.contains($0.payload) }
            let encoded = Int(report.frames.encoded)
            #expect(copied >= end - first - encoded - 1)
            #expect(encoded < 12)
        }
    }

    /// A copy of packets would begin with earlier frames.
    @Test(arguments: [(17, 7), (24, 0)])
    func `The plan lists what is copied and what is encoded`(first: Int, encoded: Int64) throws {
        let path = try Clip("mp4", frames: 60, at: .fps(30)).write(to: scratch)
        let plan = try exact(first, 48).plan(path, for: .mp4)
        let stitching = plan.video?.stitching
        #expect((stitching?.encodedFrames ?? 0) == encoded)
        if encoded > 0 {
            let stretches = try #require(stitching).stretches
            #expect(stretches.map(\.action) == [.encode, .copy])
            #expect(stretches.map { $0.target?.duration } == [RationalTime(7, 30), RationalTime(24, 30)])
            #expect(stitching?.copiedShare == 24.0 / 31)
            #expect(try plan.countCopiedFrames()?.shown == 31)
        }
    }

    @Test(arguments: [PlaybackRate(1, 2), PlaybackRate(2, 1)])
    func `A part at another rate is stitched, too`(rate: PlaybackRate?) throws {
        let path = try Clip("mp4", frames: 60, at: .fps(30)).write(to: scratch)
        var retime = exact(17, 58)
        retime.rate = try #require(rate)
        try retime.run(path, to: scratch.file("part.mp4"))
        let result = try ClipReader(scratch.file("part.mp4"))
        let frames = try result.frames()
        #expect(frames.map(\.number) == (17..<58).map { Int64($0) })
        let origin = try result.origin()
        for (index, frame) in frames.enumerated() {
            let planned = try retime.rate.targetDuration(of: RationalTime(Int64(index), 30))
            #expect(try frame.time - origin == planned)
        }
    }

    @Test func `The first frame stands at an in point inside it`() throws {
        let path = try Clip("mp4", frames: 60, at: .fps(30)).write(to: scratch)
        for first in [5, 12] {
            var retime = Retime()
            retime.isExact = true
            retime.trim = try TimeRange(start: RationalTime(Int64(3 * first + 1), 90), end: RationalTime(49, 30))
            let report = try retime.run(path, to: scratch.file("part\(first).mp4"))
            #expect(report.duration == (try RationalTime(49, 30) - RationalTime(Int64(3 * first + 1), 90)))
            let result = try ClipReader(scratch.file("part\(first).mp4"))
            let frames = try result.frames()
            #expect(frames.map(\.number) == (Int64(first)..<49).map { $0 })
            #expect(frames.first?.time == .zero)
            #expect(frames.dropFirst().first?.time == RationalTime(2, 90))
            #expect(result.packets[0].count == 49 - first)
        }
    }

    @Test func `Parameter sets of both stand in the record, with the source's profile and level`() throws {
        let path = try Clip("mp4", frames: 60, at: .fps(30)).write(to: scratch)
        try exact(17, 48).run(path, to: scratch.file("part.mp4"))
        let source = try ClipReader(path).streams[0].parameters.extradata
        let result = try ClipReader(scratch.file("part.mp4")).streams[0].parameters.extradata
        let sets = try #require(NALCodec.h264.configuration(result)).units
        #expect(sets.count == 4)
        let numbers = sets.compactMap { ParameterSet($0, codec: .h264)?.id }
        #expect(numbers.count == 4 && Set(numbers).count == 2)
        let heads = Set(
            sets.filter { ParameterSet($0, codec: .h264)?.kind == .sequence }.map { Array($0.dropFirst().prefix(3)) }
        )
        #expect(heads == [Array(source[1...3])])
    }

    @Test func `Other codecs are encoded as a whole, and the plan says why`() throws {
        let path = try Clip("mp4", frames: 36, at: .fps(30), codec: .mpeg4).write(to: scratch)
        let video = try exact(17, 30).plan(path, for: .mp4).video
        guard case .encodeVideo = try #require(video).treatment else {
            Issue.record("it is not encoded")
            return
        }
        #expect(video?.reason.contains("mpeg4") == true)
    }

    @Test func `A part without a key frame is encoded as a whole, no worse than the source`() throws {
        let path = try Clip("mp4", frames: 60, at: .fps(30)).write(to: scratch)
        let video = try exact(14, 22).plan(path, for: .mp4).video
        guard case .encodeVideo(let encoding, _) = try #require(video).treatment else {
            Issue.record("it is not encoded")
            return
        }
        #expect(try #require(encoding.quality) <= 12)
        #expect(video?.reason.contains("IDR") == true)
    }

    @Test(arguments: [true, false])
    func `What is to be copied only is refused where frames would be encoded`(isExact: Bool) throws {
        let path = try Clip("mp4", frames: 60, at: .fps(30)).write(to: scratch)
        var retime = exact(17, 48)
        retime.isExact = isExact
        retime.settings.copiesFramesOnly = true
        if isExact {
            let error = #expect(throws: ExportError.self) { try retime.plan(path, for: .mp4) }
            #expect(error?.code == .encodingNeeded)
        } else {
            #expect(try retime.plan(path, for: .mp4).video != nil)
        }
    }

    /// Key frames stand every 12 frames, at 30 frames a second.
    enum Change: String, CaseIterable {
        case held, reversed, jump, jumpToKey, slowedJump

        /// The edits, and the numbers of the frames that are shown.
        func apply(to composition: inout Composition) throws -> [Int64] {
            func range(_ first: Int64, _ end: Int64) throws -> TimeRange {
                try TimeRange(start: RationalTime(first, 30), end: RationalTime(end, 30))
            }
            switch self {
            case .held:
                try composition.apply([.hold(at: RationalTime(30, 30), RationalTime(1, 2))])
                return (0..<90).map { $0 }
            case .reversed:
                try composition.apply([.reverse(try range(30, 40), .normal)])
                return (0..<30) + (30..<40).reversed() + Array(40..<90)
            case .jump:
                try composition.remove(try range(31, 65))
                return (0..<31) + Array(65..<90)
            case .jumpToKey:
                try composition.remove(try range(30, 60))
                return (0..<30) + Array(60..<90)
            case .slowedJump:
                try composition.apply([.rate(try range(0, 30), .rate(1, 2))])
                try composition.remove(try range(60, 80))
                return (0..<30) + Array(50..<90)
            }
        }
    }

    @Test(arguments: Change.allCases, [Clip.FrameCodec.h264, .hevc])
    func `Of edits, only what is held, reversed or next to a jump is encoded`(
        change: Change,
        codec: Clip.FrameCodec
    ) throws {
        let media = try MediaDescription(
            ofFile: Clip("mp4", frames: 90, at: .fps(30), codec: codec).write(to: scratch)
        )
        var composition = try Composition([media.asset])
        let numbers = try change.apply(to: &composition)
        let plan = try ExportPlan.sparing(composition, of: [media], container: .mp4)
        #expect(try #require(plan.video?.stitching).copiedShare > 0.4)
        try check(plan, shows: numbers, lasting: composition.duration)
    }

    @Test(arguments: ["mp4", "mkv"]) func `Clips that are trimmed where they meet are joined`(container: String) throws
    {
        let (first, second) = (Clip(container, frames: 60, at: .fps(30)), Clip(container, frames: 60, at: .fps(30)))
        let paths = [
            try first.write(to: scratch, as: "first"), try second.write(to: scratch, as: "second"),
        ]
        let inputs = try paths.map { try MediaDescription(ofFile: $0) }
        var composition = Composition()
        try composition.insert(
            TimeRange(start: .zero, end: RationalTime(26, 30)),
            of: inputs[0].asset,
            at: .zero
        )
        try composition.insert(
            TimeRange(start: RationalTime(7, 30), end: RationalTime(60, 30)),
            of: inputs[1].asset,
            at: composition.duration
        )
        let output = try #require(Container(forPath: paths[0]))
        let plan = try ExportPlan.sparing(composition, of: inputs, container: output)
        #expect(try #require(plan.video?.stitching).copiedShare > 0.5)
        try check(plan, shows: (0..<26) + Array(7..<60), lasting: composition.duration)
    }

    @Test func `Edits whose frames are to be changed are encoded as a whole`() throws {
        let media = try MediaDescription(ofFile: Clip("mp4", frames: 90, at: .fps(30)).write(to: scratch))
        var composition = try Composition([media.asset])
        _ = try Change.jump.apply(to: &composition)
        var settings = ExportSettings()
        settings.shape.orientation = .mirrored
        #expect(
            try ExportPlan.sparing(composition, of: [media], settings: settings, container: .mp4).video?.stitching
                == nil
        )
        settings = ExportSettings()
        settings.video = VideoEncoding(codec: .h264)
        #expect(
            try ExportPlan.sparing(composition, of: [media], settings: settings, container: .mp4).video?.stitching
                == nil
        )
        settings = ExportSettings()
        settings.copiesFramesOnly = true
        let error = #expect(throws: ExportError.self) {
            try ExportPlan.sparing(composition, of: [media], settings: settings, container: .mp4)
        }
        #expect(error?.code == .encodingNeeded)
    }

    /// Exports a plan, which decodes the result, and looks at its frames.
    private func check(_ plan: ExportPlan, shows numbers: [Int64], lasting duration: RationalTime) throws {
        let output = scratch.file("stitched.\(plan.container.rawValue)")
        var exporter = Exporter(plan: plan)
        exporter.verification = .decode
        let report = try exporter.run(to: output)
        #expect(abs(report.duration.seconds - duration.seconds) < 0.002)
        let result = try ClipReader(output)
        #expect(try result.frames().map(\.number) == numbers)
        #expect(result.packets[0].count == numbers.count)
        #expect(report.frames.encoded < report.frames.shown)
        let decoded = result.packets[0].compactMap(\.dts)
        #expect(plan.container == .mkv || zip(decoded, decoded.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test(arguments: ["mp4", "mkv"]) func `Of a second video track nothing else is left either`(container: String)
        throws
    {
        var clip = Clip(container, frames: 60, at: .fps(30))
        clip.otherFrames = Clip.Frames(count: 60, frameRate: .fps(30))
        let path = try clip.write(to: scratch)
        let retime = exact(17, 48)
        let plan = try retime.plan(path, for: try #require(Container(rawValue: container)))
        #expect(plan.tracks[1].stitching?.copiedShare == plan.tracks[0].stitching?.copiedShare)
        try retime.run(path, to: scratch.file("part.\(container)"))
        let result = try ClipReader(scratch.file("part.\(container)"))
        for track in 0..<2 {
            #expect(result.packets[track].count == 31)
            #expect(try result.frames(ofStream: track).map(\.number) == (17..<48).map { Int64($0) })
        }
        // From key frame to key frame a copy keeps nothing else.
        clip.frames?.bFrames = 0
        clip.otherFrames?.bFrames = 0
        let plain = try clip.write(to: scratch, as: "plain")
        let copied = try exact(24, 48).plan(plain, for: .mp4).tracks[1]
        guard case .copy = copied.treatment else { return #expect(Bool(false), "\(copied.reason)") }
    }

    /// A copy to Matroska begins with the key frame before the part, and so has no timecode.
    @Test func `What is stitched begins with the timecode that is asked for`() throws {
        let path = try Clip("mp4", frames: 60, at: .fps(30)).write(to: scratch)
        var retime = exact(17, 48)
        retime.settings.timecode = try Timecode(parsing: "01:00:00:00")
        #expect(try retime.plan(path, for: .mkv).video?.stitching?.encodes == true)
        try retime.run(path, to: scratch.file("part.mkv"))
        #expect(try MediaDescription(ofFile: scratch.file("part.mkv")).tracks[0].text("TIMECODE") == "01:00:00:00")
        retime.isExact = false
        #expect(throws: ExportError.self) { try retime.plan(path, for: .mkv) }
    }

    private func exact(_ first: Int, _ end: Int) -> Retime {
        var retime = Retime()
        retime.isExact = true
        retime.trim = try? TimeRange(start: RationalTime(Int64(first), 30), end: RationalTime(Int64(end), 30))
        return retime
    }
}
