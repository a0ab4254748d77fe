import Files
import Glibc
import MediaFormats
import MediaSyntax
import MediaTime
import TestSupport
import Testing

@testable import Export
@testable import FFmpeg

/// What is said of the display on which a clip of high dynamic range was mastered, and of its light.
@Suite struct HighRangeTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private static let display = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)"

    /// A clip that says it within its frames only: before each key frame.
    private func clip(_ codec: Clip.FrameCodec, _ container: String) throws -> String {
        var clip = Clip(container, frames: 60, at: .fps(30), codec: codec)
        clip.frames?.colour.primaries = "bt2020"
        clip.frames?.colour.transfer = "smpte2084"
        clip.frames?.colour.matrix = "bt2020nc"
        clip.frames?.pixelFormat = "yuv420p10le"
        clip.frames?.repeatsHeaders = true
        clip.frames?.encoderOptions =
            codec == .h264
            ? "mastering-display=\(Self.display):cll=1000,400" : "master-display=\(Self.display):max-cll=1000,400"
        return try clip.write(to: scratch)
    }

    @Test(arguments: [(Clip.FrameCodec.h264, "mp4"), (.hevc, "ts")])
    func `Frames that are encoded beside copied ones say it, too`(codec: Clip.FrameCodec, container: String) throws {
        let path = try clip(codec, container)
        var retime = Retime()
        retime.isExact = true
        retime.trim = try TimeRange(start: RationalTime(5, 30), end: RationalTime(43, 30))
        let report = try retime.run(path, to: scratch.file("part.mp4"))
        #expect(report.frames.encoded > 0)
        #expect(report.frames.encoded < 38)
        let said = try information(of: path)
        let first = try #require(said.first ?? nil)
        #expect(first.count > 24 + 4)
        let kept = try information(of: scratch.file("part.mp4"))
        #expect(kept.first == first)
        #expect(kept.compactMap { $0 }.allSatisfy { $0 == first })
        #expect(try ClipReader(scratch.file("part.mp4")).frames().map(\.number) == (5..<43).map { $0 })
    }

    /// For each packet, the unit with what it says of all behind it.
    private func information(of path: String) throws -> [[UInt8]?] {
        let reader = try ClipReader(path)
        let units = try #require(NALUnits(reader.streams[0].parameters))
        return reader.packets[0].map { units.lastingInformation(of: $0.payload.bytes.span) }
    }

    @Test func `Frames that are encoded anew keep it in the container, unless they are of the usual range`() throws {
        let path = try clip(.hevc, "ts")
        #expect(try ClipReader(path).streams[0].sideData.isEmpty)
        var said: [StreamSideData] = []
        try ClipReader(path).decode(0) { if said.isEmpty { said = $0.highRange } }
        #expect(said.count == 2)
        for container in ["mp4", "mkv"] {
            var retime = Retime(to: .fps(15))
            retime.settings.video = VideoEncoding(codec: .hevc, preset: "ultrafast")
            let output = scratch.file("kept.\(container)")
            try retime.run(path, to: output)
            let kept = try ClipReader(output).streams[0].sideData.filter(\.isHighRange)
            #expect(kept.count == 2, "\(container)")
            if container == "mp4" { #expect(Set(kept) == Set(said)) }
            retime.settings.dynamicRange = .standard
            try retime.run(path, to: scratch.file("mapped.\(container)"))
            let mapped = try ClipReader(scratch.file("mapped.\(container)")).streams[0]
            #expect(mapped.sideData.contains(where: \.isHighRange) == false)
        }
    }

    /// A clip of PQ or HLG in mov.
    private func movie(_ transfer: String) throws -> String {
        var clip = Clip("mov", frames: 24, at: .fps(30), codec: .hevc)
        clip.frames?.colour.transfer = transfer
        clip.frames?.pixelFormat = "yuv420p10le"
        return try clip.write(to: scratch)
    }

    @Test(
        arguments: [
            (Delivery.asSource, nil, VideoCodec.hevc, nil, "quality 30 was asked for"),
            (.asSource, .standard, .h264, nil, "quality 30 was asked for"),
            (.social, .keep, .hevc, nil, "quality 30 was asked for"),
            (.social, nil, .h264, nil, "quality 30 was asked for"),
            (.social, .keep, .hevc, "fast", "encoder preset fast was asked for"),
        ] as [(Delivery, DynamicRange?, VideoCodec, String?, String)]
    )
    func `A quality without a codec is that of the codec for the clip's range`(
        delivery: Delivery,
        range: DynamicRange?,
        codec: VideoCodec,
        preset: String?,
        reason: String
    ) throws {
        let path = try movie("smpte2084")
        var retime = Retime()
        retime.settings.video = nil
        retime.settings.effort = EncodingEffort(quality: preset == nil ? 30 : nil, preset: preset)
        (retime.settings.delivery, retime.settings.dynamicRange) = (delivery, range)
        let video = try #require(try retime.plan(path, for: .mp4).video)
        guard case .encodeVideo(let encoding, _) = video.treatment else {
            Issue.record("\(video.treatment)")
            return
        }
        #expect(encoding.codec == codec)
        #expect(encoding.preset == preset)
        #expect(encoding.quality == (preset == nil ? 30 : delivery.traits.highRangeVideo?.quality))
        #expect(video.reason.hasPrefix(reason))
    }

    /// Writes the configuration of Dolby Vision into a movie.
    private func addDolbyVision(profile: UInt32, compatibility: UInt32, to path: String) throws {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        // Level 5, with data in the packets, without a second layer, with frames.
        let word = profile << 25 | 5 << 19 | 1 << 18 | 1 << 16 | compatibility << 12
        let head: [UInt8] = [1, 0] + (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) }
        let box = DolbyVisionBox(type: "dvvC", payload: head + [UInt8](repeating: 0, count: 18))
        try SampleEntryExtension(descriptor: descriptor).add(box.movieBox, toTrack: 0)
    }

    private static func lack(_ name: String) -> String {
        "of the light of each scene (\(name)): displays take what holds for the whole clip"
    }

    @Test func `Where encoded frames lack the data of Dolby Vision, that is said`() throws {
        let path = try movie("arib-std-b67")
        try addDolbyVision(profile: 8, compatibility: 4, to: path)
        func warnings(_ retime: Retime) throws -> [String] {
            try retime.plan(path, for: .mov).warnings.filter { $0.hasSuffix(Self.lack("Dolby Vision")) }
        }
        #expect(try warnings(Retime(.rate(1, 2))).isEmpty)
        var retime = Retime(to: .fps(15))
        #expect(try warnings(retime).count == 1)
        retime.settings.dynamicRange = .standard
        #expect(try warnings(retime).isEmpty)
    }

    @Test func `Frames whose colours only Dolby Vision's data explains are copied, not encoded`() throws {
        let path = try movie("smpte2084")
        try addDolbyVision(profile: 5, compatibility: 0, to: path)
        #expect(try Retime(.rate(1, 2)).plan(path, for: .mp4).carried.count == 1)
        let error = #expect(throws: ExportError.self) { try Retime(to: .fps(15)).plan(path, for: .mp4) }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains("can only be copied: they are Dolby Vision of profile 5") == true)
        let stills = try StillPlan(.each([.frame(1)]), of: MediaDescription(ofFile: path))
        #expect(stills.warnings(for: .png).contains { $0.hasSuffix("they are wrong in stills") })
    }

    @Test func `Where encoded frames lack the data of HDR10+, that is said`() throws {
        let path = try movie("smpte2084")
        var exporter = Exporter(plan: try Retime().plan(path, for: .mov))
        exporter.verification = .none
        exporter.payloadWay = .read
        // Registered user data: the United States, SMPTE ST 2094-40, one window of which nothing is said but that it is dark.
        let message: [UInt8] = [0xB5, 0, 0x3C, 0, 1, 4, 1, 0x40] + [UInt8](repeating: 0, count: 16)
        let unit = [78, 1] + EmulationPrevention.added(to: [4, UInt8(message.count)] + message + [0x80])
        exporter.fault = { packet in
            (try? packet.replacePayload(with: [0, 0, 0, UInt8(unit.count)] + unit + packet.bytes)) != nil
        }
        let dynamic = scratch.file("dynamic.mov")
        _ = try exporter.run(to: dynamic)
        let warnings = try Retime(to: .fps(15)).plan(dynamic, for: .mov).warnings
        #expect(warnings.contains { $0.hasSuffix(Self.lack("HDR10+")) })
        #expect(try Retime(to: .fps(15)).plan(path, for: .mov).warnings.allSatisfy { !$0.contains("HDR10+") })
    }

    @Test func `Only what lasts is taken, and no size is trusted`() {
        let units = NALUnits(.h264, .startCodes)
        func information(_ messages: [UInt8]) -> [UInt8]? {
            units.lastingInformation(of: ([0, 0, 1, 6] + messages + [0, 0, 1, 0x65, 0x88]).span)
        }
        // A recovery point, light, and the bit that ends the unit.
        #expect(information([6, 1, 0xC4, 144, 4, 3, 232, 1, 144, 0x80]) == [6, 144, 4, 3, 232, 1, 144, 0x80])
        #expect(information([6, 1, 0xC4, 0x80]) == nil)
        #expect(information([144, 200, 3, 232, 0x80]) == nil)
        #expect(information([255, 255, 255, 255]) == nil)
        #expect(information([]) == nil)
        // Behind the frame nothing is looked at.
        #expect(units.lastingInformation(of: [0, 0, 1, 0x65, 0x88, 0, 0, 1, 6, 144, 1, 9, 0x80].span) == nil)
    }
}
