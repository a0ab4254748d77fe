import FFmpeg
import MediaFormats
import MediaSyntax
import MediaTime
import TestSupport
import Testing

@testable import Export

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
