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

    /// A clip of 60 frames of HEVC, each with a caption of its own.
    private func captioned() throws -> String {
        let path = try Clip("mp4", frames: 60, at: .fps(30), codec: .hevc).write(to: scratch)
        return try captioned(path) { ClosedCaptions.hevcUnit([0xFC, $0, 0]) ?? [] }
    }

    /// The same of H.264, in which registered user data is laid out alike.
    private func captionedH264(_ path: String) throws -> String {
        try captioned(path) { number in
            [6, 4, 14, 0xB5, 0, 0x31] + Array("GA94".utf8) + [3, 0xC1, 0xFF, 0xFC, number, 0, 0xFF, 0x80]
        }
    }

    /// A copy of a clip, in front of each frame of which stands a unit of its own.
    private func captioned(_ path: String, _ unit: @escaping @Sendable (UInt8) -> [UInt8]) throws -> String {
        var exporter = Exporter(plan: try Retime().plan(path, for: .mp4))
        exporter.verification = .none
        exporter.payloadWay = .read
        let number = Mutex(UInt8(0))
        exporter.fault = { packet in
            let caption = number.withLock { number in
                number += 1
                return number
            }
            let unit = unit(caption)
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

    /// Frames of the source, each of which two frames of the output show or are made of.
    @Test(arguments: [InBetweenFrames.nearest, .blend])
    func `Captions are said once, however often a frame is shown`(inBetween: InBetweenFrames) throws {
        let path = try captionedH264(Clip("mp4", frames: 8, at: .fps(30)).write(to: scratch))
        let source = try captions(of: path)
        #expect(Set(source).count == 8)
        var retime = Retime(.rate(1, 2), to: .fps(30))
        retime.settings.inBetween = inBetween
        try retime.run(path, to: scratch.file("slow.mp4"))
        #expect(try captions(of: scratch.file("slow.mp4")) == source.flatMap { [$0, []] })
    }

    @Test func `Captions are said with the first of two fields that become frames`() throws {
        var clip = InterlacedClip()
        clip.frameCount = 6
        try clip.write(to: scratch.file("fields.mp4"))
        let path = try captionedH264(scratch.file("fields.mp4"))
        let source = try captions(of: path)
        var retime = Retime()
        retime.settings.delivery = .social
        try retime.run(path, to: scratch.file("frames.mp4"))
        #expect(try captions(of: scratch.file("frames.mp4")) == source.flatMap { [$0, []] })
    }

    /// Begun in the second half of a frame, at the frames' own rate, the result is second fields only.
    @Test func `Captions are said with the second field where the first is not shown`() throws {
        var clip = InterlacedClip()
        clip.frameCount = 6
        try clip.write(to: scratch.file("fields.mp4"))
        let path = try captionedH264(scratch.file("fields.mp4"))
        let source = try captions(of: path)
        var retime = Retime(to: .fps(25))
        retime.trim = try TimeRange(start: RationalTime(3, 100), end: RationalTime(23, 100))
        retime.settings.delivery = .social
        try retime.run(path, to: scratch.file("frames.mp4"))
        let result = try captions(of: scratch.file("frames.mp4"))
        #expect(result.filter { !$0.isEmpty } == Array(source[..<result.count]))
        #expect(result.count == 5)
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
