import Composition
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// What is transparent stays so, where codec and container have it, and else it is said.
@Suite struct TransparencyTests: SampleExporting {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `Transparency is kept where the codec has it, and is else said to be lost`() throws {
        var chart = ChartClip(width: 64, height: 48)
        (chart.pixelFormat, chart.encoder, chart.options) = ("yuva444p10le", "ffv1", [])
        (chart.level, chart.opacity) = (500, 300)
        try chart.write(to: scratch.file("clear.mkv"))
        func lost(_ plan: ExportPlan) -> Bool { plan.warnings.contains { $0.contains("may be transparent") } }
        for (container, settings) in [(Container.mkv, settings(.ffv1)), (.mov, settings(.prores, 4))] {
            let kept = try export([scratch.file("clear.mkv")], as: container, settings)
            #expect(!lost(kept.plan))
            let sample = Int(kept.samples[0][3]) >> (kept.format.bitDepth - 10)
            #expect(abs(sample - 300) < 3, "\(kept.samples[0])")
        }
        for settings in [settings(.h264), settings(.prores, 3)] {
            #expect(lost(try export([scratch.file("clear.mkv")], as: .mov, settings).plan))
        }
        var filtered = settings(.ffv1)
        filtered.filter = "hflip"
        #expect(lost(try plan([scratch.file("clear.mkv")], as: .mkv, filtered)))
        // Letters would be as transparent as what they are written upon.
        var written = settings(.ffv1)
        written.texts = [FrameText("seen", at: .middle)]
        let text = try export([scratch.file("clear.mkv")], as: .mkv, written)
        #expect(lost(text.plan) && text.samples[0].count == 3)
        var moving = ExportSettings()
        moving.timing = .constantFrameRate(.fps(25))
        #expect(lost(try export([scratch.file("clear.mkv")], as: .avif, moving).plan))
        moving.filter = "hflip"
        for container in [Container.gif, .webp] {
            #expect(lost(try plan([scratch.file("clear.mkv")], as: container, moving)), "\(container)")
        }
    }

    /// ProRes has no red, green and blue: samples are coded anew, and the transparency is made beside them.
    @Test(
        arguments: [
            ("yuva444p", .prores), ("gbrap10le", .prores), ("gbrap16le", .prores), ("yuva420p", .prores),
            ("gbrap12le", .ffv1), ("yuva422p10le", .ffv1), ("bgra", .ffv1), ("rgba64le", .ffv1), ("bgra", .prores),
        ] as [(String, VideoCodec)],
        [0, 0.3, 1]
    )
    func `Transparency is kept where samples are made anew`(
        clip: (pixelFormat: String, codec: VideoCodec),
        opacity: Double
    ) throws {
        let bits = try #require(PixelFormat(named: clip.pixelFormat)).bitDepth
        let greatest = Double((1 << bits) - 1)
        var chart = ChartClip(width: 64, height: 48)
        (chart.pixelFormat, chart.encoder, chart.options) = (clip.pixelFormat, "ffv1", [])
        (chart.level, chart.opacity) = (UInt16(greatest / 2), UInt16(opacity * greatest))
        try chart.write(to: scratch.file("clear.mkv"))
        let (container, quality) = clip.codec == .prores ? (Container.mov, 4) : (.mkv, nil)
        for percent in [100.0, 50] {
            var settings = settings(clip.codec, quality)
            if percent != 100 { settings.shape.size = .percent(percent) }
            let kept = try export([scratch.file("clear.mkv")], as: container, settings)
            #expect(!kept.plan.warnings.contains { $0.contains("may be transparent") })
            #expect(PixelFormat(named: kept.format.pixelFormat)?.isTransparent == true)
            try #require(kept.samples[0].count == 4)
            let found = Double(kept.samples[0][3]) / Double((1 << kept.format.bitDepth) - 1)
            // What is opaque stays so, and so does what is not seen at all.
            let tolerance = chart.opacity == 0 || Double(chart.opacity) == greatest ? 0 : 0.0006
            #expect(abs(found - Double(chart.opacity) / greatest) <= tolerance, "\(kept.samples[0])")
        }
    }

