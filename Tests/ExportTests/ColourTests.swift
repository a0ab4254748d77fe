import Composition
import Foundation
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export
@testable import FFmpeg

/// What is red stays red, whatever the codec, the container and the other clips make of samples.
@Suite struct ColourTests: SampleExporting {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Pure red, and how its samples are coded.
    private struct Red {
        let luma: UInt16
        let chroma: (UInt16, UInt16)

        static let bt709 = Red(luma: 63, chroma: (102, 240))
        static let bt709Full = Red(luma: 54, chroma: (99, 255))
        static let bt601 = Red(luma: 81, chroma: (90, 240))
        static let bt601Full = Red(luma: 76, chroma: (85, 255))

        func isNear(_ samples: [UInt16], _ bits: Int = 8) -> Bool {
            guard samples.count == 3 else { return false }
            return zip(samples, [luma, chroma.0, chroma.1]).allSatisfy { sample, wanted in
                abs(Int(sample) - Int(wanted) << (bits - 8)) <= 3 << (bits - 8)
            }
        }
    }

    /// Writes a clip of one colour.
    private func clip(
        _ name: String,
        _ red: Red,
        matrix: String = "bt709",
        range: String = "tv",
        pixelFormat: String = "yuv420p"
    ) throws -> String {
        var chart = ChartClip(width: 64, height: 48)
        (chart.level, chart.chroma, chart.pixelFormat) = (red.luma, red.chroma, pixelFormat)
        (chart.colour.matrix, chart.colour.range) = (matrix, range)
        try chart.write(to: scratch.file(name))
        return scratch.file(name)
    }

    /// ProRes has no full range, and JPEG no other matrix than that of BT.601, and nothing else than full range.
    @Test func `Codecs get samples as they have them`() throws {
        let full = try clip("full.mp4", .bt709Full, range: "pc")
        let prores = try export([full], as: .mov, settings(.prores))
        #expect(Red.bt709.isNear(prores.samples[0], 10), "\(prores.samples[0])")
        #expect(prores.format.colour.range != "pc")
        #expect(prores.plan.tracks[0].reason.contains("samples are coded in limited range, as prores has them"))

        let limited = try clip("limited.mp4", .bt709)
        for container in [Container.mov, .mkv] {
            let jpeg = try export([limited], as: container, settings(.mjpeg, 2))
            #expect(Red.bt601Full.isNear(jpeg.samples[0]), "\(jpeg.samples[0])")
        }
        // What is coded so already is not touched.
        let plain = try export([limited], as: .mov, settings(.prores))
        #expect(Red.bt709.isNear(plain.samples[0], 10))
        #expect(plain.plan.tracks[0].reason == "prores was asked for")
    }

    /// Neither FFV1 nor AVI says how samples are coded, so they are coded as players take them.
    @Test func `What nothing is said of is coded as it is taken`() throws {
        var settings = settings(.ffv1)
        settings.timing = .constantFrameRate(.fps(25))
        let full = try clip("full.mp4", .bt709Full, range: "pc")
        let avi = try export([full], as: .avi, settings)
        #expect(Red.bt601.isNear(avi.samples[0]), "\(avi.samples[0])")
        let mkv = try export([full], as: .mkv, settings)
        #expect(Red.bt709Full.isNear(mkv.samples[0]), "\(mkv.samples[0])")
        #expect(mkv.format.colour.range == "pc")
    }

    @Test func `Clips that are joined keep their colours`() throws {
        let clips = [
            (path: try clip("full.mp4", .bt709Full, range: "pc"), red: Red.bt709Full),
            (path: try clip("limited.mp4", .bt709), red: .bt709),
            (path: try clip("old.mp4", .bt601, matrix: "smpte170m"), red: .bt601),
        ]
        for first in clips {
            for second in clips where second.path != first.path {
                let joined = try export([first.path, second.path], as: .mp4, settings(.h264, 0))
                try #require(joined.samples.count == 6)
                #expect(first.red.isNear(joined.samples[0]))
                #expect(first.red.isNear(joined.samples[5]), "\(first.path), \(second.path): \(joined.samples[5])")
                let reason = "the inputs' colours differ: all become those of the first"
                #expect(joined.plan.tracks[0].reason.contains(reason))
            }
        }
    }

