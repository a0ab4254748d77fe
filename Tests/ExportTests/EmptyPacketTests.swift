import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// AVI has a packet for each tick, and an empty one where there is no frame.
@Suite struct EmptyPacketTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Thirty frames in irregular ticks of 1/60 s.
    private static let ticks: [Int64] = (0..<30).map { number in
        let place = 3 + 2 * Int64(number)
        return number % 4 == 2 ? place + 1 : place
    }

    private func clip(_ codec: Clip.FrameCodec, bFrames: Int) throws -> String {
        var clip = Clip("avi", frames: 30, at: .fps(60), codec: codec)
        clip.frames?.timing = .ticks(Self.ticks, of: TimeBase(1, 60), lastDuration: 2)
        clip.frames?.bFrames = bFrames
        return try clip.write(to: scratch)
    }

    @Test(arguments: [(Clip.FrameCodec.mjpeg, 0), (.mpeg4, 0), (.mpeg4, 2)], [1, 5, 13, 20])
    func `A part holds its own frames`(clip: (codec: Clip.FrameCodec, bFrames: Int), first: Int64) throws {
        let path = try self.clip(clip.codec, bFrames: clip.bFrames)
        let media = try MediaDescription(ofFile: path)
        let lookup = FrameLookup(media: media, track: try #require(media.mainVideo))
        for isEncoded in [false, true] {
            var retime = Retime()
            if isEncoded { retime.settings.video = VideoEncoding(codec: .ffv1) }
            retime.trim = try TimeRange(
                start: try #require(try lookup.instant(ofFrame: first)),
                end: try #require(try lookup.instant(ofFrame: 27))
            )
            let result = scratch.file(isEncoded ? "encoded.mkv" : "copied.mov")
            #expect(try retime.run(path, to: result).frames.shown == 27 - first)
            #expect(try ClipReader(result).frames().map(\.number) == (first..<27).map { $0 })
        }
    }

    /// libavformat's muxer of Matroska does not leave packets without a byte out.
    @Test(arguments: ["mkv", "mov"], [Clip.FrameCodec.mjpeg, .mpeg4])
    func `Places without a frame are no frames of the copy`(container: String, codec: Clip.FrameCodec) throws {
        let result = scratch.file("slow.\(container)")
        #expect(try Retime(.rate(1, 2)).run(clip(codec, bFrames: 0), to: result).frames.shown == 30)
        let reader = try ClipReader(result)
        #expect(reader.packets[0].count == 30)
        #expect(try reader.frames().map(\.number) == (0..<30).map { $0 })
    }

    /// Decoders of HuffYUV, FFV1 and other codecs without a parser would take an empty packet for the end.
    @Test(arguments: [Clip.FrameCodec.ffv1, .mjpeg])
    func `Places without a frame are no damage, and not counted`(codec: Clip.FrameCodec) throws {
        let path = try clip(codec, bFrames: 0)
        let inspection = try MediaInspection(ofFile: path, effort: .decoding)
        #expect(inspection.damageCount == 0)
        #expect(inspection.findings.isEmpty, "\(inspection.findings)")
        #expect(inspection.timings[0]?.count == 30)
        // The second frame is shown for three places.
        let plan = try StillPlan(.each([.time(RationalTime(7, 60)), .frame(2)]), of: inspection.media)
        #expect(plan.stills.map(\.number) == [1, 2], "\(plan.stills)")
        #expect(try StillExporter(plan: plan, format: .png).images().compactMap(\.self).count == 2)
    }
}