    @Test(arguments: ["yuva420p", "yuva444p10le", "gbrap12le"])
    func `Bars beside transparent frames are transparent`(format: String) throws {
        let greatest = UInt16((1 << (try #require(PixelFormat(named: format)).bitDepth)) - 1)
        var chart = ChartClip(width: 64, height: 48)
        (chart.pixelFormat, chart.encoder, chart.options) = (format, "ffv1", [])
        (chart.level, chart.opacity) = (greatest / 2, greatest)
        try chart.write(to: scratch.file("clear.mkv"))
        for (height, wanted) in [(48, greatest), (64, 0)] {
            var settings = settings(.ffv1)
            (settings.shape.size, settings.shape.fit) = (.exact(width: 64, height: height), .bars)
            #expect(try export([scratch.file("clear.mkv")], as: .mkv, settings).samples[0][3] == wanted)
        }
    }

    /// A pixel of a GIF is transparent, or it is not. Of WebP it is so in 256 steps, and libwebp does not change these.
    @Test(arguments: [UInt16(0), 300, 900, 1023], [100.0, 50])
    func `Moving WebP and GIF keep transparency`(opacity: UInt16, percent: Double) throws {
        var chart = ChartClip(width: 64, height: 48)
        (chart.pixelFormat, chart.encoder, chart.options) = ("yuva444p10le", "ffv1", [])
        (chart.level, chart.opacity) = (500, opacity)
        try chart.write(to: scratch.file("clear.mkv"))
        var moving = ExportSettings()
        moving.timing = .constantFrameRate(.fps(25))
        if percent != 100 { moving.shape.size = .percent(percent) }
        for container in [Container.gif, .webp] {
            let plan = try plan([scratch.file("clear.mkv")], as: container, moving)
            #expect(!plan.warnings.contains { $0.contains("may be transparent") })
            let output = scratch.file("result.\(container)")
            _ = try Exporter(plan: plan).run(to: output, overwriting: true)
            let wanted = Double(opacity) / 1023 * 255
            let found: [UInt8]
            if container == .webp {
                found = try WebPReader(output).opacities
                #expect(found.allSatisfy { abs(Double($0) - wanted) <= 1 }, "\(found)")
            } else {
                found = try StillFrame.all(of: output).map { UInt8($0.corner[3]) }
                #expect(found.allSatisfy { $0 == (wanted < 128 ? 0 : 255) }, "\(found)")
            }
            #expect(found.count == 3)
        }
    }

    /// WebM has it as frames of its own beside those of VP9.
    @Test func `Transparency beside frames is kept by copies that have a place for it, and is else said to be lost`()
        throws
    {
        var clip = Clip("webm", frames: 30, at: .fps(30), codec: .vp9)
        clip.frames?.pixelFormat = "yuva420p"
        let path = try clip.write(to: scratch)
        #expect(try MediaDescription(ofFile: path).mainVideo?.video?.hasAlphaBeside == true)
        func isTagged(_ container: Container) throws -> Bool {
            let stream = try ClipReader(scratch.file("result.\(container)")).streams[0]
            return stream.metadata.contains { $0.key.lowercased() == "alpha_mode" }
        }
        var smaller = settings(.vp9)
        smaller.shape.size = .percent(50)
        let cases: [(Container, ExportSettings, lost: String?)] = [
            (.webm, ExportSettings(), nil), (.mkv, ExportSettings(), nil),
            (.mp4, ExportSettings(), "mp4 does not carry what is beside its frames"),
            (.mkv, smaller, "its encoded frames are not"), (.webm, settings(.vp9), "its encoded frames are not"),
        ]
        for (container, settings, lost) in cases {
            let result = try export([path], as: container, settings)
            let warnings = result.plan.warnings.filter { $0.hasPrefix("the clip may be transparent") }
            #expect(warnings.count == (lost == nil ? 0 : 1), "\(container): \(result.plan.warnings)")
            if let lost { #expect(warnings.first?.contains(lost) == true) }
            #expect(try isTagged(container) == (lost == nil), "\(container)")
            #expect(result.format.hasAlphaBeside == (lost == nil))
        }
        // Encoded frames beside copied ones would be opaque, so all are encoded.
        var trimmed = Retime()
        (trimmed.isExact, trimmed.trim) = (true, try TimeRange(start: RationalTime(1, 3), end: RationalTime(1, 1)))
        let exact = try trimmed.plan(path, for: .webm)
        #expect(exact.video?.stitching == nil)
        #expect(exact.warnings.contains { $0.hasPrefix("the clip may be transparent") })
        let stills = try StillPlan(.each([.frame(0)]), of: MediaDescription(ofFile: path))
        #expect(stills.warnings(for: .png).contains { $0.hasPrefix("the clip may be transparent") })
    }
}