    @Test func `Grey frames get colours where others behind them have some`() throws {
        var chart = ChartClip(width: 64, height: 48)
        (chart.pixelFormat, chart.encoder, chart.options, chart.level) = ("gray", "ffv1", [], 100)
        try chart.write(to: scratch.file("grey.mkv"))
        let grey = scratch.file("grey.mkv")
        let joined = try export([grey, try clip("red.mkv", .bt709)], as: .mkv, settings(.ffv1))
        try #require(joined.samples.count == 6 && joined.samples[5].count == 3)
        #expect(joined.samples[0].dropFirst().allSatisfy { abs(Int($0) - 128) <= 1 }, "\(joined.samples[0])")
        #expect(joined.samples[5][1] < 108 && joined.samples[5][2] > 235, "\(joined.samples[5])")
        #expect(
            joined.plan.tracks[0].reason.contains("the first frames are grey, and others are not: all have colours")
        )
        #expect(try plan([grey, grey], as: .mkv, settings(.ffv1)).tracks[0].recipe?.pixelFormat == nil)
    }

    /// A container says of a whole track what its samples mean. FFV1 itself says nothing of it.
    @Test(arguments: [
        ("transfer", "smpte2084"), ("matrix", "smpte170m"), ("range", "pc"), ("transfer", "iec61966-2-1"),
    ])
    func `Clips whose colours differ are not copied into one track`(part: String, name: String) throws {
        func write(_ path: String, _ change: (inout ColourDescription) -> Void) throws -> String {
            var chart = ChartClip(width: 64, height: 48)
            (chart.pixelFormat, chart.encoder, chart.options) = ("yuv420p10le", "ffv1", [])
            change(&chart.colour)
            try chart.write(to: scratch.file(path))
            return scratch.file(path)
        }
        let first = try write("first.mkv") { _ in }
        let other = try write("other.mkv") { colour in
            switch part {
            case "transfer": colour.transfer = name
            case "matrix": colour.matrix = name
            default: colour.range = name
            }
        }
        // Screens show sRGB as they show BT.709.
        let isSame = name == "iec61966-2-1"
        #expect(try plan([first, other], as: .mkv, ExportSettings()).video?.encodesFrames == !isSame)
    }

    /// Displays show these curves as they show that of BT.709, so dark samples are not to become lighter.
    @Test(arguments: ["iec61966-2-1", "gamma22", "bt470bg", "smpte170m"])
    func `Samples do not change for another name of the curve`(transfer: String) throws {
        var chart = ChartClip(width: 64, height: 48)
        (chart.level, chart.colour.transfer) = (24, transfer)
        try chart.write(to: scratch.file("curve.mp4"))
        var settings = settings(.h264, 1)
        settings.delivery = .social
        let social = try export([scratch.file("curve.mp4")], as: .mp4, settings)
        #expect(social.format.colour.transfer == "bt709")
        #expect(abs(Int(social.samples[0][0]) - 24) <= 1, "\(social.samples[0])")
    }

    /// As players take what is not stated: by the matrix before the size, and full range of BT.601 as JPEG.
    @Test(
        arguments: [
            ("bt709", nil, 480, "bt709"), ("smpte170m", nil, 480, "smpte170m"), ("bt470bg", "pc", 480, "bt709"),
            ("bt2020nc", nil, 480, "bt2020"), (nil, nil, 480, "smpte170m"), (nil, nil, 720, "bt709"),
            ("smpte170m", nil, 720, "bt709"),
        ] as [(String?, String?, Int, String)]
    )
    func `Primaries that are not stated go with the matrix`(
        matrix: String?,
        range: String?,
        lines: Int,
        primaries: String
    ) throws {
        var colour = ColourDescription()
        (colour.matrix, colour.range) = (matrix, range)
        let format = try #require(PixelFormat(named: "yuv420p"))
        #expect(colour.completed(in: format, lines: lines).primaries == primaries)
    }

    /// Of Motion JPEG nothing but the range and the matrix is known. Chromium believes neither where the rest is missing.
    @Test func `Frames that are encoded say of all of their colours what they are, or nothing`() throws {
        let limited = try clip("limited.mp4", .bt709)
        let jpeg = scratch.file("jpeg.mov")
        _ = try export([limited], as: .mov, settings(.mjpeg, 2))
        try FileManager.default.moveItem(atPath: scratch.file("result.mov"), toPath: jpeg)
        let full = try export([jpeg], as: .mp4, settings(.h264, 1)).format.colour
        #expect([full.range, full.matrix, full.primaries, full.transfer] == ["pc", "smpte170m", "bt709", "bt709"])

        var chart = ChartClip(width: 64, height: 48)
        chart.colour = ColourDescription()
        try chart.write(to: scratch.file("silent.mp4"))
        let silent = try export([scratch.file("silent.mp4")], as: .mp4, settings(.h264, 1)).format.colour
        #expect([silent.range, silent.matrix, silent.primaries, silent.transfer] == [nil, nil, nil, nil])
    }

    /// White of standard range is 203 cd/m² beside high dynamic range (ITU-R BT.2408): 58 % of PQ's range, and 75 % of HLG's.
    @Test(arguments: [("smpte2084", 573.0), ("arib-std-b67", 721)])
    func `Standard and high dynamic range are joined`(transfer: String, white: Double) throws {
        var chart = ChartClip(width: 64, height: 48)
        (chart.pixelFormat, chart.encoder, chart.level) = ("yuv420p10le", "libx265", 500)
        (chart.colour.primaries, chart.colour.transfer, chart.colour.matrix) = ("bt2020", transfer, "bt2020nc")
        chart.options = [MetadataEntry(key: "x265-params", value: "log-level=none:lossless=1")]
        try chart.write(to: scratch.file("high.mp4"))
        let high = scratch.file("high.mp4")
        let standard = try clip("standard.mp4", Red(luma: 235, chroma: (128, 128)))

        let kept = try export([high, standard], as: .mp4, settings(.hevc, 5))
        #expect(kept.format.colour.transfer == transfer)
        #expect(abs(Double(kept.samples[5][0]) - white) < 5, "\(kept.samples[5])")
        #expect(kept.plan.tracks[0].reason.contains("standard range becomes"))

        // As it would be alone.
        var mapping = settings(.h264, 5)
        mapping.dynamicRange = .standard
        let alone = try export([high], as: .mp4, mapping)
        for settings in [settings(.h264, 5), mapping] {
            let mapped = try export([standard, high], as: .mp4, settings)
            #expect(mapped.format.colour.transfer == "bt709")
            #expect(abs(Int(mapped.samples[0][0]) - 235) < 2)
            let wanted = Int(alone.samples[0][0]) >> (alone.format.bitDepth - mapped.format.bitDepth)
            #expect(abs(Int(mapped.samples[5][0]) - wanted) < 3, "\(mapped.samples[5]), \(alone.samples[0])")
            #expect(mapped.plan.tracks[0].reason.contains("becomes BT.709: tone mapped"))
        }
        let reversed = try export([high, standard], as: .mp4, mapping)
        #expect(abs(Int(reversed.samples[5][0]) >> (reversed.format.bitDepth - 8) - 235) < 3, "\(reversed.samples[5])")

        // Players know of none in Motion JPEG.
        let jpeg = try export([high], as: .mov, self.settings(.mjpeg, 2))
        #expect(jpeg.plan.tracks[0].reason.contains("tone mapped"))
        mapping.video = VideoEncoding(codec: .mjpeg)
        mapping.dynamicRange = .keep
        let error = #expect(throws: ExportError.self) { try export([high], as: .mov, mapping) }
        #expect(error?.code == .settings)
    }

    /// Red, green and blue that are encoded as luma and chroma are not labelled as what they were.
    @Test func `RGB is encoded as what it is labelled as, and copied as it is`() throws {
        var chart = ChartClip(width: 64, height: 48)
        // Planes are in the order green, blue, red.
        (chart.pixelFormat, chart.encoder, chart.options) = ("gbrp10le", "ffv1", [])
        (chart.level, chart.chroma) = (0, (0, 1023))
        (chart.colour.matrix, chart.colour.range) = ("gbr", "pc")
        try chart.write(to: scratch.file("rgb.mkv"))
        for settings in [settings(nil), settings(.h264, 0)] {
            let encoded = try export([scratch.file("rgb.mkv")], as: .mp4, settings)
            let red = encoded.format.colour.matrix == "bt709" ? Red.bt709 : .bt601
            #expect(["bt709", "smpte170m"].contains(encoded.format.colour.matrix))
            #expect(red.isNear(encoded.samples[0], encoded.format.bitDepth), "\(encoded.samples[0])")
        }
        let copied = try export([scratch.file("rgb.mkv")], as: .mkv)
        #expect(!copied.plan.tracks[0].encodesFrames)
        // Of screens: an image with few colours keeps them.
        let image = try export([scratch.file("rgb.mkv")], as: .gif, gif)
        #expect(image.plan.tracks[0].reason.contains("becomes BT.709") == false, "\(image.plan.tracks[0].reason)")
    }

    /// It said that "bt709 in limited range becomes BT.709 in limited range".
    @Test func `What changes of colours is named`() {
        func text(_ primaries: String?, _ transfer: String?, _ matrix: String?, range: String = "tv") -> String {
            VideoFormat.Colour(range: range, primaries: primaries, transfer: transfer, matrix: matrix)
                .becomingBT709("yuv420p", asRGB: false)
        }
        #expect(text("bt470bg", "bt709", "bt709") == "bt470bg primaries become BT.709's")
        #expect(text("bt709", nil, "bt709") == "unlabelled transfer function becomes BT.709's")
        let both = "smpte170m primaries and iec61966-2-1 transfer function become BT.709's"
        #expect(text("smpte170m", "iec61966-2-1", "bt709") == both)
        #expect(text("bt709", "bt709", "bt709", range: "pc") == "bt709 in full range becomes BT.709 in limited range")
        #expect(text(nil, nil, nil) == "unlabelled colour in limited range becomes BT.709 in limited range")
    }

    @Test(arguments: ["gray", "gray12le", "gray16le"]) func `Grey gets chroma of no colour`(format: String) throws {
        var chart = ChartClip(width: 64, height: 48)
        (chart.pixelFormat, chart.encoder, chart.options) = (format, "ffv1", [])
        chart.level = format == "gray" ? 128 : format == "gray12le" ? 128 << 4 : 128 << 8
        chart.colour.range = "tv"
        try chart.write(to: scratch.file("grey.mkv"))
        for delivery in [Delivery.social, .phone, .editing] {
            var settings = ExportSettings()
            settings.delivery = delivery
            let result = try export([scratch.file("grey.mkv")], as: delivery == .editing ? .mov : .mp4, settings)
            let bits = result.format.bitDepth - 8
            for sample in result.samples[0] {
                #expect(abs(Int(sample) - 128 << bits) <= 2 << bits, "\(result.samples[0])")
            }
        }
        for container in [Container.gif, .avif] { _ = try export([scratch.file("grey.mkv")], as: container, gif) }
    }

    /// Images and cameras whose grey says nothing of its range. Of 255, 5 became 0.
    @Test(arguments: ["gray", "gray16le"]) func `Grey of which nothing is said has full range`(format: String) throws {
        var chart = ChartClip(width: 64, height: 48)
        (chart.pixelFormat, chart.encoder, chart.options, chart.colour.range) = (format, "ffv1", [], nil)
        chart.level = format == "gray" ? 5 : 5 * 257
        try chart.write(to: scratch.file("grey.mkv"))
        var (smaller, social, editing) = (settings(.h264, 0), ExportSettings(), ExportSettings())
        smaller.shape.size = .percent(50)
        (social.delivery, editing.delivery) = (.social, .editing)
        let limited = 16 + 5 * 219 / 255.0
        for (settings, container, wanted) in [
            (settings(.h264, 0), .mp4, 5), (smaller, .mp4, 5), (social, .mp4, limited), (editing, .mov, limited),
        ] as [(ExportSettings, Container, Double)] {
            let result = try export([scratch.file("grey.mkv")], as: container, settings)
            let sample = Double(result.samples[0][0]) / Double(1 << (result.format.bitDepth - 8))
            #expect((sample - wanted).magnitude < 1.5, "\(result.samples[0])")
            #expect((result.format.colour.range == "pc") == (wanted == 5))
        }
    }

    /// In its frames' headers ProRes says 0 where it does not know, which libav has as the matrix of red, green and blue, and as reserved.
    @Test(arguments: [false, true]) func `What ProRes does not know is not stated`(knowsPrimaries: Bool) throws {
        // Of so many lines, colours are those of high definition where nothing else is said.
        var chart = ChartClip(width: 32, height: 720)
        (chart.pixelFormat, chart.encoder, chart.options) = ("yuv422p10le", "prores_ks", [])
        (chart.level, chart.chroma) = (63 << 2, (102 << 2, 240 << 2))
        (chart.colour.primaries, chart.colour.transfer, chart.colour.matrix, chart.frameCount) = (nil, nil, nil, 1)
        try chart.write(to: scratch.file("unknown.mov"))
        if knowsPrimaries {
            var bytes = try ScratchDirectory.bytes(of: scratch.file("unknown.mov"))
            let frame = try #require(bytes.indices.first { bytes[$0...].starts(with: "icpf".utf8) })
            // The primaries and the transfer of BT.709, before the matrix.
            bytes.replaceSubrange(frame + 18..<frame + 20, with: [1, 1])
            _ = try scratch.write(bytes, to: "unknown.mov")
        }
        let stated = knowsPrimaries ? "bt709" : nil
        let colour = try #require(try MediaDescription(ofFile: scratch.file("unknown.mov")).mainVideo?.video).colour
        #expect((colour.primaries, colour.transfer, colour.matrix) == (stated, stated, nil))
        var (cropped, social) = (settings(.h264, 0), ExportSettings())
        cropped.shape.crop = .area(width: 32, height: 360, left: 0, top: 0)
        social.delivery = .social
        for settings in [settings(.h264, 0), cropped, social] {
            let result = try export([scratch.file("unknown.mov")], as: .mp4, settings)
            #expect(Red.bt709.isNear(result.samples[0], result.format.bitDepth), "\(result.samples[0])")
            #expect(["bt709", nil].contains(result.format.colour.matrix))
        }
        _ = try export([scratch.file("unknown.mov")], as: .gif, gif)
    }

    /// zimg converts none of these.
    @Test(arguments: [
        ("bt709", "bt1361e"), ("bt709", "smpte428"), ("smpte2085", "bt709"), ("ictcp", "bt709"),
        ("bt2020c", "iec61966-2-1"),
    ])
    func `Rare colours are taken for the nearest that can be converted`(matrix: String, transfer: String) throws {
        var chart = ChartClip(width: 64, height: 48)
        (chart.colour.matrix, chart.colour.transfer, chart.level) = (matrix, transfer, 100)
        try chart.write(to: scratch.file("rare.mp4"))
        let rare = try #require(try MediaDescription(ofFile: scratch.file("rare.mp4")).mainVideo?.video).colour
        #expect((rare.matrix, rare.transfer) == (matrix, transfer))
        var social = ExportSettings()
        social.delivery = .social
        let result = try export([scratch.file("rare.mp4")], as: .mp4, social)
        #expect((result.format.colour.matrix, result.format.colour.transfer) == ("bt709", "bt709"))
        let sample = result.samples[0]
        #expect(abs(Int(sample[0]) - 100) <= 2, "\(sample)")
        _ = try export([scratch.file("rare.mp4")], as: .gif, gif)
    }

    /// Of pixels that are not square, widths become odd, and chroma of half the width has no half samples.
    @Test func `Sizes become whole samples of chroma`() throws {
        var chart = ChartClip(width: 72, height: 48)
        chart.pixelAspect = (32, 27)
        try chart.write(to: scratch.file("wide.mp4"))
        var settings = ExportSettings()
        settings.delivery = .editing
        let result = try export([scratch.file("wide.mp4")], as: .mov, settings)
        #expect((result.format.width, result.format.height) == (84, 48))
    }

    /// Luma without chroma is in none of the profiles that hardware decodes.
    @Test(arguments: [("gray", 8), ("gray10le", 10)])
    func `Grey gets chroma in HEVC, but for what is beside copies of grey`(format: String, bits: Int) throws {
        let (encoding, source) = (VideoEncoding(codec: .hevc), try #require(PixelFormat(named: format)))
        let encoded = try encoding.pixelFormat(for: source, wanted: nil)
        #expect(["yuv420p", "yuv420p10le"].contains(encoded.name) && encoded.bitDepth == bits)
        #expect(try encoding.pixelFormat(for: source, wanted: nil, keepsGrey: true) == source)
        #expect(try VideoEncoding(codec: .ffv1).pixelFormat(for: source, wanted: nil) == source)
    }
}
