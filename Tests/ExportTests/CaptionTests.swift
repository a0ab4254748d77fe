import FFmpeg
import MediaFormats
import MediaSyntax
import MediaTime
import Synchronization
import TestSupport
import Testing

@testable import Export

/// Closed captions of frames that are encoded beside copied ones.
@Suite struct CaptionTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// A clip of 60 frames, each with a caption of its own.
    private func captioned() throws -> String {
        let path = try Clip("mp4", frames: 60, at: .fps(30), codec: .hevc).write(to: scratch)
        var exporter = Exporter(plan: try Retime().plan(path, for: .mp4))
        exporter.verification = .none
        exporter.payloadWay = .read
        let number = Mutex(UInt8(0))
        exporter.fault = { packet in
            let caption = number.withLock { number in
                number += 1
                return number
            }
            let unit = ClosedCaptions.hevcUnit([0xFC, caption, 0]) ?? []
            let whole = [0, 0, 0, UInt8(unit.count)] + unit + packet.bytes
            return (try? packet.replacePayload(with: whole)) != nil
        }
        let captioned = scratch.file("captioned.mp4")
        _ = try exporter.run(to: captioned)
        return captioned
    }

    private func captions(of path: String) throws -> [[UInt8]] {
        var captions: [[UInt8]] = []
        try ClipReader(path).decode(0) { captions.append($0.captions) }
        return captions
    }

    @Test func `Captions of HEVC are those of the source's frames`() throws {
        let path = try captioned()
        let source = try captions(of: path)
        #expect(source.count == 60)
        #expect(source.allSatisfy { $0.count == 3 && $0[0] == 0xFC })
        #expect(Set(source).count == 60)
        var retime = Retime()
        retime.isExact = true
        retime.trim = try TimeRange(start: RationalTime(5, 30), end: RationalTime(43, 30))
        let report = try retime.run(path, to: scratch.file("part.mp4"))
        #expect(report.frames.encoded > 0)
        #expect(report.frames.encoded < 38)
        #expect(try captions(of: scratch.file("part.mp4")) == Array(source[5..<43]))
    }

    @Test func `A unit holds 31 captions at most, and none is no unit`() throws {
        #expect(ClosedCaptions.hevcUnit([]) == nil)
        #expect(ClosedCaptions.hevcUnit([0xFC, 1]) == nil)
        let unit = try #require(ClosedCaptions.hevcUnit(Array(repeating: 0xFC, count: 96)))
        #expect(unit.prefix(4) == [78, 1, 4, 104])
        #expect(unit.suffix(2) == [0xFF, 0x80])
        #expect(unit.count == 4 + 104 + 1)
    }
}
