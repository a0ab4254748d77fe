import FFmpeg
import MediaFormats
import MediaSyntax
import MediaTime
import Synchronization
import TestSupport
import Testing

@testable import Export

/// Exact trims of H.264 whose key frames but the first are no IDR frames: leading frames refer across them.
@Suite struct RestartTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// How a clip is coded; key frames stand every 12 frames or so.
    enum Coding: String, CaseIterable {
        /// Leading frames are referred to by none, or by other leading ones.
        case flat, pyramid
        /// Coded data is not divided into bytes.
        case variable
        case manyB, interlaced, sliced

        func clip(_ container: String) -> Clip {
            var clip = Clip(container, frames: 90, at: .fps(30))
            let options =
                switch self {
                case .flat: "b-pyramid=none"
                case .pyramid: "b-pyramid=normal"
                case .variable: "b-pyramid=none:cabac=0"
                case .manyB: "bframes=6:b-pyramid=normal:ref=5"
                case .interlaced: "b-pyramid=none:tff=1"
                case .sliced: "b-pyramid=none:slices=3"
                }
            clip.frames?.encoderOptions = "open-gop=1:scenecut=0:" + options
            return clip
        }
    }

    @Test(arguments: Coding.allCases.map { ($0, "mp4") } + [(.flat, "mkv"), (.pyramid, "mkv"), (.variable, "mov")])
    func `Copying begins at a key frame that becomes an IDR frame`(coding: Coding, container: String) throws {
        let path = try coding.clip(container).write(to: scratch)
        let source = try ClipReader(path)
        #expect(Self.entries(of: source).filter { $0 }.count == 1)
        for (first, end) in [(5, 83), (17, 62), (30, 90)] {
            var retime = Retime()
            retime.isExact = true
            retime.trim = try TimeRange(start: RationalTime(Int64(first), 30), end: RationalTime(Int64(end), 30))
            let plan = try retime.plan(path, for: try #require(Container(forPath: path)))
            let stitching = try #require(plan.video?.stitching, "\(plan.video?.reason ?? "")")
            #expect(stitching.copiedShare > 0.4)
            let output = scratch.file("part.\(container)")
            var exporter = Exporter(plan: plan)
            exporter.verification = .decode
            let report = try exporter.run(to: output, overwriting: true)
            #expect(report.frames.shown == Int64(end - first))
            #expect(report.frames.hidden == 0)
            #expect(report.damage.isEmpty)
            let result = try ClipReader(output)
            #expect(try result.frames().map(\.number) == (Int64(first)..<Int64(end)).map { $0 })
            // An encoded stretch, and the copied one behind it, begin with IDR frames.
            #expect(Self.entries(of: result).filter { $0 }.count >= 2)
        }
    }

    /// Between other parameter sets libavcodec loses one or two interlaced frames at the end of a track.
    @Test(arguments: [85, 86, 87, 88]) func `A few frames at the end are encoded with those before`(count: Int) throws {
        var clip = Clip("mp4", frames: count, at: .fps(30))
        clip.frames?.encoderOptions = "scenecut=0:b-pyramid=none:tff=1"
        let path = try clip.write(to: scratch)
        var retime = Retime()
        retime.isExact = true
        retime.trim = try TimeRange(start: RationalTime(77, 30), end: RationalTime(Int64(count), 30))
        let plan = try retime.plan(path, for: .mp4)
        #expect((plan.video?.stitching == nil) == (count < 87))
        var exporter = Exporter(plan: plan)
        exporter.verification = .decode
        let output = scratch.file("end.mp4")
        _ = try exporter.run(to: output)
        #expect(try ClipReader(output).frames().map(\.number) == (77..<Int64(count)).map { $0 })
    }

    /// The headers up to the next IDR frame are read for the plan, far behind what is decoded for it.
    @Test func `Where a frame far behind cannot be numbered anew, copying begins behind it`() throws {
        let clip = try Coding.flat.clip("mp4").write(to: scratch)
        var exporter = Exporter(plan: try Retime().plan(clip, for: .mp4))
        exporter.verification = .none
        exporter.payloadWay = .read
        let number = Mutex(0)
        exporter.fault = { packet in
            let isFar = number.withLock { number in
                number += 1
                return number == 80
            }
            // Behind the length and the unit's first byte nothing can be read of a slice.
            let unreadable = [0, 0, 0, 21, packet.bytes[4]] + Array(repeating: 0, count: 20)
            return !isFar || (try? packet.replacePayload(with: unreadable)) != nil
        }
        let path = scratch.file("damaged.mp4")
        _ = try exporter.run(to: path)
        var retime = Retime()
        retime.isExact = true
        retime.trim = try TimeRange(start: RationalTime(5, 30), end: RationalTime(90, 30))
        let plan = try retime.plan(path, for: .mp4)
        #expect(try #require(plan.video?.stitching).copiedShare < 0.2)
        let report = try Exporter(plan: plan).run(to: scratch.file("part.mp4"))
        #expect(!report.damage.isEmpty)
        // Before that frame nothing hinders it.
        retime.trim = try TimeRange(start: RationalTime(5, 30), end: RationalTime(70, 30))
        #expect(try #require(retime.plan(path, for: .mp4).video?.stitching).copiedShare > 0.4)
    }

    /// Whether each packet is an IDR frame.
    private static func entries(of clip: ClipReader) -> [Bool] {
        let units = NALUnits(.h264, configuration: clip.streams[0].parameters.extradata)
        return clip.packets[0].map { packet in
            units.firstHeader(in: packet.payload.bytes.span, where: \.isSlice)?.forgetsAll ?? false
        }
    }
}
